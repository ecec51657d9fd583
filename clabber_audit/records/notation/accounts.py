"""Accounts in `.clab`: versions of a fact, each as ordinary lines of the hand after the names of its tellers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.core.errors import printable
from clabber_audit.core.text import inflect
from clabber_audit.records.accounts import SHEET, Edit, apply_edits, edits_of
from clabber_audit.records.base import AccountVersion
from clabber_audit.records.notation import tokens as lexer
from clabber_audit.records.notation.draft import HandText, Mark, RecordDraft
from clabber_audit.records.notation.tokens import ParseError, quote, unquote

#: Place of a card, such as `2.3`: the third card of the second trick.
_PLACE: Final = re.compile(r"([1-9][0-9]?)\.([1-9])")
#: Lines that contain `/` and so come last.
LAST: Final = ("calls", "declarations", "give")
#: Words of a `claim 1` change that can be negated.
_BACK: Final = {"reviewed": False, "withdrawn": False}


#: Lines that no version can change, and those that `also` may begin.
_HEADINGS: Final = frozenset(
    (
        "clabber", "bid-euchre", "hand", "rules", "ruleset", "pack", "seats", "players", "teams", "context",
        "source", "explicit", "account", "says", "believed", "remark", "sum", "incident", "claim",
    )
)  # fmt: skip
_EVENTS: Final = frozenset(["incident", "claim"])


#: Reader of a line by its first word; None for a word that begins none.
ReaderOf = Callable[[str], Callable[[RecordDraft], None] | None]


class AccountLine(NamedTuple):
    """Line of an account before it is read: its words and its place."""

    tokens: tuple[str, ...]
    mark: Mark
    places: tuple[int, ...] | None
    moment: int | str


def read_account(draft: RecordDraft) -> None:
    """`account Ruth's belle`: open an account, named in the table's words."""
    draft.mark(("accounts", len(draft.accounts)), 0)
    mark = draft.mark_of(0)
    about = draft.read_text() if len(draft.tokens) > 1 else ""
    draft.accounts.append(({"about": about or "this"}, [], mark))
    if not about:
        raise ParseError(draft.at, "expected what they disagree about", "for example `account the belle`")


def read_account_line(draft: RecordDraft) -> None:
    """Store a line of an account, which is read at the end of the hand."""
    if not draft.accounts:
        word = draft.tokens[0].lower()
        help = "put a line such as `account the belle` above it"
        raise ParseError(0, f"`{word}` comes before any `account`", help)
    places = None if draft.places is None else tuple(draft.places)
    draft.accounts[-1][1].append(AccountLine(tuple(draft.tokens), draft.mark_of(0), places, draft.moment))


def finish_accounts(draft: RecordDraft, reader: ReaderOf) -> None:
    """Add the accounts to a draft whose other lines are all read; `reader` returns the reader of a line."""
    base = Base({key: value for key, value in draft.data.items() if key != "accounts"}, draft, reader)
    for number, (account, lines, mark) in enumerate(draft.accounts):
        versions: list[dict[str, Any]] = []
        account["versions"] = versions
        for line in lines:
            draft.number, draft.places = line.mark[0], None if line.places is None else list(line.places)
            draft.tokens, draft.at = list(line.tokens), 1
            try:
                if line.tokens[0].lower() == "believed":
                    if "found" in account:
                        raise ParseError(0, "an account has two findings of fact", "keep one of the two")
                    account["found"] = _parse_finding_of_fact(draft, versions)
                else:
                    draft.mark(("accounts", number, "versions", len(versions)), 0)
                    versions.append(base.version(draft.tokens, line.moment))
            except ParseError as error:
                draft.add_parse_error(error)
        draft.places = None
        if len(versions) < 2 and not draft.faults:
            what = f"the account “{printable(account['about'])}” has {inflect(len(versions), '1 version', '{count} versions')}"
            draft.add_fault(mark, what, "it needs two: add a line `says ...` for each below it")
        # Filled up, so that no other fault of it is reported.
        versions += [{"told_by": [], "set": {}}] * (2 - len(versions))


def parse_tellers(word: str, token: int, draft: RecordDraft) -> list[str]:
    """Return the tellers that a word names: one seat, the seats of a side, `sheet` or a person."""
    if word[0] == '"':
        return [unquote(word, token)]
    if word in draft.known.seat:
        return [draft.known.seat[word]]
    if word in draft.known.side:
        seats = sorted(draft.seating.seats, key=len, reverse=True)
        return re.findall("|".join(seats), draft.known.side[word])
    return [SHEET if word.lower() == SHEET else word]


