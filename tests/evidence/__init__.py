"""Tests of the evaluation of partial records."""
