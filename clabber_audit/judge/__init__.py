"""Claims weighed and remedies given: from findings to a ruling."""
