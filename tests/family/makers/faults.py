"""What can be planted in a hand, by where it happens."""

IN_CALLS = ("bid-out-of-turn", "insufficient-bid", "invalid-bid", "false-two-bid", "forced-bid-refused")
SPECIAL = ("late-call", "unentitled-call")
IN_NAMING = ("declaring-out-of-turn", "invalid-declaration", "trump-named-late")
IN_EXCHANGE = ("wrong-exchange-card", "missed-exchange", "unentitled-exchange")
IN_LEAVING = ("forbidden-drop-out", "late-drop-out")
IN_PLAY = ("failure-to-follow", "lead-out-of-turn", "play-out-of-turn", "playing-when-out")
NOTED = {
    "exposed_in_deal": "exposed-in-deal",
    "wrong_card_count": "wrong-card-count",
    "dealt_out_of_order": "dealt-out-of-order",
    "missing_cards": "faulty-pack",
    "saw_passed_card": "seen-before-giving",
    "table_talk": "table-talk",
}
FAULTS = (*IN_CALLS, *SPECIAL, *IN_NAMING, *IN_EXCHANGE, *IN_LEAVING, *IN_PLAY, *NOTED.values())
