"""The ruling as a page, read as text and parsed."""
