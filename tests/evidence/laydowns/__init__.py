"""Tests of lay-downs, compared with a plain search."""
