"""`simulate`: seeded random hands."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.convert import Form
from clabber_audit.cli.options import ForceOption, OutOption
from clabber_audit.errors import Exit


def simulate(
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same hands, on every machine.")] = 1,
    hands: Annotated[int, typer.Option("--hands", min=0, help="How many.")] = 10,
    irregular: Annotated[
        float, typer.Option("--irregular", min=0, max=1, help="How often a player breaks a rule, from 0 to 1.")
    ] = 0.02,
    claims: Annotated[
        float,
        typer.Option("--claims", min=0, max=1, help="How often a renege is claimed, rightly or not, from 0 to 1."),
    ] = 0.3,
    form: Annotated[Form, typer.Option("--format", "-f", help="jsonl or clab.")] = Form.jsonl,
    output: OutOption = None,
    force: ForceOption = False,
) -> Exit:
    """Make random hand records, irregular play and claims among them."""
    from clabber_audit.cli.convert import _writer
    from clabber_audit.cli.output import destination
    from clabber_audit.simulate import simulated

    write = _writer(form)
    with destination(output, force) as stream:
        for number, record in enumerate(simulated(seed, hands, irregular, claims)):
            if form is Form.clab and number:
                stream.write("\n")
            stream.write(write(record))
    return Exit.DONE
