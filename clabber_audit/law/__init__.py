"""The law: offenses, and a ruleset bound and ready to judge."""
