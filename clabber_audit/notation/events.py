"""The lines of what no card shows and of the sheet: incidents, claims, a lay-down, score, sheet, remarks."""

from __future__ import annotations

from typing import Any

from clabber_audit.ground.errors import Path
from clabber_audit.notation.draft import Draft
from clabber_audit.notation.slip import Slip, one_card, unknown, unquote


def read_incident(draft: Draft, tokens: list[str]) -> None:
    """`incident advice E to N card ks trick 1 quote "who led?" called deal @5`; `@-` for no time."""
    path: Path = ("incidents", len(draft.incidents))
    draft.mark(path, 0)
    incident: dict[str, Any] = {"kind": draft.word(tokens, 1, draft.known.incident, "the kind of the incident")}
    token = 2
    while token < len(tokens):
        word = tokens[token].lower()
        if word in draft.known.seat:
            draft.put(incident, (*path, "seat"), draft.known.seat[word], token)
        elif word == "to":
            token += 1
            draft.put(incident, (*path, "to"), draft.seat(tokens, token, "the seat it was said to"), token)
        elif word == "trick":
            token += 1
            draft.put(incident, (*path, "trick"), draft.count(tokens, token, "the number of the trick"), token)
        elif word == "card":
            token += 1
            draft.put(incident, (*path, "card"), _card(draft, tokens, token), token)
        elif word == "quote":
            token += 1
            draft.put(incident, (*path, "quote"), _said(tokens, token), token)
        elif word == "called":
            token += 1
            if token == len(tokens):
                raise Slip(token, "expected when it was called", "for example `called deal`")
            called = draft.clock(token, tokens[token].removeprefix("@"))
            draft.put(incident, (*path, "called"), called, token)
        elif word[0] == "@":
            _read_clock(draft, incident, path, word, token)
        else:
            raise unknown(
                token, tokens[token], ("to", "card", "trick", "quote", "called"), "a seat, `trick` or a time such as @8"
            )
        token += 1
    _stand(draft, incident)
    draft.incidents.append(incident)


def _card(draft: Draft, tokens: list[str], token: int) -> str:
    card = one_card(tokens, token, "one card", draft.known)
    if card is None:
        raise Slip(token, "expected one card", "leave out an unknown card")
    return card


def _said(tokens: list[str], token: int) -> str:
    if token >= len(tokens) or tokens[token][0] != '"':
        raise Slip(token, "expected what was said, in quotes")
    return unquote(tokens[token], token)


def _read_clock(draft: Draft, event: dict[str, Any], path: Path, word: str, token: int) -> None:
    """`@7`, or `@-` for none, which is held as None until the line is read."""
    at = None if word == "@-" else draft.clock(token, word[1:])
    draft.put(event, (*path, "at"), at, token)


def _stand(draft: Draft, event: dict[str, Any]) -> None:
    """Gives an event without a clock of its own that of the place where it stands."""
    if event.setdefault("at", draft.moment) is None:
        del event["at"]


def read_claim(draft: Draft, tokens: list[str]) -> None:
    """`claim E against N failure-to-follow trick 2 reviewed withdrawn @24`; `claim -` by nobody at the table."""
    path: Path = ("claims", len(draft.claims))
    draft.mark(path, 0)
    by = None if tokens[1:2] == ["-"] else draft.seat(tokens, 1, "the seat that claims, or `-`")
    if len(tokens) < 3 or tokens[2].lower() not in ("against", "vs"):
        raise Slip(2, "expected `against`")
    claim: dict[str, Any] = {"by": by, "against": draft.side(tokens, 3)}
    token = 4
    while token < len(tokens):
        word = tokens[token].lower()
        if word in draft.known.infraction:
            draft.put(claim, (*path, "infraction"), draft.known.infraction[word], token)
        elif word in ("reviewed", "withdrawn"):
            draft.put(claim, (*path, word), True, token)
        elif word == "trick" or word.isdecimal():
            token += word == "trick"
            draft.put(claim, (*path, "trick"), draft.count(tokens, token, "the number of the trick"), token)
        elif word[0] == "@" and word != "@-":
            _read_clock(draft, claim, path, word, token)
        else:
            expected = "an infraction, `trick`, `reviewed`, `withdrawn` or a time such as @8"
            raise unknown(token, tokens[token], (*draft.known.infraction, "trick", "reviewed", "withdrawn"), expected)
        token += 1
    _stand(draft, claim)
    draft.claims.append(claim)


