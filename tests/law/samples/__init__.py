"""Infractions of no table in particular, each as its file would lie among the others."""
