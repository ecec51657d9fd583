"""What every room stands on: errors, what a character is, counts in words, files read under a bound."""
