"""What a shell completes: the ids of rulesets and infractions. Where none fits it offers files, as it does anywhere."""

from __future__ import annotations


def ruleset_ids(incomplete: str) -> list[tuple[str, str]]:
    """The shipped rulesets whose ids begin so, with their titles."""
    from clabber_audit.rulesets.ruleset import SHIPPED, load

    return [(name, load(name).title) for name in SHIPPED if name.startswith(incomplete)]


def infraction_ids(incomplete: str) -> list[tuple[str, str]]:
    """The infractions whose ids begin so, with their titles."""
    from clabber_audit.law.infractions import infractions

    return [(name, found.title) for name, found in infractions().items() if name.startswith(incomplete)]
