"""Everything that the script of the recorder page says, by name; what stands in braces is filled in by the page."""

from __future__ import annotations

from gettext import gettext as _


def words() -> dict[str, str]:
    """The sentences of the page in the reader's language."""
    return {**_prompts(), **_lines(), **_table(), **_questions(), **_notices(), **_remarks()}


def _prompts() -> dict[str, str]:
    """What to do next."""
    return {
        "prompt-up": _("{dealer} deals. Tap the card turned up"),
        "prompt-call": _("{seat} to speak{card}: play it or pass?"),
        "prompt-call-again": _("Second round. {seat}: name a suit or pass"),
        "on-card": _(" on {card}"),
        "prompt-contract": _("Who made trumps, and in what?"),
        "prompt-trump": _("Which suit was turned up?"),
        "prompt-lead": _("{seat} leads to trick {trick}: tap a card"),
        "prompt-card": _("{seat} plays to trick {trick}: tap a card"),
        "prompt-show": _("{seat} now shows the {kind}, then plays to trick {trick}"),
        "prompt-last": _("{seat} has the last card, {card}: Enter or tap"),
        "prompt-who-leads": _("Who leads to trick {trick}? Tap a seat"),
        "prompt-score": _("All six tricks are played. Write the score"),
        "prompt-stopped": _("The hand has ended. Write the score"),
        "prompt-passed-out": _("All passed twice: nothing is played. Deal again"),
        "prompt-scored": _("Written. Go on with the next hand"),
    }


def _lines() -> dict[str, str]:
    """One line a step."""
    return {
        "line-dealing": _("a word on the deal"),
        "line-up": _("{card} turned up"),
        "line-up-unknown": _("turned card not known"),
        "line-call": _("{seat}: {call}"),
        "call-pass": _("pass"),
        "call-play": _("play it"),
        "line-contract": _("{seat} made {suit} trumps"),
        "line-no-contract": _("trumps not known"),
        "line-trump": _("{suit} are trumps"),
        "line-card": _("{place} {seat} {card}"),
        "line-lost": _("{place} order lost {cards}"),
        "line-meld": _("{seat} calls a {kind}"),
        "line-show": _("{seat} shows {cards}"),
        "line-belle": _("{seat} calls belle"),
        "line-incident": _("{seat} {what}"),
        "line-claim": _("{by} claims a renege against {against}"),
        "line-laydown": _("{seat} lays down"),
        "line-held": _("{seat} holds {cards}"),
        "line-note": _("note: {text}"),
        "line-turned": _("last trick turned"),
        "line-end": _("the hand ends here"),
        "line-score": _("score {NS} to {EW}"),
        "line-agree": _("{team} agree"),
        "line-disagree": _("{team} do not agree"),
        "line-correct": _("corrected: {line}"),
        "somebody": _("somebody"),
    }


def _table() -> dict[str, str]:
    """What stands at the seats and above the sheet."""
    return {
        "spoken": _("{rank} of {suit}"),
        "unknown": _("unknown card"),
        "seen": _("already seen"),
        "seat-named": _("{name} ({seat})"),
        "tag-dealer": _("dealer"),
        "tag-dealt": _("dealer, {card} up"),
        "tag-maker": _("made trumps"),
        "trump": _("{sign} {suit}"),
        "takes": _("{seat} takes it"),
        "place-round": _("round {round}"),
        "place-table": _("table {table}"),
        "place-game": _("game {game}"),
        "place-hand": _("hand {number}"),
        "counted": _("By the cards, with the last trick, without melds: {points}."),
        "change": _("Change"),
        "change-up": _("Change the turned card"),
        "change-card": _("Change card {place}"),
        "points-of": _("{team}, {part}"),
        "no-calls": _("Calls not noted"),
        "contract": _("Who made trumps"),
        "way-heaps": _("Tricks afterwards"),
        "way-table": _("As it is played"),
        "setup-start": _("Start recording"),
        "setup-change": _("Keep the changes"),
    }


