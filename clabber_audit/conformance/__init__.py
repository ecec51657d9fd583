"""The conformance suite: the casebook as data, put to any program that rules on records, and what it scores."""
