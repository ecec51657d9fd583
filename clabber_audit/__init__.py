"""Recorder and adjudicator for Evansville Clabber: a hand record goes in, a ruling comes out."""

__version__ = "0.1.0"
