"""Naive second opinion on hands of Evansville Clabber, written from the prose rules alone."""
