"""The words of any card table: pack, cards, seats and moments."""
