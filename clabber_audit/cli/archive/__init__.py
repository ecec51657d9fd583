"""Command line: archive."""

from __future__ import annotations

from clabber_audit.cli.commands import command_group

program = command_group(
    __name__,
    "Store hands in one file; search and export them, and prove that none was changed.",
    {
        "Commands": """
            store.init store.add store.amend read.list_ read.show read.search read.dates store.people read.stats
            read.decisions read.would_change read.export store.backup
            prove.verify prove.rebuild prove.checkpoint prove.cosign prove.prove prove.check_proof
        """
    },
)
