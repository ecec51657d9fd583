"""Evaluation of complete and partial records."""