def _parse_finding_of_fact(draft: RecordDraft, versions: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Read a finding of fact; the version is that of the tellers, or the number in `v2`."""
    word = draft.take_token("whom the arbiter believes, or `v` and the number of the version")
    version = int(word[1:]) if re.fullmatch(r"v[1-9]", word) else None
    if version is None:
        names = parse_tellers(word, 1, draft)
        version = next((at for at, told in enumerate(versions, 1) if names[0] in told["told_by"]), None)
    if version is None:
        help = "name who tells it, or a version as `v2`"
        raise ParseError(1, f"nobody called {quote(word)} tells a version above", help)
    belief: dict[str, Any] = {"version": version}
    while draft.peek():
        key = draft.take_token("`by`, `on` or `because`").lower()
        if key not in ("by", "on", "because") or key in belief:
            raise ParseError(draft.at - 1, f"expected `by`, `on` or `because`, but found {quote(key)}")
        value = draft.take_token("text; more than one word in quotes")
        belief[key] = unquote(value, draft.at - 1) if value[0] == '"' else value
    for key in ("by", "because"):
        if key not in belief:
            raise ParseError(draft.at, f"expected `{key}`", f"add `{key}` and a text in quotes")
    return belief


#: Value of a change that leaves out what stands at a key.
GONE: Final = object()
#: A key of the record, or a pointer into it, and its new value.
Change = tuple[str, Any]


class Base:
    """The hand as written, which the versions of its accounts change."""

    def __init__(self, data: dict[str, Any], draft: RecordDraft, reader: ReaderOf) -> None:
        self.data, self.draft, self.reader = data, draft, reader

    def version(self, tokens: Sequence[str], moment: int | str) -> dict[str, Any]:
        """Parse a version: its tellers and its changes."""
        told_by: list[str] = []
        for token, word in enumerate(tokens[1:], 1):
            if word == ":":
                break
            name = word.removesuffix(":") if word[0] != '"' else word
            told_by += parse_tellers(name, token, self.draft)
            if name != word:
                break
        else:
            help = "for example `says N S: as written`"
            raise ParseError(len(tokens), "expected `:` after who says it", help)
        changes = self.changes(tokens, token + 1, moment)
        kept = {key: value for key, value in changes if value is not GONE}
        removed = [key for key, value in changes if value is GONE]
        version: dict[str, Any] = {"told_by": told_by, **({"set": kept} if kept or not removed else {})}
        return {**version, "remove": removed} if removed else version

    def changes(self, tokens: Sequence[str], start: int, moment: int | str) -> list[Change]:
        """Parse the changes from a token on; one that begins with `calls` or `give` goes to the end."""
        if [word.lower() for word in tokens[start:]] == ["as", "written"]:
            return []
        changes: list[Change] = []
        first = start
        for stop in range(start, len(tokens) + 1):
            if stop < len(tokens) and (tokens[stop] != "/" or tokens[first].lower() in LAST):
                continue
            if first == stop:
                raise ParseError(first, "expected what they say", "for example `as written` or `melds none`")
            before = {key for key, value in changes if value is not GONE}
            for key, value in (found := self._change(list(tokens[first:stop]), first, moment)):
                if key in before and value is not GONE:
                    raise ParseError(first, f"{quote(key)} is changed twice", "keep one of the two")
            changes += found
            first = stop + 1
        return changes

    def reads_back(self, text: str, edit: Edit, exact: bool) -> bool:
        """Return True if a change as typed is read as an edit, or makes the same hand unless that is to be `exact`."""
        try:
            changes = self.changes(lexer.split(text), 0, "scored")
        except ParseError:
            return False
        if exact:
            return changes == [(edit.key, GONE if edit.removes else edit.value)]
        kept = {key: value for key, value in changes if value is not GONE}
        removed = [key for key, value in changes if value is GONE]
        typed = AccountVersion.model_construct(told_by=[], set=kept, remove=removed)
        try:
            return apply_edits(self.data, list(edits_of(typed, ()))) == apply_edits(self.data, [edit])
        except (LookupError, TypeError, ValueError, AttributeError):
            return False

    def _change(self, words: list[str], first: int, moment: int | str) -> list[Change]:
        """Parse a change that begins at a token of the line."""
        head = words[0].lower()
        try:
            if head in ("set", "remove"):
                return [_parse_pointer_edit(words)]
            if head == "without":
                return [(self._parse_removal(words), GONE)]
            if place := _PLACE.fullmatch(head):
                return self._play(words, place)
            if head in ("claim", "incident") and words[1:2] and words[1].isdecimal():
                return self._part(words, head + "s")
            if head == "also":
                return [self._parse_addition(words, moment)]
            if head in ("claim", "incident"):
                help = f"write `{head} 1` to change the first, `also {head}` for one more"
                raise ParseError(0, f"expected which {head}", help)
            return self._meld(words, moment) if ":+" in head else self._line(words, moment)
        except ParseError as error:
            raise ParseError(first + error.token, error.what, error.help, error.offset) from None

    def _parse_ordinary_line(
        self, words: list[str], moment: int | str, unlike: frozenset[str] = _HEADINGS
    ) -> RecordDraft:
        """Read an ordinary line as if it stood alone in the hand."""
        draft = self.draft
        scratch = RecordDraft(HandText(" ".join(words), 1), draft.format, draft.known, draft.seating)
        scratch.tokens, scratch.at, scratch.moment = words, 1, moment
        scratch.deal = {"dealer": self.data.get("deal", {}).get("dealer", draft.seating.seats[0])}
        reader = self.reader(words[0])
        if reader is None or words[0].lower() in unlike or words[0].lower() in draft.known.head:
            help = "write the line that would stand in the hand, or `2.3 td` for a card"
            raise ParseError(0, f"{quote(words[0])} is not a line of a hand", help)
        if words[0].lower().startswith("deal"):
            scratch.deal = {}
        reader(scratch)
        if scratch.faults:
            raise ParseError(0, scratch.faults[0].what, scratch.faults[0].help)
        return scratch

    def _line(self, words: list[str], moment: int | str) -> list[Change]:
        """Parse an ordinary line as the change that replaces the line of its kind."""
        scratch, head = self._parse_ordinary_line(words, moment), words[0].lower()
        deal = self.data.get("deal", {})
        if head.startswith("deal"):
            said = [(f"/deal/{key}", value) for key, value in scratch.deal.items() if deal.get(key) != value]
            gone = [key for key in ("cut", "due_dealer") if key in deal and key not in scratch.deal]
            return said + [(f"/deal/{key}", GONE) for key in gone]
        del scratch.deal["dealer"]
        if hands := scratch.deal.pop("hands", None):
            if "hands" not in deal:
                return [("/deal/hands", hands)]
            return [(f"/deal/hands/{seat}", hand) for seat, hand in hands.items()]
        data = dict(scratch.data)
        if scratch.melds:
            data["melds"] = scratch.melds
        if "declarations" in data and self.reader("trump"):
            # Calls, trumps and departures are lines of their own in one list: the others stay.
            own = {"trumps": "trump"}.get(head, head) if head in ("trump", "trumps", "out") else "calls"
            before = self.data.get("declarations") or []
            lines = [call["call"] if call["call"] in ("trump", "out") else "calls" for call in before]
            at = lines.index(own) if own in lines else len(before)
            rest = [(place, call) for place, call in enumerate(before) if lines[place] != own]
            data["declarations"] = [
                *(call for place, call in rest if place < at),
                *data["declarations"],
                *(call for place, call in rest if place >= at),
            ]
        return [(f"/deal/{key}", value) for key, value in scratch.deal.items()] + [*data.items()]

    def _play(self, words: list[str], place: re.Match[str]) -> list[Change]:
        """Read `2.3 td`, or `2.3 E:td` if another seat played it."""
        seating, (trick, number) = self.draft.seating, (int(place[1]), int(place[2]))
        at = seating.clocks_of(trick).start + number - 1
        if number > seating.width or at >= len(self.data.get("plays", ())):
            help = "write the trick, a dot and the number of the card in it"
            raise ParseError(0, f"no card {words[0]} is written down", help)
        if len(words) != 2:
            raise ParseError(min(len(words), 2), "expected one card", "for example `2.3 td`")
        seat, colon, card = words[1].rpartition(":")
        code = lexer.read_one_card([card], 0, "one card", self.draft.known)
        changes: list[Change] = [(f"/plays/{at}/card", code)]
        return [*changes, (f"/plays/{at}/seat", self.draft.seat_called(seat, 1))] if colon else changes

    def _parse_index(self, words: list[str], key: str) -> int:
        """Return the index of the part that `claim 2` names."""
        count = len(self.data.get(key) or ())
        number = int(words[1]) if len(words) > 1 and words[1].isdecimal() and len(words[1]) < 4 else 0
        if not 1 <= number <= count:
            help = f"it has {count}, counted from 1"
            raise ParseError(1, f"the hand has no {key[:-1]} of that number", help)
        return number - 1

    def _part(self, words: list[str], key: str) -> list[Change]:
        """Parse `claim 1 @turned not reviewed by S`: the fields that differ."""
        place, draft = self._parse_index(words, key), self.draft
        changes: dict[str, Any] = {}
        value: Any
        token = 2
        while token < len(words):
            word, after, size = words[token].lower(), "".join(words[token + 1 : token + 2]), 2
            if word == "not" and after.lower() in _BACK:
                name, value = after.lower(), False
            elif word in ("by", "to", "seat") and after:
                name, value = word, draft.seat_called(after, token + 1)
            elif word == "against" and after:
                sides = {**draft.known.side, **draft.known.seat}
                name, value = word, sides.get(after, sides.get(after.lower(), after))
            elif word == "trick" and after.isdecimal():
                name, value = word, int(after[:4])
            elif word[0] == "@":
                name, value, size = "at", draft.clock(token, word[1:]), 1
            elif word in _BACK:
                name, value, size = word, True, 1
            elif word in draft.known.infraction:
                name, value, size = "infraction", draft.known.infraction[word], 1
            else:
                help = (
                    "such as a time @turned, `trick 2`, `not reviewed`, `by S`, `against N` or an infraction"
                )
                raise ParseError(token, f"expected what was different, but found {quote(words[token])}", help)
            changes[f"/{key}/{place}/{name}"] = value
            token += size
        if not changes:
            raise ParseError(2, f"expected what was different about this {key[:-1]}", "for example `@turned`")
        return [*changes.items()]

    def _parse_addition(self, words: list[str], moment: int | str) -> Change:
        """Parse one more incident, claim or meld."""
        if len(words) < 2:
            raise ParseError(1, "expected an incident, a claim or a meld")
        try:
            if ":+" in words[1]:
                key, items = "melds", self._parse_ordinary_line(["melds", *words[1:]], moment).melds
            else:
                scratch = self._parse_ordinary_line(words[1:], moment, _HEADINGS - _EVENTS)
                key = "incidents" if scratch.incidents else "claims"
                items = scratch.incidents or scratch.claims
        except ParseError as error:
            raise ParseError(1 + error.token, error.what, error.help, error.offset) from None
        if len(items) != 1:
            raise ParseError(1, "expected one incident, claim or meld", "write the others after a `/`")
        return (f"/{key}/-", items[0]) if key in self.data else (key, items)

    def _own_melds(self, seat: str) -> list[tuple[int, str]]:
        """Return the calls of a seat in the hand: their places and kinds."""
        melds = enumerate(self.data.get("melds") or ())
        return [(at, one["kind"]) for at, one in melds if one["seat"] == seat]

    def _meld(self, words: list[str], moment: int | str) -> list[Change]:
        """Parse `W:+50=9hthjh`, which replaces the seat's call of that kind, or its only call."""
        changes: dict[str, Any] = {}
        for meld in self._parse_ordinary_line(["melds", *words], moment).melds:
            own = self._own_melds(meld["seat"])
            alike = [one for one in own if one[1] == meld["kind"]]
            places = alike if len(alike) == 1 else own
            if len(places) != 1:
                what = f"{meld['seat']} has {'several such calls' if places else 'no call'} here"
                raise ParseError(0, what, "write `melds` and all of them, or `also` for one more")
            changes[f"/melds/{places[0][0]}"] = meld
        return [*changes.items()]

    def _parse_removal(self, words: list[str]) -> str:
        """Parse a part that is left out: `without claim 1`, `without E:+dad`, `without laydown`."""
        what = words[1].lower() if len(words) > 1 else ""
        if what in ("claim", "incident") and len(words) == 3:
            return f"/{what}s/{self._parse_index(words[1:], what + 's')}"
        if len(words) == 2 and ":+" in what:
            seat, _, kind = words[1].partition(":+")
            owner, name = self.draft.seat_called(seat, 1), lexer.KIND.get(kind.lower(), kind)
            own = [at for at, meld in self._own_melds(owner) if meld == name]
            if len(own) == 1:
                return f"/melds/{own[0]}"
            raise ParseError(1, f"the hand has {len(own)} such calls", "name one that stands in the hand")
        if len(words) == 2 and what in self.data and what in ("score", "laydown"):
            return f"/{what}"
        help = "`claim 1`, `incident 1`, a call such as `E:+dad`, `score` or `laydown`"
        raise ParseError(1, "expected what is left out", help)


def _parse_pointer_edit(words: list[str]) -> Change:
    """Read `set "/path" "json"`, or `remove "/path"`."""
    head = words[0].lower()
    if len(words) != (3 if head == "set" else 2):
        help = 'for example set "/plays/9/card" "\\"TS\\"" or remove "/melds/2"'
        raise ParseError(min(len(words), 2), "expected a pointer and a value, both in quotes", help)
    path = unquote(words[1], 1)
    try:
        return path, GONE if head == "remove" else json.loads(unquote(words[2], 2))
    except (ValueError, RecursionError):
        raise ParseError(2, "the value is not JSON", 'a text needs quotes of its own: "\\"TS\\""') from None
