"""The same record and version give the same bytes, whatever interpreter made them and wherever the program was built.

`digests.json` is no verdict on anything: it holds what came out when it was last written, for other interpreters to be
compared with. `.venv/bin/nox -s regen` writes it again.
"""
