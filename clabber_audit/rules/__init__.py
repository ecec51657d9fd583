"""The law: rulesets, articles and infractions."""
