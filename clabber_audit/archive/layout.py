"""How the file of an archive is laid out, and that nothing else is in it: what a file defines may do harm."""

from __future__ import annotations

from contextlib import closing
from functools import cache
from importlib.resources import files
from sqlite3 import Connection, complete_statement, connect
from typing import Final

from sqlite_utils import Database

from clabber_audit.ground.errors import Unusable

#: "Clab" as the four bytes by which SQLite files tell what they are.
APPLICATION_ID: Final = 0x436C6162
#: What makes each version of the tables of the one before; none touches the log, its growth or the rulesets.
_MIGRATIONS: Final = ("001.sql", "002.sql", "003.sql")
VERSION: Final = len(_MIGRATIONS)

#: A table, index, view or trigger: its kind, its name, the table it is for, its text.
Defined = tuple[str, str, str, str | None]

#: What SQLite itself notes about indexes, when somebody asks it to, is no part of an archive and does no harm.
_NOTED_BY_SQLITE: Final[set[Defined]] = {
    ("table", "sqlite_stat1", "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
    ("table", "sqlite_stat4", "sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"),
}


def lay_out(db: Database) -> None:
    """Make the tables of an archive in an empty file."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    migrate(db.conn)


def migrate(conn: Connection, wanted: int = VERSION) -> None:
    """Bring the tables of an archive to a version, by default the one that this program writes."""
    for name in _MIGRATIONS[version(conn) : wanted]:
        statement = ""
        for line in (files("clabber_audit.archive") / "migrations" / name).read_text(encoding="utf-8").splitlines():
            statement += f"{line}\n"
            if complete_statement(statement):
                conn.execute(statement)
                statement = ""
    conn.execute(f"PRAGMA user_version = {wanted}")


def version(conn: Connection) -> int:
    """Which version of the tables a file has; 0 for an empty one."""
    return int(conn.execute("PRAGMA user_version").fetchone()[0])


def check_layout(path: str, conn: Connection) -> None:
    """Unusable for a file that is no archive, is a newer one, or defines anything that this program did not."""
    if conn.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise Unusable(f"{path} is not an archive", "it is an SQLite file of another program", "name another file")
    found = version(conn)
    if found < 1:
        raise Unusable(f"{path} is damaged", f"its tables say version {found}", "restore it from a backup")
    if found > VERSION:
        why = f"its tables have version {found}; this program reads up to {VERSION}"
        raise Unusable(f"{path} was written by a newer version", why, "update clabber-audit")
    if _defined(conn) != _expected(found):
        why = "a table, index, view or trigger is missing, changed or extra"
        raise Unusable(f"{path} does not have the layout of an archive", why, "restore it from a backup")


def _defined(conn: Connection) -> list[Defined]:
    found = conn.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
    return [defined for defined in found if defined not in _NOTED_BY_SQLITE]


@cache
def _expected(version: int) -> list[Defined]:
    with closing(connect(":memory:")) as fresh:
        migrate(fresh, version)
        return _defined(fresh)
