"""Laying down a hand that can lose a trick.

Whoever lays his hand down by agreement, claiming all remaining tricks, must have them all: if an opponent can show a
line on which a trick is lost, it costs as a renege does (R-100, R-109, league rule 10). A line is any legal play by
all four; the cards of the one who laid down follow the order he stated, if he stated one (D-72). A trick won by his
partner is not lost (D-73).

Example: West lays down nine of trumps and ace of hearts; leading the nine would let East's jack in.
"""

from clabber_audit.law.infraction import UNANSWERED, Facts, Infraction, LaydownSearched


def offends(laydown: LaydownSearched, toggles: object) -> bool:
    """Agreed, and a line was found that loses a trick."""
    return laydown.agreed and laydown.good is False


def happened(laydown: LaydownSearched, toggles: object) -> bool:
    """Return True if a line loses a trick, whether laying down was agreed on or not."""
    return laydown.good is False


def evident(laydown: LaydownSearched) -> int | None:
    """Never from the cards on the table: the hands that are still closed decide."""
    return None


def facts(laydown: LaydownSearched) -> Facts:
    """Return the losing line, and the result of a search that gave no answer.

    Where it is open a line loses only in some deals: the two worlds show that, and no line is a fact.
    """
    unanswered = {"search": laydown.result.value} if laydown.result in UNANSWERED else {}
    return {"line": [] if any(laydown.worlds) else list(laydown.line), **unanswered}


INFRACTION = Infraction(
    steps=(LaydownSearched,),
    offends=offends,
    facts=facts,
    happened=happened,
    place="laydown",
    only="clabber",
    message="{seat} laid down too soon: a trick can still be lost",
    help="lay down only what wins every trick whatever is played, or state the order",
    doubt="the hand that {seat} laid down can lose a trick",
    deed="laid down a hand that can lose a trick",
    evident=evident,
    certified="laydown",
    number=20,
)
