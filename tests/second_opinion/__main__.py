"""`python -m tests.second_opinion`: both second opinions as one program that answers one question per line.

Clabber is answered only by the published rulesets; the family also by variants of its rulesets, and positions.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from tests.family.opinion import judging as family
from tests.family.opinion.cards import legal_cards, winning_card
from tests.family.opinion.findings import OutOfScope
from tests.family.opinion.laws import VALUES, law_of
from tests.second_opinion import judging as clabber
from tests.second_opinion.toggles import TOGGLES

Json = dict[str, Any]


def answer_question(question: Json) -> Json:
    """Return the answer to a question, or the reason why there is none."""
    if question["kind"] == "game":
        return {"unsupported": "it adds up no games"}
    rules = question["ruleset"]
    name = rules["extends"] if isinstance(rules, dict) else rules
    try:
        if name not in TOGGLES:
            return answer_for_family(question, name, house_answers(rules))
        if question["kind"] == "position":
            return {"unsupported": "of Clabber it judges whole hands alone"}
        if isinstance(rules, dict):
            return {"unsupported": "of Clabber it knows the published rulesets alone"}
        ruled = clabber.judge(question["record"], name)
        # The second opinion counts no points for an unfinished hand.
        return {key: value for key, value in ruled.items() if key != "points" or value is not None}
    except OutOfScope as problem:
        return {"unsupported": str(problem)}


def house_answers(rules: Any) -> Json:
    """Return the answers that a house changes; raise OutOfScope for one that this opinion does not know."""
    if not isinstance(rules, dict):
        return {}
    articles = rules["articles"].values()
    answers = {
        toggle: answer for article in articles for toggle, answer in article.get("toggles", {}).items()
    }
    known = law_of(rules["extends"], {})
    for toggle, answer in answers.items():
        if toggle not in known or (toggle != "target" and answer not in VALUES.get(toggle, ())):
            raise OutOfScope(f"it does not know {toggle} = {answer}")
    return answers


def answer_for_family(question: Json, ruleset: str, toggles: Json) -> Json:
    """Return the answer to a question about the Bid Euchre family."""
    if question["kind"] != "position":
        return family.publish(family.rule({**question["record"], "ruleset": ruleset}, toggles))
    position, law = question["position"], law_of(ruleset, toggles)
    trump, trick = position["trump"], position["trick"]
    if "hand" in position:
        return {"legal": legal_cards(position["hand"], trick, trump, law)}
    return {"winner": winning_card(trick, trump, law) + 1}


if __name__ == "__main__":
    for line in sys.stdin:
        question = json.loads(line)
        print(json.dumps({**answer_question(question), "id": question["id"]}), flush=True)
