"""Phases and action ids: to bid the card of this value."""

from ludotheque.contract.phases import Phase

VALUES = 12

PHASE_TABLE = (
    Phase("DEAL", rule=2, outcomes=VALUES),
    Phase("PRIZE", rule=3, outcomes=6),
    Phase("BID", rule=4, first=0, last=VALUES - 1, always=True, pieces="cards"),
    Phase("OVER", rule=8),
)
DEAL, PRIZE, BID, FINISHED = range(len(PHASE_TABLE))
MOST_LEGAL = 6  # the cards of a hand
