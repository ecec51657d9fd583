"""Recorder: the page, its browser build and the terminal prompt."""
