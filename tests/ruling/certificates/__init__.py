"""Tests of certificates and of the independent checker."""
