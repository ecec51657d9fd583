"""Tests of reproducibility: a record and version give the same bytes on any interpreter.

`digests.json` is not an expectation: it has the digests of the last run, with which other interpreters are compared.
`.venv/bin/nox -s regen` writes it again.
"""
