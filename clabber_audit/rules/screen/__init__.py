"""The screen: which of many hands are certainly clean, so that the judge need not hear them.

It asks the bound law itself, with columns in place of single cards (`falling`), and once for each kind of what is said
beside them: in Clabber (`clabber`), and in the family of Bid Euchre (`bid_euchre`). It errs by silence only: it finds
nothing, refuses nothing, and what it does not name clean the judge hears. A law that speaks of steps it does not know
has no screen. Columns need numpy, the extra `fast`; without it hands are screened one by one (`single`).
"""
