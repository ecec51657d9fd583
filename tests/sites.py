"""Sites rendered in memory, and helpers to follow their links."""

from __future__ import annotations

import re
from collections.abc import Mapping

from clabber_audit.archive.database import Archive
from clabber_audit.archive.search import Sought, checkpoint_line, hands, histories
from clabber_audit.sites.archive import archive_site
from clabber_audit.sites.pages import Site, pack_record, render_task

#: Attributes that link to another page, a picture or a feed of the site.
LINK = re.compile(r"""\s(?:href|src)="?([^"#\s>]+)""")


def render_archive(archive: Archive, *, anonymous: bool = False) -> dict[str, str]:
    """Render all pages of an archive, by file name."""
    known = histories(archive)
    records = [(pack_record(stored.hand.record, known), stored.law) for stored in hands(archive, Sought())]
    return render_site(archive_site(records, archive.origin, checkpoint_line(archive), anonymous=anonymous))


def render_site(site: Site) -> dict[str, str]:
    """Render all pages of a site, by file name."""
    return dict(site.pages) | dict(
        page for task in site.tasks for page in render_task(task, set(task.page_hashes))
    )


def links(page: str) -> list[str]:
    """Return the files that a page links to."""
    return LINK.findall(page)


def find_reachable(site: Mapping[str, str], start: str = "index.html") -> set[str]:
    """Return the pages reachable from the first one by links."""
    seen, left = set[str](), [start]
    while left:
        file = left.pop()
        if file not in seen:
            seen.add(file)
            left += links(site[file]) if file.endswith(".html") else []
    return seen
