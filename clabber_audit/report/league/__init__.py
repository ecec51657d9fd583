"""Reports on a season: standings, schedule, players and audit, each as page, text, CSV and JSON.

A module has one report in all its forms; `sections` has what they share. Each function takes a result of
`clabber_audit.league`. With `anonymous` no name of a team or a person and no free text is in the output; teams are
numbered as the season lists them.
"""