def read_laydown(draft: Draft, tokens: list[str]) -> None:
    """`laydown S agreed order ksasqs @12`"""
    path: Path = ("laydown",)
    laydown: dict[str, Any] = {}
    draft.put(draft.data, path, laydown)
    draft.put(laydown, (*path, "by"), draft.seat(tokens, 1, "the seat that laid down"), 1)
    for token in range(2, len(tokens)):
        word = tokens[token]
        if word[0] == "@" and word != "@-":
            _read_clock(draft, laydown, path, word, token)
        elif "order" in laydown:
            draft.add_cards(laydown["order"], word, token, (*path, "order"))
        elif word.lower() == "agreed":
            draft.put(laydown, (*path, "agreed"), True, token)
        elif word.lower() == "order":
            draft.put(laydown, (*path, "order"), [], token)
        else:
            raise unknown(token, word, ("agreed", "order"), "`agreed`, `order` or a time such as @8")
    if laydown.get("order") == []:
        raise Slip(len(tokens), "expected the cards in the stated order")
    _stand(draft, laydown)


def read_score(draft: Draft, tokens: list[str]) -> None:
    """`score NS XXX EW 132`: points or a mark; `score NS -1 EW -4` where scores go below zero."""
    draft.moment = "scored"
    token = 1
    while token < len(tokens) or token == 1:
        token = _read_score(draft, tokens, token, draft.team(tokens, token))


def points(draft: Draft, tokens: list[str], token: int) -> int | None:
    """The points that a token says; None when it says none."""
    word = tokens[token].lower().rstrip(",") if token < len(tokens) else ""
    sign = word[:1] if draft.known.signed and word[:1] in ("-", "+", "\u2212") else ""
    digits = word.removeprefix(sign)
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9):
        return None
    return int(digits) if sign in ("", "+") else -int(digits)


def _read_score(draft: Draft, tokens: list[str], token: int, team: str) -> int:
    """Reads the score of a team whose word is at `token`; the token after it."""
    token += 1
    score = draft.data.setdefault("score", {})
    word = tokens[token].lower().rstrip(",") if token < len(tokens) else ""
    if (told := points(draft, tokens, token)) is not None:
        draft.put(score, ("score", team), told, token)
    elif [word, *(later.lower() for later in tokens[token + 1 : token + 2])] == ["turkey", "tracks"]:
        draft.put(score, ("score", team), "XXX", token)
        token += 1
    else:
        mark = draft.word(tokens, token, draft.known.mark, "points or a mark such as `XXX`")
        draft.put(score, ("score", team), mark, token)
    return token + 1


def read_sheet(draft: Draft, tokens: list[str]) -> None:
    """`sheet NS cards 91 last 10 melds 20 belle 0 EW cards 71`; `sheet NS XXX EW 132` is read as the score."""
    draft.moment = "scored"
    token = 1
    while token < len(tokens) or token == 1:
        team = draft.team(tokens, token)
        following = tokens[token + 1].lower() if token + 1 < len(tokens) else None
        if following is not None and following not in draft.known.sheet and following not in draft.known.side:
            token = _read_score(draft, tokens, token, team)
            continue
        line: dict[str, int] = {}
        draft.put(draft.data.setdefault("sheet", {}), ("sheet", team), line, token)
        token += 1
        while token < len(tokens) and tokens[token].lower() in draft.known.sheet:
            key = draft.known.sheet[tokens[token].lower()]
            draft.put(line, ("sheet", team, key), draft.count(tokens, token + 1, "points"), token + 1)
            token += 2


def read_remark(draft: Draft, tokens: list[str]) -> None:
    """`remark anything else worth keeping`"""
    draft.mark(("remarks", len(draft.remarks)), 1)
    draft.remarks.append(draft.text(tokens, 1, len(tokens)))