def _questions() -> dict[str, str]:
    """The dialogs."""
    return {
        "panel-meld": _("A meld is called"),
        "panel-show": _("A meld is shown"),
        "panel-claim": _("A renege is claimed"),
        "panel-exposed": _("A card was exposed"),
        "panel-look": _("Somebody looked at a turned trick"),
        "panel-incident": _("Something else happened"),
        "panel-laydown": _("A hand is laid down"),
        "panel-held": _("A hand was opened: cards still held"),
        "panel-lost": _("The order of this trick is lost: its cards, as far as known"),
        "panel-contract": _("Who made trumps, and in what?"),
        "panel-correct": _("{line}: which card was it?"),
        "panel-dealing": _("What was wrong with the deal"),
        "panel-note": _("A note for this moment"),
        "shows": _("{seat} shows the {kind}"),
        "who": _("Who?"),
        "who-claims": _("Who claims?"),
        "who-due": _("Who should have dealt?"),
        "note-text": _("Note"),
        "quote-text": _("What was said, if it matters"),
        "pick-cards": _("Tap the cards, or type them."),
        "done": _("Done"),
        "cancel": _("Cancel"),
        "missing": _("Something is missing: choose, or cancel."),
        "mistyped": _("No, that was a slip"),
        "anyway": _("Yes, write it so"),
        "doubt-played": _("The {card} was already played, by {who} in trick {trick}. Play it again?"),
        "doubt-turned": _("The {card} was turned up for {who}. Does {seat} play it?"),
        "doubt-held": _("{who} holds the {card}. Does {seat} play it?"),
        "doubt-shown": _("{who} showed the {card} in a meld. Does {seat} play it?"),
        "doubt-exposed": _("{who} exposed the {card}. Does {seat} play it?"),
        "doubt-heaped": _("The {card} lies in a trick already. Play it again?"),
        "doubt-full": _("{seat} was known to hold six other cards. Play the {card} all the same?"),
        "new-night": _("Start a new night? Save this one first: it is taken out of this browser."),
        "keep-night": _("Keep this night"),
        "throw-night": _("Start a new night"),
    }


def _notices() -> dict[str, str]:
    """What just happened, and what to mind."""
    return {
        "not-kept": _("This browser keeps nothing for this page. Save often."),
        "elsewhere": _("This night is open in another window too, and what was entered there is here. Use only one."),
        "restored": _("Found again: hand {number} with {count} steps. Go on where you were."),
        "who-first": _("First say who leads: tap the seat, or press X and its letter."),
        "name-seat": _("Which seat? Tap it, or press N, E, S or W."),
        "out-of-turn": _("{seat} was not next. It stands as it happened."),
        "stands-twice": _("Written. A card stands twice now, and the hand is refused until one is corrected."),
        "moved": _("From trick {trick} on others have played than it said before: look through the tricks."),
        "counts-as-pass": _("Not a call of this round: it stands, and counts as a pass."),
        "no-score": _("“{text}” is no score for {team}: write points up to 1000, or XXX, XX, --, - or R."),
        "no-points": _("“{text}” is no number of points for {team}: write 0 to 1000, or leave it empty."),
        "score-missing": _("Write what the sheet has for one team at least, or go on to the next hand."),
        "nothing-yet": _("There is nothing to save yet."),
        "saved": _("Saved as {name}, in the downloads; hands: {count}."),
        "copied": _("Copied; hands: {count}."),
        "copy-by-hand": _("The browser did not allow copying. It is marked below: copy it by hand."),
        "disputed": _("A card stands twice in {ids}: clabber-audit will refuse that until it is corrected."),
    }


def _remarks() -> dict[str, str]:
    """What goes into a record as a remark."""
    return {
        "remark-lost": _("order lost in trick {trick}"),
        "remark-agreed": _("score agreed by {team}"),
    }
