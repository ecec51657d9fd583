"""The parts that others publish: the interpreter and the packages, fetched once, known by their digests, kept."""

from __future__ import annotations

import base64
import hashlib
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import platformdirs

from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Unusable
from clabber_audit.ground.files import whole_or_not_at_all

#: Seconds without a byte after which a registry is taken not to answer.
_PATIENCE: Final = 60


class Part(NamedTuple):
    """One file that somebody else publishes, and where its own source is."""

    name: str
    version: str
    url: str
    size: int
    integrity: str
    license: str
    source: str

    @property
    def file(self) -> str:
        """What it is called where it is published, and where it is kept."""
        return self.url.rsplit("/", 1)[-1]

    @property
    def host(self) -> str:
        """Who publishes it."""
        return urlsplit(self.url).netloc

    def is_whole(self, data: bytes) -> bool:
        """Whether these are the bytes that were published."""
        algorithm, _, digest = self.integrity.partition("-")
        return hashlib.new(algorithm, data).digest() == base64.b64decode(digest)


@cache
def parts() -> tuple[Part, ...]:
    """Every part, the interpreter first."""
    text = files("clabber_audit.app").joinpath("parts.toml").read_text(encoding="utf-8")
    return tuple(Part(**part) for part in tomllib.loads(text)["part"])


def kept_in() -> Path:
    """The folder that keeps what was fetched."""
    return Path(platformdirs.user_cache_dir("clabber-audit", appauthor=False))


def brought(tell: Callable[[str], None]) -> dict[str, bytes]:
    """The bytes of every part by its name, from where they are kept or else from where they are published.

    What is fetched is told before. Unusable where something cannot be fetched, or is not what it should be.
    """
    found = {part: data for part in parts() if (data := _kept(part)) is not None}
    missing = [part for part in parts() if part not in found]
    if missing:
        tell(_announced(missing))
    found.update((part, _fetched(part)) for part in missing)
    return {part.name: found[part] for part in parts()}


def _kept(part: Part) -> bytes | None:
    try:
        data = (kept_in() / part.file).read_bytes()
    except OSError:
        return None
    return data if part.is_whole(data) else None


def _announced(missing: Sequence[Part]) -> str:
    """What is about to be fetched, from where and how much."""
    size = sum(part.size for part in missing) / 1e6
    hosts = dict.fromkeys(part.host for part in missing)
    what = [
        f"{', '.join(f'{part.name} {part.version}' for part in missing if part.host == host)} from {host}"
        for host in hosts
    ]
    files = counted(len(missing), "one file", "{count} files")
    return f"Fetching {size:.1f} MB, {files}, once: {'; '.join(what)}. They are kept in {kept_in()}."


def _fetched(part: Part) -> bytes:
    """A part from where it is published, which is then kept."""
    try:
        with urlopen(part.url, timeout=_PATIENCE) as answer:
            data: bytes = answer.read(part.size + 1)
    except (URLError, OSError) as problem:
        reason = str(getattr(problem, "reason", None) or problem)
        help = f"connect to the network this once, or put the file into {kept_in()}"
        raise Unusable(f"cannot fetch {part.file} from {part.host}", reason, help) from None
    if not part.is_whole(data):
        why = "its checksum is wrong"
        raise Unusable(
            f"{part.host} sent a different {part.file} than the published one", why, "try again from another network"
        )
    _keep(part, data)
    return data


def _keep(part: Part, data: bytes) -> None:
    """Whole or not at all: two commands may fetch at the same time."""
    folder = kept_in()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with whole_or_not_at_all(folder / part.file) as temporary, open(temporary, "xb") as stream:
            stream.write(data)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise Unusable(
            f"cannot keep {part.file} in {folder}", reason, "make room there, or set XDG_CACHE_HOME"
        ) from None
