"""Hands from files of every kind that can hold them, one at a time, good or refused, in the order of the input.

`.json` one record, or a ruling with the record in it; `.jsonl` and `.jsonl.gz` one record a line; `.clab` text; `.csv`
a score sheet, a hand a row; `.parquet` a table of hands; a ruling's `.html`; folders of these; archives; `-` for
standard input, which is looked at to see what it is. Folders pass over archives and tables of hands, since these hold
what lies beside them; `survey` gives each file that is not read, with the reason.
"""

from clabber_audit.inputs.kinds import NotRead, files, survey
from clabber_audit.inputs.readers import offered, one, only, streamed, unread
from clabber_audit.inputs.records import InputRecord, Unread, law_for, read_in

__all__ = [
    "InputRecord",
    "NotRead",
    "Unread",
    "files",
    "law_for",
    "offered",
    "one",
    "only",
    "read_in",
    "streamed",
    "survey",
    "unread",
]
