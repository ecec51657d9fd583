"""Terminal prompt: hands typed line by line, each line checked with those before it.

The lines are those of the text notation, `schemas/clab.md`. A line that can be read and can have happened is accepted,
whatever rule it breaks; any other is refused at once and asked for again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.cards import prettify, seat_name
from clabber_audit.core.errors import Path, RecordError, Refused, TextPlace, printable
from clabber_audit.games import GAMES, game_of
from clabber_audit.games.game import Recording
from clabber_audit.games.parse import admit
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records.accounts import account_faults
from clabber_audit.records.bid_euchre_words import TABLES
from clabber_audit.records.dates import propose_edtf
from clabber_audit.records.formats import Record, model_of, record_data
from clabber_audit.records.hand import Hand
from clabber_audit.records.incidents import MISCOUNTS
from clabber_audit.records.notation.draft import FRAMES, HandText
from clabber_audit.records.notation.language import GRAMMARS, Grammar, LineKind, locate, parse
from clabber_audit.records.notation.tokens import STRAIN_SHORT, suggest
from clabber_audit.replay import Replay, replay_hand
from clabber_audit.report.phrases import meld_name
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of
from clabber_audit.rules.infraction import incident_kinds
from clabber_audit.rules.ruleset import SHIPPED_OF

#: Incident that allows hands of a card or two more than usual.
_MISCOUNT: Final = {"kind": MISCOUNTS[0]}
#: The lines that name the seats of a table.
_SEATS: Final = ("seats", "players")


class TypedHand(NamedTuple):
    """Lines of a hand, and its frame: `clabber` or `bid-euchre`."""

    frame: str
    lines: Sequence[str]

    @property
    def text(self) -> str:
        return "\n".join([f"{self.frame} 1", *self.lines, ""])

    def record(self) -> Record:
        return parse(HandText(self.text, 0))

    def locate(self, path: Path) -> TextPlace:
        """Return the place of a part of the record, in typed lines from 1."""
        return locate(HandText(self.text, 0), path)

    def with_places(self, faults: Sequence[RecordError]) -> list[RecordError]:
        """Return faults with their places in the typed lines."""
        return [fault._replace(place=self.locate(fault.path)) for fault in faults]


class Draft(NamedTuple):
    """Unfinished hand as read from its lines."""

    record: Any
    #: The hand; None until the dealer is known.
    hand: Hand | None
    #: Parts that every record has and this one lacks: id, ruleset, deal.
    missing: frozenset[str]
    #: Contradictions that later lines may explain, such as a miscount.
    doubts: tuple[RecordError, ...] = ()
    #: Number of versions that the last account still needs.
    versions_due: int = 0
    #: True if the last line is a claim.
    claimed: bool = False

    @property
    def has_name(self) -> bool:
        return "id" not in self.missing

    @property
    def law(self) -> BoundRuleset:
        """Ruleset of the record if it is shipped, else the first of its game."""
        shipped = SHIPPED_OF[game_of(self.record.format).id]
        return law_of(self.record.ruleset if self.record.ruleset in shipped else shipped[0])

    def replay(self) -> Replay | None:
        """Return the replay so far, None if the record does not fit a table of its rules."""
        law = self.law
        if self.hand is None or law.game.table_faults(self.record, law.toggles):
            return None
        return replay_hand(self.hand, law.order(self.hand.pack))


#: Version in the place of one not typed yet.
_STAND_IN: Final = "says : as written"


def read_draft(typed: TypedHand) -> Draft:
    """Read an unfinished hand. Raise Refused for lines that cannot be read or cannot have happened.

    Places count typed lines from 1. Missing parts are no fault.
    """
    # An `explicit` line is read only with the whole hand.
    lines = ["" if line.lower().split()[:1] == ["explicit"] else line for line in typed.lines]
    heads = [line.lower().split()[:2] for line in lines]
    accounts = [at for at, head in enumerate(heads) if head[:1] == ["account"]]
    versions = sum(head[:1] == ["says"] for head in heads[accounts[-1] :]) if accounts else 2
    due = max(0, 2 - versions)
    lines += [_STAND_IN] * due
    numbered = any(head[0] in _SEATS and head[1] == "p1" for head in heads if len(head) > 1)
    # The parts that every record has.
    dealer = "P1" if numbered else "N"
    stand_ins = {"id": "hand unnamed", "ruleset": "rules unnamed", "deal": f"deal {dealer}"}
    missing: set[str] = set()
    try:
        record = TypedHand(typed.frame, lines).record()
    except Refused as refused:
        # The place of a part that is not typed yet is the frame.
        in_frame = [fault for fault in refused.faults if fault.place is not None and fault.place.line == 0]
        to_come = [fault for fault in in_frame if fault.path[0] in stand_ins]
        if real := [fault for fault in refused.faults if fault not in to_come]:
            raise Refused(real) from None
        missing = {str(fault.path[0]) for fault in to_come}
        lines += [stand_ins[key] for key in sorted(missing)]
        record = TypedHand(typed.frame, lines).record()
    if faults := account_faults(record) if record.accounts else []:
        raise Refused(typed.with_places(faults))
    claimed = bool(heads) and "claim" in heads[-1]
    draft = Draft(record, None, frozenset(missing), versions_due=due, claimed=claimed)
    if "deal" in missing:
        return draft
    # Tricks not typed yet may be marked as having no order.
    clocks, game = record.seating.clocks_of, game_of(record.format)
    marked = [trick for trick in record.disordered if clocks(trick).stop <= len(record.plays)]
    so_far = record if marked == record.disordered else record.model_copy(update={"disordered": marked})
    hand, doubts = game.prepare(so_far)
    if doubts and game.lasting_contradictions(so_far):
        # A miscount may be noted later: then hands of another size than usual are accepted.
        data = record_data(so_far)
        data["incidents"] = [*data.get("incidents", []), _MISCOUNT]
        tolerant = model_of(record.format).model_validate(data)
        if faults := game.lasting_contradictions(tolerant):
            raise Refused(typed.with_places(faults))
        hand, _ = game.prepare(tolerant)
    draft = draft._replace(hand=hand)
    law = draft.law
    strange = game.table_faults(record, law.toggles) if law.ruleset.id == record.ruleset else []
    return draft._replace(doubts=tuple(typed.with_places([*doubts, *strange])))


def misfit_of_score(found: Draft) -> list[str]:
    """Return a warning if the score typed is not the one that the hand gives, by shipped rules; else nothing."""
    record = found.record
    if not record.score or found.doubts or found.law.ruleset.id != record.ruleset or found.replay() is None:
        return []
    ruling = adjudicate(found.hand, found.law) if found.hand else None
    if ruling is None or ruling.sheet_agrees is not False or ruling.remedy.marks is None:
        return []
    sides = zip(ruling.replay.hand.seating.side_names, ruling.remedy.marks, strict=True)
    due = " ".join(f"{side} {mark}" for side, mark in sides)
    return [f"this score does not fit the hand, which gives {due}"]


_ENDING: Final = "`next` or `done`"
_SCORE: Final = "score"


class Prompt(NamedTuple):
    """Prompt for the next line."""

    words: str
    #: The first word that a bare answer is read with, such as `1W` for the cards of trick 1; empty if several kinds of
    #: lines may follow.
    head: str = ""
    #: The default answer; empty if there is none.
    default: str = ""

    @property
    def text(self) -> str:
        return f"{self.words} [{self.default}]" if self.default else self.words


def find_prompt(draft: Draft | None, number: int, frame: str = GAMES[0].id) -> Prompt:
    """Return the prompt after the lines of hand `number` of the session; after a claim it asks for other accounts."""
    asked = _find_plain_prompt(draft, number, frame)
    if draft and draft.claimed and not draft.record.accounts:
        return asked._replace(words=f"{asked.words} (or `account`, if someone tells it differently)")
    return asked


def _find_plain_prompt(draft: Draft | None, number: int, frame: str) -> Prompt:
    """Return the question for what is missing next, without regard to accounts."""
    if draft is None or not draft.has_name:
        game = next(game for game in GAMES if game.id == frame)
        return Prompt(f"Name for hand {number}{'' if game is GAMES[0] else f' of {game.name}'}", "hand")
    if "ruleset" in draft.missing:
        return Prompt("Rules, such as pepper", "rules")
    record, recording = draft.record, draft.law.game.recording(draft.law.toggles)
    if "deal" in draft.missing:
        return Prompt(_sentence([*_find_missing_table_parts(draft, recording), "dealer"]), "deal")
    if draft.versions_due:
        return Prompt("Who says what, such as N S: as written", "says")
    replayed = draft.replay()
    if record.score:
        return Prompt(_ENDING)
    if replayed is None:
        return Prompt(_sentence([*_find_missing_table_parts(draft, recording), f"score, {_ENDING}"]), _SCORE)
    if record.sheet or replayed.declared.unplayed:
        return Prompt(f"Score, {_ENDING}", _SCORE)
    if not record.plays and (said := _prompt_before_cards(draft, replayed, recording)):
        return said
    seating, fallen = replayed.hand.seating, len(replayed.cards)
    tricks, over = divmod(fallen, seating.width)
    if fallen >= seating.end or record.laydown:
        return Prompt(f"Claim, score, {_ENDING}", _SCORE)
    if over:
        what = f"Trick {tricks + 1} has {over} of {seating.width} cards. Type a claim, the score, {_ENDING}"
        return Prompt(what, _SCORE)
    leader = find_next_leader(replayed)
    trick = f"trick {tricks + 1}, {seat_name(leader)} leads" if leader else f"trick {tricks + 1}"
    more = []
    if not record.plays and replayed.maker is not None:
        if "give" in recording.moments and "exchanges" not in record.model_fields_set:
            more.append("give")
        if "out" in recording.moments and "out" not in (said.call for said in record.declarations or ()):
            more.append("out")
    return Prompt(_sentence([*more, trick]), f"{tricks + 1}{leader}" if leader else "")


def _sentence(parts: list[str]) -> str:
    """Return the parts as one prompt that starts with a capital letter."""
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


def find_next_leader(replayed: Replay) -> str:
    """Return the seat that leads next, empty if unknown."""
    turn = replayed.plays.next_turn
    return replayed.hand.seating.seats[turn.bit_length() - 1] if turn.bit_count() == 1 else ""


def _find_missing_table_parts(draft: Draft, recording: Recording) -> Iterator[str]:
    """Yield what the record must still say so that its table fits the rules: the seats, or the pack."""
    record = draft.record
    fields = record.model_fields_set
    if len(recording.tables) > 1 and "seats" not in fields:
        yield "seats"
        return
    table = recording.tables.get(len(record.seating.seats))
    has_pack = fields & {"pack", "pack_name", "cards_each"}
    if table and not has_pack and game_of(record.format).table_faults(record, draft.law.toggles):
        yield f"pack {table.pack}" + (f" each {table.each}" if table.told else "")


def _prompt_before_cards(draft: Draft, replayed: Replay, recording: Recording) -> Prompt | None:
    """Return the prompt for missing calls or trump before the first card, None if all are there."""
    record, seating = draft.record, replayed.hand.seating
    if record.contract is None and not record.declarations:
        turned = recording.turned is not None and (record.deal.upcard or "")[1:] == recording.turned
        first = seat_name(seating.seats[seating.left_neighbor(seating.number[record.deal.dealer])])
        return None if turned else Prompt(f"Calls, {first} first", "calls")
    if replayed.strain is not None or recording.bidding is None:
        return None
    silent = {*seating.seats} - {said.seat for said in record.declarations or ()}
    calls = ["More calls"] if (silent and record.contract is None) or replayed.maker is None else []
    if replayed.maker is None:
        return Prompt("; ".join(calls), "calls") if calls else None
    maker = seating.seats[replayed.maker]
    return Prompt("; ".join([*calls, f"{seat_name(maker)} names trump"]), "" if calls else f"trump {maker}")


#: Optional parts, asked for before the dealer.
_ASKED: Final = {
    "seats": "Players, clockwise from North (for example Ann / Bob / Cy / Dee)",
    "source": "Source, such as scoresheet / sheet 12",
}
#: Asked for after the dealer in games that turn a card.
_TURNED: Final = ("Up-card, such as 9s", "up")
#: Parts carried over from hand to hand.
_CARRIED: Final = ("rules", *_ASKED)
#: Answer that leaves out an optional part, and the questions that accept it.
NONE: Final = "none"
MAY_BE_NONE: Final = (*_ASKED, _TURNED[1])
#: Questions that accept any words, even the beginning of another line: `sheet 12` is a source.
ANY_WORDS: Final = ("source",)


class PreviousHand(NamedTuple):
    """Previous hand: its lines as typed, and its record."""

    typed: TypedHand
    record: Record


def choose_question(
    asked: Prompt, draft: Draft | None, before: PreviousHand | None, passed: Collection[str], number: int
) -> Prompt:
    """Return the prompt `asked` next with a default answer, or one for a part not asked for yet nor `passed` over."""
    if asked.head == "hand":
        if before is None:
            return asked._replace(default=f"hand-{number}")
        id = before.record.id
        last = re.fullmatch(r"(.*?)([0-9]+)", id)
        following = f"{last[1]}{int(last[2]) + 1:0{len(last[2])}}" if last else f"{id[:60]}-2"
        return asked._replace(default=following)
    if draft is None:
        return asked
    record = draft.record
    if "deal" not in draft.missing:
        turns = draft.law.game.recording(draft.law.toggles).upcard is not None
        lacks = turns and not record.deal.upcard and not record.declarations
        unsaid = asked.head == "calls" and lacks and _TURNED[1] not in passed
        return Prompt(*_TURNED, NONE) if unsaid else asked
    lines = [line.strip().partition(" ") for line in before.typed.lines] if before else []
    carried = {head: said.strip() for head, _, said in lines if head in _CARRIED}
    if asked.head == "rules" or ("rules" in carried and "ruleset" not in record.model_fields_set):
        return Prompt("Rules" if "rules" in carried else asked.words, "rules", carried.get("rules", ""))
    typed = {"seats": record.players or "seats" in record.model_fields_set, "source": record.source}
    for head in _ASKED:
        if not typed[head] and head not in passed:
            return Prompt(_ASKED[head], head, carried.get(head, NONE))
    # The deal goes to the left of the last dealer at the same table.
    seats, last_dealer = record.seating.seats, before.record.deal.dealer if before else ""
    if last_dealer not in seats:
        return asked._replace(default="")
    return asked._replace(default=seats[(seats.index(last_dealer) + 1) % len(seats)])


#: Faults reported for one line, at most; later ones follow from the first.
_MOST: Final = 5


def locate_faults(refused: Refused, lines: Sequence[str], now: int | None) -> list[str]:
    """Return the lines of faults; those in line `now` show their column only."""
    said = []
    for fault in refused.faults[:_MOST]:
        place, where, again = fault.place, "", ""
        if place is not None and place.line == now:
            where = f"column {place.column}: "
        elif place is not None and 0 < place.line <= len(lines):
            where = f"line {place.line} ({printable(lines[place.line - 1], 40)}), column {place.column}: "
        said.append(f"{where}{fault.what}" + (f"; {fault.why}" if fault.why else ""))
        # A line that was taken cannot be typed a second time.
        if now is not None and place is not None and 0 < place.line != now:
            again = f"`edit {place.line}` to retype that line"
        elif "twice" in fault.what:
            again = "`edit` lists the lines so far, so that you can retype one; `undo` takes back the last"
        if help := "; ".join(filter(None, (fault.help, again))):
            said.append(f"    help: {help}")
    more = len(refused.faults) - _MOST
    return [*said, f"and {more} more"] if more > 0 else said


#: Commands of the prompt, and what each does.
WORDS: Final[Mapping[str, str]] = {
    "undo": "take back the last line; `undo 3` takes back three, and may reach into the hand before",
    "edit": "retype a line of this hand: `edit 4`; `edit` alone lists the lines with their numbers",
    "show": "show the table: what each has played, the tricks so far, who is next",
    "next": "finish this hand and start another (`clabber 1` and `bid-euchre 1` do the same)",
    "done": "save all hands as text and JSON, and quit",
    "quit": "quit without saving to the file; your typing is kept for next time",
    "help": "show this list; `help claim` explains one kind of line",
}
#: Names of the kinds of lines that begin with a number or a letter.
_CALLED: Final = {"1": "trick", "N": "seat"}
#: Width of the first column.
_WIDTH: Final = 12
_LAST: Final = (
    "Type `?` for an unknown card. Illegal plays are accepted: enter what was played. For a game other than Clabber, "
    "start with its rules, such as `rules pepper`. For the whole format, see `clabber-audit schema clab` and `schema "
    "bid-euchre`."
)


def help_lines(words: Sequence[str], language: Grammar) -> list[str]:
    """Return the help for one word or for all, in a language of the notation."""
    kinds: dict[str, LineKind] = {}
    for word, kind in language.lines.items():
        if kind not in kinds.values() and word not in FRAMES:
            kinds[_CALLED.get(word, word)] = kind
    if not words:
        lines = [line for name, kind in kinds.items() for line in _explain_kind(name, kind)]
        return [*lines, "", *(f"  {word:<{_WIDTH}}{does}" for word, does in WORDS.items()), "", _LAST]
    word = words[0].lower()
    if word in WORDS:
        return [f"  {word:<{_WIDTH}}{WORDS[word]}"]
    if found := kinds.get(word) or language.lines.get(words[0]) or language.lines.get(word):
        # The infractions in a claim, the kinds of an incident.
        known = {"claim": language.known.infraction, "incident": language.known.incident}.get(word, {})
        names = ", ".join(dict.fromkeys(known.values()))
        listed = [f"  {'':<{_WIDTH}}one of: {names}"] if known else []
        return [*_explain_kind(word, found), *listed]
    advice = suggest(word, [*kinds, *WORDS]) or "type help"
    return [f"no line starts with `{printable(word, 40)}`", f"    help: {advice}"]


def _explain_kind(word: str, kind: LineKind) -> Iterator[str]:
    """Yield the lines of help for a kind of line, the word before the first."""
    for number, line in enumerate(kind.example.splitlines()):
        yield f"  {'' if number else word:<{_WIDTH}}{line}"


_WIDTH_TABLE: Final = 8


def table(draft: Draft | None, number: int) -> list[str]:
    """Return the lines that show the hand so far."""
    if draft is None:
        return [f"Nothing typed yet for hand {number}."]
    lines = [_describe_hand(draft)]
    record = draft.record
    lines += [
        f"  {seat_name(seat):<{_WIDTH_TABLE}}{' '.join(map(prettify, cards)) or '-'}"
        for seat in record.seating.seats
        if (cards := record.deal.hands.get(seat)) is not None
    ]
    replayed = draft.replay()
    if replayed and record.plays:
        lines += ["", *_tricks(replayed)]
    lines += [f"  {said}" for said in _events(record)]
    return [*lines, f"  next: {find_prompt(draft, number).words}"]


def _describe_hand(draft: Draft) -> str:
    """Return a line that summarizes the hand so far."""
    record = draft.record
    title = f"hand {record.id if draft.has_name else 'without a name'}"
    if "deal" in draft.missing:
        return title
    title += f", {seat_name(record.deal.dealer)} deals"
    if record.deal.upcard:
        title += f", up-card {prettify(record.deal.upcard)}"
    replayed = draft.replay()
    if replayed and replayed.strain is not None and not replayed.declared.unplayed:
        maker = f" by {seat_name(record.seating.seats[replayed.maker])}" if replayed.maker is not None else ""
        title += f", {STRAIN_SHORT[replayed.strain.name]} made{maker}"
    return title


def _tricks(replayed: Replay) -> Iterator[str]:
    """Yield a row for each trick: leader, cards, winner."""
    hand = replayed.hand
    seating, seats = hand.seating, hand.seating.seats
    yield "  trick  led     " + "".join(f"{seat_name(seat):<{_WIDTH_TABLE}}" for seat in seats) + "won"
    for start in range(0, len(hand.seats), seating.width):
        clocks = range(start, min(start + seating.width, len(hand.seats)))
        row = f"  {seating.trick_of(start):<7}{seat_name(seats[hand.seats[start]]):<{_WIDTH_TABLE}}"
        for seat in range(len(seats)):
            mine = [replayed.cards[at] for at in clocks if hand.seats[at] == seat]
            cards = [prettify(hand.pack.face[card]) if card else "?" for card in mine]
            row += f"{' '.join(cards) or '-':<{_WIDTH_TABLE}}"
        if len(clocks) == seating.width:
            winner = replayed.plays.winners[seating.trick_of(start) - 1]
            row += "?" if winner is None else seat_name(seats[winner])
        yield row.rstrip()


def _events(record: Any) -> Iterator[str]:
    """Yield the events other than plays."""
    for trick in record.disordered:
        clocks = record.seating.clocks_of(trick)
        plays = record.plays[clocks.start : clocks.stop]
        cards = [prettify(play.card) if play.card else "?" for play in plays]
        yield f"trick {trick}, order unknown: {' '.join(cards)}"
    noted = record.model_fields_set
    for meld in (record.melds or ()) if "melds" in noted else ():
        shown = f": {' '.join(map(prettify, meld.cards))}" if meld.cards else ""
        yield f"{seat_name(meld.seat)} calls {meld_name(meld.kind)}{shown}"
    for given in (record.exchanges or ()) if "exchanges" in noted else ():
        cards = [prettify(card) if card else "?" for card in given.cards]
        yield f"{seat_name(given.giver)} passes {seat_name(given.taker)} {' '.join(cards)}"
    for incident in record.incidents:
        who = seat_name(incident.seat) if incident.seat else printable(incident.by_other or "someone")
        yield f"noted: {who} {incident_kinds()[incident.kind].deed}"
    for claim in record.claims:
        by = seat_name(claim.by) if claim.by else "someone"
        yield f"{by} calls a renege on {seat_name(claim.against)}"
    yield from (f"agreed: {agreement.what.replace('_', ' ')}" for agreement in record.agreements)
    if record.laydown:
        yield f"{seat_name(record.laydown.by)} lays down"
    for account in record.accounts:
        yield f"told differently: {printable(account.about)}"
    if record.score:
        yield "score: " + ", ".join(f"{team} {points}" for team, points in record.score.items())


#: First words of the line that names the rules, and so the game.
_RULES: Final = ("rules", "ruleset")
#: Beginning of the message that a word cannot be read.
_NOT_UNDERSTOOD: Final = ("expected", "`")


class Session:
    """Prompt session; each line typed returns the lines to show."""

    def __init__(self, leads: bool = False) -> None:
        self.hands: list[PreviousHand] = []
        #: True if the head of a hand is asked for, and Enter gives the answer in brackets.
        self.leads = leads
        #: Questions about this hand that were passed over.
        self.passed: set[str] = set()
        #: Number of the line to retype, from 1; 0 for none.
        self.edited = 0
        #: Lines of this hand, and their language: that of the previous hand unless another is named.
        self.lines: list[str] = []
        self.frame = FRAMES[0]
        #: `done` or `quit`, once it was accepted.
        self.ended = ""
        #: True if the last line was accepted.
        self.taken = True

    @property
    def next_prompt(self) -> str:
        """Next prompt."""
        if self.edited:
            return f"line {self.edited} [{self.lines[self.edited - 1]}]"
        return self._question().text

    def _question(self) -> Prompt:
        draft, number = self._draft(), len(self.hands) + 1
        asked = find_prompt(draft, number, self.frame)
        before = self.hands[-1] if self.hands else None
        return choose_question(asked, draft, before, self.passed, number) if self.leads else asked

    @property
    def typed_hand(self) -> TypedHand:
        return TypedHand(self.frame, self.lines)

    @property
    def records(self) -> list[Record]:
        return [hand.record for hand in self.hands]

    def to_text(self) -> str:
        """Return all accepted lines as text for `restore`, empty if there are none."""
        hands = [hand.typed for hand in self.hands] + ([self.typed_hand] if self.lines else [])
        return "\n".join(hand.text for hand in hands)

    def restore(self, text: str) -> list[str]:
        """Take the lines of kept text, and return the messages about those refused."""
        lines = filter(str.strip, text.split("\n"))
        return [said for line in lines for said in self._line(line) if not self.taken]

    def take(self, line: str) -> list[str]:
        """Take a line of the hand, or run a command such as `undo`."""
        words = line.split()
        self.taken = True
        if self.edited:
            return self._retype(line)
        if not words:
            if not self.leads:
                return []
            question = self._question()
            if question.default:
                return self._answer(question.default)
            draft = self._draft() if question.head == "deal" else None
            return [_explain_dealer_answer(draft) if draft else "Type an answer, or `help`."]
        word = words[0].lower()
        if word in _BARE:
            return _BARE[word](self) if len(words) == 1 else self._refuse_command(words)
        command = _COMMANDS.get(word)
        if words[0] == "?" and len(words) > 1 and self._question().head[:1].isdigit():
            # `? ? kd ?` is a trick with one card known; `? claim` asks for help.
            said = self._answer(line)
            if self.taken:
                return said
            self.taken = True
        return command(self, words) if command else self._answer(line)

    def _answer(self, line: str) -> list[str]:
        """Return a typed line, or the answer to the question as a line."""
        words, head = line.split(), self._question().head
        if head in MAY_BE_NONE and words[0].lower() == NONE:
            self.passed.add(head)
            return []
        said = self._line(line)
        named = words[0].lower().rstrip(".:") in GRAMMARS[self.frame].names
        if self.taken or not head or (named and head not in ANY_WORDS):
            return said
        answers, names = [line], [" ".join(name.split()) for name in line.split("/")]
        # Names may be typed clockwise, without the seats.
        for table in [table for table in TABLES if head == "seats" and len(table) == len(names)][:1]:
            seated = zip(table, names, strict=True)
            answers.append(" / ".join(f"{seat} {name or '-'}" for seat, name in seated))
        for answer in answers:
            whole = f"{head} {answer.strip()}"
            found = self._line(whole)
            if self.taken:
                return [f"read as: {printable(whole, 60)}", *found] if named else found
            starts = tuple(f"column {len(head) + 2}: {words}" for words in _NOT_UNDERSTOOD)
            if not found[0].startswith(starts):
                said = [f"read as: {printable(whole, 60)}", *found]
        if head == "hand" and len(words) > 1 and not suggest(words[0], GRAMMARS[self.frame].names):
            return [f"A name has no blanks: try {printable('-'.join(words), 60)}", said[-1]]
        if head == "deal" and not named and (found_so_far := self._draft()):
            return [*said[:-1], _explain_dealer_answer(found_so_far), said[-1]]
        return said

    def _draft(self) -> Draft | None:
        return read_draft(self.typed_hand) if self.lines else None

    def _line(self, line: str) -> list[str]:
        self.taken = True
        line = line.rstrip()
        words = line.lower().split()
        if words[0] in FRAMES:
            return self._begin(words)
        lines = [*self.lines, line]
        return self._replace_lines(TypedHand(self._frame_for(words), lines), len(lines))

    def _replace_lines(self, typed: TypedHand, now: int) -> list[str]:
        """Take lines of which one is new; if they contradict each other, keep the lines as they were."""
        before = self._draft()
        try:
            draft = read_draft(typed)
            if draft.has_name and any(hand.record.id == draft.record.id for hand in self.hands):
                place, why = typed.locate(("id",)), "each hand has its own"
                raise Refused([RecordError("that name is already used", why, "give another", place=place)])
        except Refused as refused:
            self.taken = False
            return [*locate_faults(refused, typed.lines, now=now), "Not added. Fix the line and try again."]
        self.frame, self.lines = typed.frame, list(typed.lines)
        known = {fault.path for fault in before.doubts} if before else set()
        new = [fault for fault in draft.doubts if fault.path not in known]
        said = locate_faults(Refused(new), self.lines, now=now)
        if not before or before.record.score != draft.record.score:
            said += misfit_of_score(draft)
        context = draft.record.context
        if context and context.date and (not before or before.record.context != context):
            date, question = propose_edtf(context.date)
            counts = f" It counts as {date} until you say." if date and question else ""
            said += [f"of this date one cannot tell: {question}{counts}"] if question else []
        return ["Added, with a warning:", *said] if said else []

    def edit(self, words: Sequence[str]) -> list[str]:
        """Retype a line: `edit 4`, `edit 4 calls play`; `edit` alone lists the lines."""
        if len(words) == 1:
            return [f"  {number:>3}  {line}" for number, line in enumerate(self.lines, 1)] or ["no lines yet"]
        number, *instead = words[1:]
        if not (number.isascii() and number.isdigit() and len(number) < 5):
            return self._refuse_command(words)
        if not 0 < int(number) <= len(self.lines):
            self.taken = False
            return [f"this hand has no line {int(number)}; type `edit` to list them"]
        self.edited = int(number)
        return self._retype(" ".join(instead)) if instead else []

    def _retype(self, line: str) -> list[str]:
        """Take the new text of the line to edit; an empty one leaves it unchanged."""
        number, self.edited = self.edited, 0
        if not line.strip():
            return [f"Line {number} unchanged."]
        lines = [*self.lines[: number - 1], line.rstrip(), *self.lines[number:]]
        return self._replace_lines(TypedHand(self._frame_for(line.lower().split()), lines), number)

    def _begin(self, words: Sequence[str]) -> list[str]:
        """Begin a hand in the language that a line such as `clabber 1` names."""
        frame, *rest = words
        if rest != ["1"]:
            self.taken = False
            return [f"`{frame} 1` starts a hand and must be the only thing on its line"]
        said = self.finish_hand() if self.lines else []
        if self.taken:
            self.frame = frame
        return said

    def _frame_for(self, words: Sequence[str]) -> str:
        """Return the language of the game whose rules a line names."""
        named = words[1] if len(words) == 2 and words[0].rstrip(":") in _RULES else ""
        return next((game for game, shipped in SHIPPED_OF.items() if named in shipped), self.frame)

    def finish_hand(self) -> list[str]:
        """Finish the hand and begin another."""
        if not self.lines:
            self.taken = False
            return ["this hand has no lines yet"]
        try:
            record = self.typed_hand.record()
            admit(record, self.typed_hand.locate)
        except Refused as refused:
            self.taken = False
            return locate_faults(refused, self.lines, now=None)
        self.hands.append(PreviousHand(self.typed_hand, record))
        self.lines = []
        self.passed.clear()
        return [f"Hand {record.id} is complete."]

    def finish(self) -> list[str]:
        """Finish all hands, to be saved."""
        said = self.finish_hand() if self.lines else []
        if not self.hands:
            said = said or ["No hand entered yet. Type `quit` to stop."]
            self.taken = False
        if self.taken:
            self.ended = "done"
        return said

    def quit(self) -> list[str]:
        """Stop without saving; the typing is kept."""
        self.ended = "quit"
        return []

    def undo(self, words: Sequence[str]) -> list[str]:
        """Take back the last lines: `undo`, `undo 3`. Reopening a finished hand counts as one."""
        count = words[1] if len(words) == 2 else "1"
        if len(words) > 2 or not (count.isascii() and count.isdigit() and len(count) < 5):
            return self._refuse_command(words)
        said = list[str]()
        while len(said) < int(count) and (self.lines or self.hands):
            if self.lines:
                said.append(f"Taken back: {printable(self.lines.pop(), 200)}")
            else:
                whole = self.hands.pop()
                self.frame, self.lines = whole.typed.frame, list(whole.typed.lines)
                said.append(f"Back in hand {whole.record.id}.")
        return said or ["Nothing to take back."]

    def show(self) -> list[str]:
        return table(self._draft(), len(self.hands) + 1)

    def help(self, words: Sequence[str]) -> list[str]:
        """Show what can be typed: `help`, `help claim`."""
        return help_lines(words[1:], GRAMMARS[self.frame])

    def _refuse_command(self, words: Sequence[str]) -> list[str]:
        self.taken = False
        unknown = f"unknown command `{printable(' '.join(words), 40)}`"
        return [unknown, *help_lines(words[:1], GRAMMARS[self.frame])]


def _explain_dealer_answer(draft: Draft) -> str:
    """Return the advice for an answer that names no dealer."""
    return f"Type who dealt: {', '.join(draft.record.seating.seats)}."


#: Commands that stand alone on their line, and those that other words may follow.
_BARE: Final[Mapping[str, Callable[[Session], list[str]]]] = {
    "show": Session.show,
    "next": Session.finish_hand,
    "done": Session.finish,
    "quit": Session.quit,
    "exit": Session.quit,
}
_COMMANDS: Final[Mapping[str, Callable[[Session, Sequence[str]], list[str]]]] = {
    "undo": Session.undo,
    "edit": Session.edit,
    "help": Session.help,
    "?": Session.help,
}
