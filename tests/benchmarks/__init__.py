"""Benchmarks, run by hand: `python -m tests.benchmarks`. RESULTS.md has results with machine and date."""
