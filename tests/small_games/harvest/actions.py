"""Phases and action ids: 0-2 store the roll in a barn, 3-5 sell a barn, 6 is to let the roll go."""

from ludotheque.contract.phases import Phase

BARNS = 3
STORE = 0
SELL = STORE + BARNS
LET_GO = SELL + BARNS

PHASE_TABLE = (
    Phase("ROLL", rule=3, outcomes=6),
    Phase("TURN", rule=4, first=STORE, last=LET_GO, always=True),
    Phase("OVER", rule=7),
)
ROLL, TURN, FINISHED = range(len(PHASE_TABLE))
