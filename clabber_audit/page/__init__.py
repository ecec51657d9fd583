"""The pages that run: the recorder, the static site."""
