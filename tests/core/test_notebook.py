"""Notebooks show games, records, ledgers and analyses as tables."""

from __future__ import annotations

import ludotheque
from ludotheque.bots.advice import advice
from tests.bots.games_of_bots import random_positions


def test_games_records_ledgers_and_analyses_are_shown() -> None:
    positions = random_positions("harvest", 2, 3)
    late = positions[-1]
    game = late.game
    assert game.title() in game._repr_html_()
    record = late.record(("Ann & Ada", "Ben"))
    assert "Ann &amp; Ada" in record._repr_html_()
    assert "<svg" in record._repr_html_()
    ledger = late.ledger()
    assert ledger == [list(sheet) for sheet in ledger]
    assert all(rule in ledger._repr_html_() for sheet in ledger for rule, _ in sheet)
    analysis = advice(late, None, iterations=5, interpreted=True)
    assert all(late.notation(action) in analysis._repr_html_() for action in late.legal())


def test_a_record_of_a_game_that_is_not_here_is_shown_without_a_picture() -> None:
    record = ludotheque.load("sintra").start(2, seed=1).record()
    elsewhere = ludotheque.GameRecord.from_json(record.to_json())
    object.__setattr__(elsewhere, "box", "0" * 16)
    assert "needs another box" in elsewhere._repr_html_()
