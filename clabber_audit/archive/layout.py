"""How the file of an archive is laid out, and that nothing else is in it: what a file defines may do harm."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from sqlite3 import Connection
from typing import Final

from sqlite_utils import Database

from clabber_audit.ground.errors import Unusable

#: "Clab" as the four bytes by which SQLite files tell what they are.
APPLICATION_ID: Final = 0x436C6162
_MIGRATIONS: Final = ("001.sql",)
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
    for migration in _MIGRATIONS:
        db.executescript((files("clabber_audit.archive") / "migrations" / migration).read_text(encoding="utf-8"))
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {VERSION}")


def check_layout(path: str, conn: Connection) -> None:
    """Unusable for a file that is no archive, is a newer one, or defines anything that this program did not."""
    if conn.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise Unusable(f"{path} is no archive", "it is an SQLite file of something else", "give another file")
    version = conn.execute("PRAGMA user_version").fetchone()[0]
    if version < 1:
        raise Unusable(f"{path} is damaged", f"its tables say version {version}", "restore it from a backup")
    if version > VERSION:
        why = f"its tables have version {version}, this program knows {VERSION}"
        raise Unusable(f"{path} was written by a newer version", why, "install the newer version")
    if _defined(conn) != _expected():
        why = "a table, index, view or trigger is missing, changed or too many"
        raise Unusable(f"{path} is not laid out as an archive", why, "restore it from a backup")


def _defined(conn: Connection) -> list[Defined]:
    found = conn.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
    return [defined for defined in found if defined not in _NOTED_BY_SQLITE]


@lru_cache(maxsize=1)
def _expected() -> list[Defined]:
    fresh = Database(memory=True, execute_plugins=False)
    lay_out(fresh)
    return _defined(fresh.conn)
