"""Rules: rulesets, articles and infractions."""
