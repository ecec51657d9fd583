"""Random command lines for a file, with usual and odd options."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from clabber_audit.rules.ruleset import SHIPPED
from tests.fuzz import odd

#: A file that stands in the way of one to be written.
THERE: Final = b"this was here before\n"


class Asked(NamedTuple):
    """A command: its words, the names that it may write to, and those of them that stand there already."""

    args: list[str]
    writes: tuple[str, ...] = ()
    there: tuple[str, ...] = ()


#: Weights of the commands for a file of records; `rule` takes thirty times as long as `check`.
_ON_RECORDS: Final = {
    "check": 41, "convert": 20, "replay": 16, "score": 10, "rule": 1, "verify": 3, "add": 3, "amend": 2, "fmt": 1,
    "standings": 1, "players": 1, "report": 1, "evening": 1, "sign": 1,
}  # fmt: skip
_ON_ARCHIVES: Final = {
    "archive verify": 20, "archive checkpoint": 5, "archive list": 14, "archive show": 10, "archive search": 8,
    "archive stats": 6, "archive export": 6, "archive site": 1, "archive backup": 5, "archive add": 10,
    "archive amend": 6, "archive init": 1, "check": 10, "convert": 4, "score": 3, "replay": 4, "rule": 1, "verify": 1,
    "archive decisions": 3, "archive dates": 2, "archive people": 2,
    "archive prove": 3, "archive rebuild": 5, "standings": 1, "decision": 8,
}  # fmt: skip
_FORMS: Final = {
    "check": ("text", "json", "jsonl"),
    "rule": ("html", "text", "json"),
    "score": ("html", "text", "json", "csv", "xlsx"),
    "evening": ("html", "text", "csv"),
    "league": ("html", "text", "json", "csv"),
    "archive list": ("text", "json", "csv"),
    "archive show": ("html", "text", "json", "record", "clab"),
    "archive stats": ("text", "json"),
    "archive decisions": ("text", "json"),
    "archive dates": ("text", "json"),
    "archive export": ("jsonl", "clab"),
}
_SAID: Final = (
    "a", "Ruth", "Owls", "upheld", "talk", "one-of-two", "2026", "sheet OR bell", '"', "N*", "a AND", "-",
)  # fmt: skip

_FIELDS: Final = ("player", "team", "infraction", "round", "season", "from", "to", "venue", "remark", "plyer")


def _one_of(weights: dict[str, int], random: Random) -> str:
    """A command, each as often as its weight says."""
    return random.choices([*weights], [*weights.values()])[0]


def on_records(random: Random, path: str, more: dict[str, int] | None = None) -> Asked:
    """A command for a file of records, or of rulings; `more` says which are asked oftener."""
    command = _one_of({**_ON_RECORDS, **(more or {})}, random)
    if command in ("add", "amend"):
        return _archive(random, f"archive {command}", "a.db", path)
    if command in ("standings", "players", "report"):
        return league(random, command, "season.json", path)
    return _plain(random, command, path)


def on_archive(random: Random, path: str) -> Asked:
    """A command for an archive."""
    command = _one_of(_ON_ARCHIVES, random)
    if command == "standings":
        return league(random, command, "season.json", path)
    if command == "decision":
        return decision(random, "season.json", path)
    if command.startswith("archive"):
        return _archive(random, command, path, "x.json")
    return _plain(random, command, path, random.choice((["--hand", random.choice(_SAID)], [])))


def _plain(random: Random, command: str, path: str, more: Sequence[str] = ()) -> Asked:
    if command == "convert":
        name = random.choice(("y.json", "y.jsonl", "y.clab", "-", "-", "y.txt"))
        to = _sometimes(random, 0.2, "--to", random.choice(("json", "jsonl", "clab")))
        return _with_output(random, ["convert", path, name, *to], name)
    if command in ("fmt", "verify"):
        return Asked([command, path], (path,) if command == "fmt" else ())
    if command == "sign":
        side = random.choice(([], ["--agree", "NS"], ["--disagree", random.choice(_SAID)]))
        called = _sometimes(random, 0.3, "--name", odd.text(random))
        return Asked([command, path, "--key", "agnes", *side, *called], (path,))
    args = [command, path, *(more if command in ("rule", "replay") else ()), *_ruleset(random)]
    args += _sometimes(random, 0.2, "--anonymous")
    if command == "replay":
        return Asked(args)
    form = random.choice(_FORMS[command])
    args += _sometimes(random, 0.6, "--format", form)
    if command == "check":
        # Other processes take seconds to begin.
        args += [*_sometimes(random, 0.2, "--brief"), *_sometimes(random, 0.002, "--jobs", "2")]
    return _output(random, args, form)


def league(random: Random, command: str, season: str, *hands: str) -> Asked:
    """A command for a season."""
    form = random.choice(_FORMS["league"])
    args = ["league", command, season, *hands, *_sometimes(random, 0.6, "--format", form)]
    return _output(random, [*args, *_sometimes(random, 0.2, "--anonymous"), *_ruleset(random)], form)


#: Arguments of the commands of a secretary, after the season.
_DECISIONS: Final[dict[str, tuple[str, ...]]] = {
    "approve": ("1",),
    "lock": ("Owls - Eagles",),
    "correct": ("1", "--to", "512:448"),
    "forfeit": ("2", "--team", "Owls"),
    "penalty": ("Owls", "--points", "50"),
    "postpone": ("2", "--until", "2026-02-02"),
    "substitute": ("1", "--team", "Owls", "--player", "Ida"),
    "roster": ("Owls", "--add", "Ida"),
    "handicap": ("Eagles", "--points", "20"),
    "note": ("a dad shown late", "--match", "1", "--protest"),
    "undo": ("1",),
    "keep": (),
    "open": (),
    "log": (),
    "calendar": (),
    "packet": ("--week", "1"),
    "site": (),
}


def decision(random: Random, season: str, *hands: str) -> Asked:
    command = random.choice([*_DECISIONS])
    words = list(_DECISIONS[command])
    if words and random.random() < 0.4:
        others = (*_SAID, "0", "-1", "9" * 20, "Owls", odd.text(random))
        words[random.randrange(len(words))] = random.choice(others)
    if command in ("log", "calendar"):
        return Asked(["league", command, season])
    if command == "packet":
        return Asked(["league", command, season, *words, *hands, "-o", "out"], ("out",))
    if command == "open":
        return Asked(["league", command, season, *hands])
    if command == "site":
        return Asked(["league", command, season, *hands, "-o", "public", "--jobs", "1"], ("public",))
    # An archive keeps what is decided, by that name where the season has one.
    writes = (season, "a.db", *(path for path in hands if path.endswith(".db")))
    if command == "keep":
        return Asked(["league", command, season, *(hands[:1] or _sometimes(random, 0.5, "y.db"))], writes)
    said = random.choice(_SAID) if random.random() < 0.8 else odd.text(random)
    args = ["league", command, season, *words, *hands, "--by", said, *_sometimes(random, 0.9, "--why", said)]
    return Asked([*args, *_sometimes(random, 0.2, "--dry-run")], writes)


def on_note(random: Random, path: str) -> Asked:
    """A command for a checkpoint or a proof."""
    known = _sometimes(random, 0.5, "--signed-by", random.choice((path, "x.json")))
    by, last = ["--key", "agnes", "--name", random.choice(_SAID)], ["--last", random.choice(("y.last", path))]
    return random.choice(
        (
            Asked(["archive", "check-proof", path, *random.choice(([], ["--record", "x.json"])), *known]),
            Asked(["archive", "check-proof", path, random.choice(("--checkpoint", "--since")), path]),
            Asked(["archive", "cosign", path, *by, *last, *known], ("y.last", path)),
            Asked(["archive", "verify", "a.db", "--checkpoint", path, *known]),
            Asked(["archive", "prove", "a.db", "--since", path, *_sometimes(random, 0.3, "--sign", "agnes")]),
            Asked(["archive", "prove", "a.db", random.choice(_SAID), "--checkpoint", path]),
        )
    )


def _archive(random: Random, command: str, path: str, records: str) -> Asked:
    args = [*command.split(), path]
    said = random.choice(_SAID) if random.random() < 0.8 else odd.text(random)
    if command == "archive add":
        return Asked([*args, records, *_ruleset(random), *_sometimes(random, 0.1, "--batch", "1")], (path,))
    if command == "archive amend":
        return Asked([*args, records, "--by", said, "--why", said, *_ruleset(random)], (path,))
    if command == "archive init":
        return Asked([*args, *_sometimes(random, 0.5, "--origin", said)])
    if command == "archive backup":
        name = random.choice(("b.db", "there.db"))
        return Asked([*args, name], ("b.db",), ("there.db",) if name == "there.db" else ())
    if command == "archive site":
        return Asked(["archive", "export", path, "pages", "--jobs", "1"], ("pages",))
    if command == "archive export":
        form = random.choice(_FORMS[command])
        name = random.choice(("-", f"y.{form}"))
        return _with_output(random, [*args, name, *_sometimes(random, 0.2, "--anonymous")], name)
    if command == "archive verify":
        line = random.choice(("a0 0 ", "otters-2026 1284 7KQ2M-9XTRA-0ZB4C-HJ5NW-C", said))
        return Asked([*args, *_sometimes(random, 0.2, "--against", line)])
    if command == "archive rebuild":
        return Asked([*args, *_sometimes(random, 0.3, "--dry-run")], (path,))
    if command == "archive checkpoint":
        return Asked([*args, *random.choice(([], ["--note"], ["--sign", "agnes"]))])
    if command == "archive prove":
        return Asked([*args, said, *_sometimes(random, 0.2, "--entry", "1")])
    form = random.choice(_FORMS.get(command, ("text",)))
    if command == "archive search":
        field = f"{random.choice(_FIELDS)}:{said}"
        query = random.choice(([said], [field], [said, field]))
        return Asked([*args, *query, *_sometimes(random, 0.2, "--limit", "1")])
    if command == "archive show":
        entry = ["--entry", random.choice(("0", "1", "-1", "9" * 20))]
        options = random.choice(([], [], ["--history"], entry))
        return _output(random, [*args, said, *_sometimes(random, 0.6, "--format", form), *options], form)
    if command == "archive list":
        narrowing = random.choice(("--season", "--team", "--player", "--since", "--until"))
        args += _sometimes(random, 0.4, narrowing, said)
        args += _sometimes(random, 0.2, "--differing")
    return Asked([*args, *_sometimes(random, 0.6, "--format", form)])


def _sometimes(random: Random, chance: float, *words: str) -> list[str]:
    return list(words) if random.random() < chance else []


def _ruleset(random: Random) -> list[str]:
    if random.random() < 0.8:
        return []
    return ["--ruleset", random.choice(SHIPPED) if random.random() < 0.9 else odd.text(random)]


def _output(random: Random, args: list[str], form: str) -> Asked:
    """The same with an output file now and then."""
    if random.random() < 0.7:
        return Asked(args)
    name = random.choice((f"out.{form}", "out.html", "out.xlsx", "out"))
    return _with_output(random, [*args, "-o", name], name)


def _with_output(random: Random, args: list[str], name: str) -> Asked:
    """The same where the file that it writes may be there already, to be replaced or not."""
    if name == "-":
        return Asked(args)
    args = args + _sometimes(random, 0.6, "--force")
    return Asked(args, (name,), (name,) if random.random() < 0.5 else ())
