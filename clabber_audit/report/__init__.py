"""What people are shown: rulings, replays, manuals, data. A renderer says what was decided and decides nothing."""
