"""Pieces that stay with their players at a companion: drawn, discarded and shown, but entered only when they are shown.

Until then another piece stands for each of them, chosen by the server. All that nobody has shown are alike to
everybody, so when a player shows one that stands elsewhere, the two change their places in the whole history. A piece
has the same notation whether it is drawn, discarded or shown.
"""

from __future__ import annotations

import functools

from ludotheque.contract.scene import Same
from ludotheque.core.draws import last_run
from ludotheque.core.history import History, shared
from ludotheque.core.plies import ply_of
from ludotheque.core.position import SPECTATOR, Position
from ludotheque.core.words import words
from ludotheque.kernel.state import CHANCE


def stays_sealed(position: Position) -> bool:
    """Whether only its player sees what comes or is chosen now, and nobody else ever asks for it.

    What everybody reveals together is entered then, and so are draws that the game asks for by its words.
    """
    if position.game.about.PUBLIC or position.to_act is None or position.secret or position.sees_choice(SPECTATOR):
        return False
    if position.to_act != CHANCE:
        return True
    name = position.phrase(next(iter(position.weights()))).key.partition(".")[2]
    return not words(position.game.name, "en").get(f"draws.{name}", "")


def settled(history: History) -> History:
    """The history up to the next thing that people enter: something stands for what stays sealed."""
    while stays_sealed(position := history.position):
        by_chance = position.to_act == CHANCE
        choice = next(iter(position.weights())) if by_chance else position.legal()[0]
        history = history.followed([ply_of(choice, by_chance)], judged=True)
    return history


def entered(history: History) -> History:
    """The history up to the last thing that people have entered."""
    count = len(history.choices)
    while count > 0 and stays_sealed(history.positions[count - 1]):
        count -= 1
    return history.back(count)


def before_last_entry(history: History) -> int | None:
    """The number of choices before the last entry: a decision, or a run of draws; None before the first."""
    return last_run(entered(history))


@functools.lru_cache(256)
def sealed_plies(same: Same[History]) -> tuple[tuple[int, str], ...]:
    """The plies of a history that stay sealed, each with its notation."""
    plies = enumerate(same.thing.plies())
    return tuple((ply, position.notation(choice)) for ply, (position, choice) in plies if stays_sealed(position))


@functools.lru_cache(256)
def shown_plies(same: Same[History]) -> tuple[tuple[int, str], ...]:
    """The plies of a history that people have revealed together, each with its notation."""
    plies = enumerate(same.thing.plies())
    return tuple((ply, position.notation(choice)) for ply, (position, choice) in plies if position.secret)


def standing_in(history: History) -> list[list[str]]:
    """By seat, the notation of the pieces that stand for those in its hand."""
    hands: list[list[str]] = [[] for _ in range(history.position.players)]
    for ply, text in sorted((*sealed_plies(Same(history)), *shown_plies(Same(history)))):
        position, seat = history.positions[ply], history.deciders[ply]
        if seat is None:
            owner = next(seat for seat in range(position.players) if position.sees_choice(seat))
            hands[owner].append(text)
        elif text in hands[seat]:
            hands[seat].remove(text)
    return hands


def unseen_pieces(history: History) -> dict[str, Position]:
    """The notation of all sealed pieces that nobody has shown, each with a draw at which it could come."""
    shown = {text for _, text in shown_plies(Same(history))}
    found: dict[str, Position] = {}
    for ply, _ in sealed_plies(Same(history)):
        if (position := history.positions[ply]).to_act == CHANCE:
            texts = position.game.edition.module("notation").outcome_texts(position.state())
            found |= {text: position for text in texts if text not in shown and text not in found}
    return found


def showing(history: History, action: int) -> History | None:
    """The history in which the player to decide holds what the action shows; None if it cannot be shown."""
    position = history.position
    seat, text = position.to_act, position.notation(action)
    if position.why_not(action) is None:
        return history
    if not position.secret or seat is None or text not in unseen_pieces(history):
        return None
    for held in standing_in(history)[seat][:1]:
        swapped = exchanged(history, text, held)
        if swapped.position.why_not(action) is None:
            return swapped
    return None


def possible_shows(history: History) -> list[int]:
    """The actions that the player to decide may turn out to have chosen."""
    return [action for action in history.position.asked() if showing(history, action) is not None]


def exchanged(history: History, one: str, other: str) -> History:
    """The history in which two pieces that nobody has shown have changed their places: that is always possible."""
    twin, choices = {one: other, other: one}, list(history.choices)
    for ply, text in sealed_plies(Same(history)):
        if text in twin:
            position = history.positions[ply]
            choices[ply] = ply_of(number_of(position, twin[text]), position.to_act == CHANCE)
    same = shared(history.choices, choices)
    return history.back(same).followed(choices[same:], judged=True)


def number_of(position: Position, text: str) -> int:
    """The action or outcome of a notation, possible or not."""
    notes = position.game.edition.module("notation")
    texts = notes.outcome_texts(position.state()) if position.to_act == CHANCE else notes.ACTION_TEXTS
    return list(texts).index(text)


def with_hands(history: History, hands: list[list[str]]) -> History | None:
    """The history in which the seats were left with these pieces; None if that cannot be."""
    pieces = [text for hand in hands for text in hand]
    if len({*pieces}) < len(pieces) or not {*pieces} <= unseen_pieces(history).keys():
        return None
    if [len(hand) for hand in hands] != [len(hand) for hand in standing_in(history)]:
        return None
    for seat, hand in enumerate(hands):
        for place, text in enumerate(hand):
            history = exchanged(history, text, standing_in(history)[seat][place])
    return history
