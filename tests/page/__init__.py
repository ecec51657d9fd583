"""Tests of the page of a ruling."""
