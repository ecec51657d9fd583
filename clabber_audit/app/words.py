"""What the page says besides, where the judge is inside; what stands in braces is filled in by the page."""

from __future__ import annotations


def words() -> dict[str, str]:
    """The sentences, by name."""
    return {
        "rule-here": "Rule on this hand",
        "rule-file": "Rule on a file, or check a ruling",
        "judging": "The judge is looking at the hand…",
        "judging-long": "The judge has been at it for {seconds} seconds. The longest searches take a minute or two; "
        "nothing is lost if you stop.",
        "judge-stopped": "Stopped. The hand is as it was.",
        "judge-broken": "The judge does not run in this browser ({why}). Save the hand, and rule on it with "
        "clabber-audit or in a newer browser.",
        "no-judge": "This browser is too old for the judge. Save the hand, and rule on it with clabber-audit or in a "
        "newer browser.",
        "again": "This record gives this ruling.",
        "otherwise": "This record does not give that ruling. What it gives is below; that ruling differs:",
        "judge-on-disk": "From a folder on a disk the judge does not run. Put the folder on a host, or use the one file "
        "that clabber-audit recorder --judge writes.",
        "which-hand": "The file holds {count} hands. Which one?",
        "all-hands": "All of them, as a file",
        "saved-rulings": "Saved; rulings: {count}, in ",
    }
