"""What a record proves or leaves open."""
