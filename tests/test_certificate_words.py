"""Certificates in words, in the page, in the text and in the data of a ruling; claims upheld by one of two faults."""

from __future__ import annotations

import json

from clabber_audit.certificates import certificates
from clabber_audit.render.anonymous import anonymous
from clabber_audit.render.data import ruling_data, ruling_json
from clabber_audit.render.shape import RulingShape
from tests import hands


def test_data_of_every_hand_fits_the_schema() -> None:
    for record in hands.ALL.values():
        ruling, _ = hands.ruled(record)
        data = json.loads(ruling_json(ruling, proofs=certificates(ruling)))
        RulingShape.model_validate(data)
        assert "certificates" in data
        assert "certificates" not in ruling_data(ruling)


def test_one_of_two_faults_keeps_its_places_without_people() -> None:
    """The claim names the findings by their places, and these are the same."""
    ruling, _ = hands.ruled(hands.ONE_OF_TWO)
    (claim,) = ruling_data(ruling)["claims"]
    assert (claim["verdict"], claim["either"]) == ("upheld", [0, 1])
    assert ruling_data(anonymous(ruling))["claims"] == [claim]
