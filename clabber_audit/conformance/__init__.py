"""Conformance suite: the casebook as data, to test any program that rules on records."""
