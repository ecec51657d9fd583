"""Hands from files of every kind that can hold them, one at a time, good or refused, in the order of the input.

`.json` one record, or a ruling with the record in it; `.jsonl` and `.jsonl.gz` one record a line; `.clab` text; `.csv`
a score sheet, a hand a row; `.parquet` a table of hands; a ruling's `.html`; folders of these; archives; `-` for
standard input, recognized by its first line. Folders pass over archives and tables of hands, which repeat the hands of
other files; `survey` gives each file that is not read, with the reason.

Every way in makes a record, and a function that gives the place of each part of it: JSON by `records.parse`, text by
`records.notation`, sheets by `records.sheets`. They meet in `admit` of `games.parse`, which returns the hand, or refuses
the record with all its contradictions. `readers` has the readers, `workbooks` those of workbooks, and
`records` what they yield, with the law to judge it by, and which reader a file gets.
"""
