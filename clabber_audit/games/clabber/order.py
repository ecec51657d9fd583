"""The order of Clabber's cards, the same under every ruleset, with what the game makes of calls and melds."""

from typing import Final

from clabber_audit.games.clabber.auction import calls, declared
from clabber_audit.games.clabber.beside import beside
from clabber_audit.games.clabber.ranking import RANKINGS
from clabber_audit.replay import Order

ORDER: Final = Order({strain.name: strain for strain in RANKINGS.values()}, RANKINGS[0], declared, calls, beside)
