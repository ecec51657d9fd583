"""Tests of the command line: each command, its exit codes, and that nothing makes it crash, leak or overwrite files."""
