"""Hand records: models, validation, notation and sheets."""
