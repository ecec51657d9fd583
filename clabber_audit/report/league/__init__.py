"""Pages of a season: standings, schedule, players and audit, each as page, text, CSV and JSON.

Each function takes a result of `clabber_audit.league`. With `anonymous` no name of a team or a person and no free text
is in the output; teams are numbered as the season lists them.
"""
