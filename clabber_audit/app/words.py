"""What the page says besides, where the judge is inside; what stands in braces is filled in by the page."""

from __future__ import annotations


def words() -> dict[str, str]:
    """The sentences, by name."""
    return {
        "offline": "Ready offline: it records and rules without a network.",
        "rule-here": "Rule on this hand",
        "rule-pasted": "Rule on it only",
        "rule-file": "Rule on a file, or check a ruling",
        "judging": "The judge is looking at the hand…",
        "judging-rules": "The judge is reading the rules…",
        "judging-long": "The judge has been at it for {seconds} seconds. You can stop at any time; nothing is lost.",
        "judge-stopped": "Stopped. The hand is as it was.",
        "judge-broken": "The judge does not run in this browser ({why}). Save the hand, then rule on it with "
        "clabber-audit or in a newer browser.",
        "no-judge": "This browser is too old for the judge. Save the hand, then rule on it with clabber-audit or in "
        "a newer browser.",
        "again": "This record gives this ruling.",
        "otherwise": "This record gives another ruling, shown below. They differ:",
        "judge-on-disk": "The judge does not run from a folder on a disk. Put the folder on a host, or make the "
        "one file: clabber-audit recorder --judge.",
        "which-hand": "The file holds {count} hands. Which one?",
        "all-hands": "All of them, as a file",
        "saved-rulings": "Saved as {name}; rulings: {count}.",
    }
