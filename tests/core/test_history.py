"""Histories know who decided, however they were made."""

from __future__ import annotations

import random

import ludotheque
from ludotheque.core.history import History


def test_a_longer_history_knows_the_deciders_of_the_shorter_one() -> None:
    luck = random.Random(2)
    history = History((ludotheque.load("sintra").start(3, seed=4),), ())
    for _ in range(30):
        history = history.followed([luck.choice(history.position.legal())])
    fresh = History(history.positions, history.choices)
    assert history.deciders == fresh.deciders
    assert "deciders" in vars(history.followed([history.position.legal()[0]]))
