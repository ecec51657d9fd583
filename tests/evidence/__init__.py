"""Evaluation of partial records, compared with every completion."""
