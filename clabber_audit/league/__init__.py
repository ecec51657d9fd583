"""A league: games into matches, matches into standings, and an audit of the season.

Everything starts from a season and the rulings on its hands; nothing is stored, all is recomputed each time.
"""
