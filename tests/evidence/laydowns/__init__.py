"""Lay-downs against a plain search that was written for nothing but to be compared with."""
