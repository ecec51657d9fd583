"""Measurements, run by hand: `python -m tests.benchmarks`. What was measured, where and when, is in RESULTS.md."""
