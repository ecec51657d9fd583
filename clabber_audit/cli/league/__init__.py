"""Command line: league."""

from __future__ import annotations

from clabber_audit.cli.commands import command_group

program = command_group(
    __name__,
    "Run a league season: standings, decisions, approvals.",
    {
        "Look": """
            report.standings report.schedule report.players report.report report.site report.open_
            decide.log report.check_table
        """,
        "Hand out": "report.packet report.calendar",
        "Begin": "season.init decide.keep season.rotation",
        "Decide": """
            decide.approve decide.lock decide.correct decide.penalty decide.forfeit decide.postpone
            decide.substitute decide.roster decide.handicap decide.note decide.appeal decide.playoffs decide.undo
        """,
    },
)
