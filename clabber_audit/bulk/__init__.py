"""Many hands: findings per share of input, in processes or on Dask."""
