"""The shipped rulesets, as TOML; each says only how it differs from the one it extends."""
