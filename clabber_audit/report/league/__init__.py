"""Reports on a season, each in one module in all its forms: page, text, CSV and JSON.

* the table, its ties and figures, and the places round by round: `standings`
* who meets whom and when, also as a calendar: `schedule`
* reneges, wrong sheets and other outcomes, and the verdict on printed standings: `audit`
* people, and their evenings and rotations: `players`; a week, with blank score sheets: `packet`
* names, notices and decisions in words, and whatever else reports share: `sections`

Each function takes a result of `clabber_audit.league`. With `anonymous` no name of a team or a person and no free text
is in the output; teams are numbered as the season lists them.
"""
