"""Everything that the script of the recorder page says, by name; what stands in braces is filled in by the page."""

from __future__ import annotations


def words() -> dict[str, str]:
    """The sentences of the page."""
    return {**_prompts(), **_lines(), **_table(), **_questions(), **_notices(), **_remarks()}


def _prompts() -> dict[str, str]:
    """What to do next."""
    return {
        "prompt-up": "{dealer} deals. Tap the card turned up",
        "prompt-call": "{seat} to speak{card}: play it or pass?",
        "prompt-call-again": "Second round. {seat}: name a suit or pass",
        "on-card": " on {card}",
        "prompt-contract": "Who made trumps, and in what?",
        "prompt-trump": "Which suit was turned up?",
        "prompt-lead": "{seat} leads to trick {trick}: tap a card",
        "prompt-card": "{seat} plays to trick {trick}: tap a card",
        "prompt-show": "{seat} now shows the {kind}, then plays to trick {trick}",
        "prompt-last": "{seat} has the last card, {card}: Enter or tap",
        "prompt-who-leads": "Who leads to trick {trick}? Tap a seat",
        "prompt-score": "All six tricks are played. Write the score",
        "prompt-stopped": "The hand has ended. Write the score",
        "prompt-passed-out": "All passed twice: nothing is played. Deal again",
        "prompt-scored": "Written. Go on with the next hand",
    }


def _lines() -> dict[str, str]:
    """One line a step."""
    return {
        "line-dealing": "a word on the deal",
        "line-up": "{card} turned up",
        "line-up-unknown": "turned card not known",
        "line-call": "{seat}: {call}",
        "call-pass": "pass",
        "call-play": "play it",
        "line-contract": "{seat} made {suit} trumps",
        "line-no-contract": "trumps not known",
        "line-trump": "{suit} are trumps",
        "line-card": "{place} {seat} {card}",
        "line-lost": "{place} order lost {cards}",
        "line-meld": "{seat} calls a {kind}",
        "line-show": "{seat} shows {cards}",
        "line-belle": "{seat} calls belle",
        "line-incident": "{seat} {what}",
        "line-to": "{line}, to {to}",
        "line-unnoted": "{line}, nobody noted when",
        "line-claim": "{by} claims a renege against {against}",
        "line-laydown": "{seat} lays down",
        "line-held": "{seat} holds {cards}",
        "line-note": "note: {text}",
        "line-turned": "last trick turned",
        "line-end": "the hand ends here",
        "line-score": "score {NS} to {EW}",
        "line-agree": "{team} agree",
        "line-disagree": "{team} do not agree",
        "line-correct": "corrected: {line}",
        "somebody": "somebody",
    }


def _table() -> dict[str, str]:
    """What stands at the seats and above the sheet."""
    return {
        "spoken": "{rank} of {suit}",
        "unknown": "unknown card",
        "seen": "already seen",
        "seat-named": "{name} ({seat})",
        "tag-dealer": "dealer",
        "tag-dealt": "dealer, {card} up",
        "tag-maker": "made trumps",
        "trump": "{sign} {suit}",
        "takes": "{seat} takes it",
        "place-round": "round {round}",
        "place-table": "table {table}",
        "place-game": "game {game}",
        "place-hand": "hand {number}",
        "counted": "By the cards, with the last trick, without melds: {points}.",
        "change": "Change",
        "change-up": "Change the turned card",
        "change-card": "Change card {place}",
        "points-of": "{team}, {part}",
        "no-calls": "Calls not noted",
        "contract": "Who made trumps",
        "way-heaps": "Tricks afterwards",
        "way-table": "As it is played",
        "setup-start": "Start recording",
        "setup-change": "Keep the changes",
    }


def _questions() -> dict[str, str]:
    """The dialogs."""
    return {
        "panel-meld": "A meld is called",
        "panel-show": "A meld is shown",
        "panel-claim": "A renege is claimed",
        "panel-exposed": "A card was exposed",
        "panel-look": "Somebody looked at a turned trick",
        "panel-incident": "Something else happened",
        "panel-laydown": "A hand is laid down",
        "panel-held": "A hand was opened: cards still held",
        "panel-lost": "The order of this trick is lost: its cards, as far as known",
        "panel-contract": "Who made trumps, and in what?",
        "panel-correct": "{line}: which card was it?",
        "panel-dealing": "What was wrong with the deal",
        "panel-note": "A note for this moment",
        "shows": "{seat} shows the {kind}",
        "who": "Who?",
        "who-claims": "Who claims?",
        "who-due": "Who should have dealt?",
        "note-text": "Note",
        "quote-text": "What was said, if it matters",
        "pick-cards": "Tap the cards, or type them.",
        "done": "Done",
        "cancel": "Cancel",
        "missing": "Something is missing: choose, or cancel.",
        "mistyped": "No, that was a slip",
        "anyway": "Yes, write it so",
        "doubt-played": "The {card} was already played, by {who} in trick {trick}. Play it again?",
        "doubt-turned": "The {card} was turned up for {who}. Does {seat} play it?",
        "doubt-held": "{who} holds the {card}. Does {seat} play it?",
        "doubt-shown": "{who} showed the {card} in a meld. Does {seat} play it?",
        "doubt-exposed": "{who} exposed the {card}. Does {seat} play it?",
        "doubt-heaped": "The {card} lies in a trick already. Play it again?",
        "doubt-full": "{seat} was known to hold six other cards. Play the {card} all the same?",
        "new-night": "Start a new night? Save this one first: it is taken out of this browser.",
        "keep-night": "Keep this night",
        "throw-night": "Start a new night",
    }


def _notices() -> dict[str, str]:
    """What just happened, and what to mind."""
    return {
        "not-kept": "This browser keeps nothing for this page. Save often.",
        "elsewhere": "This night is open in another window too, and what was entered there is here. Use only one.",
        "restored": "Found again: hand {number} with {count} steps. Go on where you were.",
        "who-first": "First say who leads: tap the seat, or press X and its letter.",
        "name-seat": "Which seat? Tap it, or press N, E, S or W.",
        "out-of-turn": "{seat} was not next. It stands as it happened.",
        "stands-twice": "Written. A card stands twice now, and the hand is refused until one is corrected.",
        "moved": "From trick {trick} on others have played than it said before: look through the tricks.",
        "counts-as-pass": "Not a call of this round: it stands, and counts as a pass.",
        "no-score": "“{text}” is no score for {team}: write points up to 1000, or XXX, XX, --, - or R.",
        "no-points": "“{text}” is no number of points for {team}: write 0 to 1000, or leave it empty.",
        "score-missing": "Write what the sheet has for one team at least, or go on to the next hand.",
        "nothing-yet": "There is nothing to save yet.",
        "saved": "Saved as {name}, in the downloads; hands: {count}.",
        "copied": "Copied; hands: {count}.",
        "copy-by-hand": "The browser did not allow copying. It is marked below: copy it by hand.",
        "disputed": "A card stands twice in {ids}: clabber-audit will refuse that until it is corrected.",
    }


def _remarks() -> dict[str, str]:
    """What goes into a record as a remark."""
    return {
        "remark-lost": "order lost in trick {trick}",
        "remark-agreed": "score agreed by {team}",
    }
