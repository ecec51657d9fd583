"""Claims weighed, remedies given: findings and score into a ruling."""
