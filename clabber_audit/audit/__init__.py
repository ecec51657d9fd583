"""Hands by the million: a share of them in, what is told of it out; in this process, in many, or on a cluster."""
