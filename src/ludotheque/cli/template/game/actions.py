"""Phases and action ids: the ids 0-5 play the card of value 1-6."""

from ludotheque.contract.phases import Phase

VALUES = 6

PHASE_TABLE = (
    Phase("DEAL", rule=2, outcomes=VALUES),
    Phase("ROLL", rule=3, outcomes=6),
    Phase("PLAY", rule=4, first=0, last=VALUES - 1),
    Phase("OVER", rule=6),
)
DEAL, ROLL, PLAY, FINISHED = range(len(PHASE_TABLE))
