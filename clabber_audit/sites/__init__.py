"""Static sites of a season or an archive.

`season` and `archive` list the games and hands of a site (`SiteGame`, `SiteHand`), plan its links (`Plan`) and yield
its pages; `pages` has what both share, and makes rulings and scorecards only where they changed (`Task`).
"""
