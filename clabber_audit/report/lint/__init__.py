"""Findings as linters print them: for people, for GitHub, and for whatever reads SARIF."""
