"""The law: offences, and a ruleset bound and ready to judge."""
