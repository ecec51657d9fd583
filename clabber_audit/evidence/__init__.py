"""Evaluation of complete and partial records.

`evaluate` applies every infraction that binds to every event. What a record leaves open is filled in by `completions`,
within a search budget, and `unknown_events` does so for events other than plays. The result is a `finding`, with the
moment from which the table could have proven it.

`laydowns` and `double_dummy` search the play of the cards. `checker` checks certificates, and shares no code with the
rest.
"""
