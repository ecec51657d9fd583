"""Rulings, scorecards and league pages in words; decides nothing."""
