"""What the rulings come to, beside the casebook."""
