"""Evaluation of complete and partial records.

`evaluate` applies every infraction that binds to every event; `finding` is the result, and `provable` the moment from
which the table could have proven it. What a record leaves open is filled in by `completions`, within a search `budget`.
`laydowns` and `double_dummy` search the play of the cards. `checker` checks certificates, and shares no code with the
rest.
"""
