"""`python -m tests.schemas` writes the published JSON Schemas from the models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from pydantic import BaseModel

from clabber_audit.conformance.suite import AnswerShape, ConformanceScoreShape, QuestionShape
from clabber_audit.judge.model import BidEuchreRulingShape, RulingShape
from clabber_audit.league.scorecard import ScorecardShape
from clabber_audit.league.season import Season
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.clabber import HandRecord

FOLDER: Final = Path(__file__).parent.parent / "schemas"
#: The file in `schemas/` that each model is published as.
PUBLISHED: Final[dict[str, type[BaseModel]]] = {
    "bid-euchre-hand-1.json": BidEuchreRecord,
    "bid-euchre-ruling-1.json": BidEuchreRulingShape,
    "clabber-conformance-answer-1.json": AnswerShape,
    "clabber-conformance-question-1.json": QuestionShape,
    "clabber-conformance-score-1.json": ConformanceScoreShape,
    "clabber-hand-1.json": HandRecord,
    "clabber-ruling-1.json": RulingShape,
    "clabber-scorecard-1.json": ScorecardShape,
    "clabber-season-1.json": Season,
}
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
#: Address of the files in this folder, part of the name of each schema; it must not change once published.
PLACE: Final = "https://raw.githubusercontent.com/clabber-audit/clabber-audit/main/schemas/"


def schema_text(file: str) -> str:
    """Return a JSON Schema as published in a file; the number in the file name is the version of the format."""
    head = {"$schema": _DIALECT, "$id": PLACE + file}
    return json.dumps({**head, **PUBLISHED[file].model_json_schema()}, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for file in PUBLISHED:
        (FOLDER / file).write_text(schema_text(file), encoding="utf-8")
