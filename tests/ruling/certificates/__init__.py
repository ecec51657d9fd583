"""Certificates: proofs from the fewest facts, open matters shown by two hands, and the checker that tests them."""
