"""Rewards of an activation, and the effects they share with bonus tiles."""

from __future__ import annotations

from ....kernel.rule import rule
from .. import box
from ..actions import BOOK, DISC, HELPER, LEVELS
from ..state import State
from .activation import end_activation, pay_helper, strength
from .effects import carry_on, has_too_many_helpers, is_used, lose_rest, push, use

# --- Choosing a level -----------------------------------------------------------------------------


@rule
def forbids_level(s: State, p: int, level: int) -> int:
    """Refuses a reward that is too high or sold out, and nothing while there is a reward. (L41)"""
    if level > 0:
        return forbids_reward(s, p, level)
    for reward in range(1, LEVELS + 1):
        if forbids_reward(s, p, reward) == 0:
            return 41
    return 0


@rule
def forbids_reward(s: State, p: int, level: int) -> int:
    """Refuses a level above the strength, and an artwork that is sold out. (L40, L49)"""
    if level > strength(s, p):
        return 40
    return 49 if s.discipline == box.ARTS and s.art_stock[level - 1] == 0 else 0


@rule
def take_reward(s: State, p: int, level: int) -> None:
    """Gives the reward of the activated discipline."""
    d = s.discipline
    end_activation(s)
    if level > 0:
        if d == box.DISCOVERIES:
            sail(s, p, level)  # L43
        elif d == box.LITERATURE:
            push(s, BOOK, level)  # L45
        elif d == box.RELIGION:
            push(s, DISC, level)  # L47
        elif d == box.ARTS:
            s.art_stock[level - 1] -= 1  # L49
            s.artworks[p][level - 1] += 1
        else:
            push(s, HELPER, level)  # L50
    carry_on(s)


# --- Ships (L43, L44) -----------------------------------------------------------------------------


@rule
def sail(s: State, p: int, steps: int) -> None:
    """Moves the ship; every white-helper space on the way gives one. (L44)"""
    for _ in range(min(steps, box.LAST_SPACE - s.ship[p])):
        s.ship[p] += 1
        if box.GIVES_HELPER[s.ship[p]]:
            take_helper(s, p, box.WHITE)


# --- Books (L45, L46) -----------------------------------------------------------------------------


@rule
def forbids_book(s: State, p: int, colour: int) -> int:
    """Refuses a colour twice in an effect, and a fifth book on the shelf. (L45)"""
    return 45 if is_used(s, colour) or s.books[p][colour] == box.SHELF else 0


@rule
def choose_book(s: State, p: int, colour: int) -> None:
    """Writes one of the books of the effect; its bonus comes before the next. (L45, L46)"""
    use(s, colour)
    write_book(s, p, colour)
    carry_on(s)


@rule
def write_book(s: State, p: int, colour: int) -> None:
    """Puts a book on its place, if there is one, and brings its bonus about. (L46, L69)"""
    if s.books[p][colour] == box.SHELF:
        return
    bonus = box.BOOK_BONUS[colour][s.books[p][colour]]
    s.books[p][colour] += 1
    if s.owner[box.TL5] == p:
        s.money[p] += box.TL5_FLORINS
    if bonus == box.BOOK_SHIP:
        sail(s, p, box.BOOK_STEPS)
    elif bonus == box.BOOK_DISC:
        push(s, DISC, 1)
    elif bonus == box.BOOK_RELIGION_DISC:
        put_disc(s, p, box.RELIGION)
    elif bonus == box.BOOK_HELPER:
        push(s, HELPER, 1)


# --- Discs (L47, L48) -----------------------------------------------------------------------------


@rule
def forbids_disc_slot(s: State, p: int, slot: int) -> int:
    """Refuses the Religion slot, a slot twice in an effect, and a disc that is not in the supply. (L47, L48)"""
    if slot == box.RELIGION:
        return 48
    return 47 if is_used(s, slot) or s.supply[p] == 0 else 0


@rule
def choose_disc_slot(s: State, p: int, slot: int) -> None:
    """Places one of the discs of the effect. (L47)"""
    use(s, slot)
    put_disc(s, p, slot)
    carry_on(s)


@rule
def put_disc(s: State, p: int, slot: int) -> None:
    """Puts a disc in a slot, only from the supply and if there is one. (L47, L48, L52)"""
    if s.supply[p] > 0:
        s.supply[p] -= 1
        s.discs[p][slot] += 1


# --- Helpers (L50, L51) ---------------------------------------------------------------------------


@rule
def forbids_helper(s: State, colour: int) -> int:
    """Refuses a colour twice in an effect, and one that the Politics room lacks. (L50)"""
    return 50 if is_used(s, colour) or s.helper_stock[colour] == 0 else 0


@rule
def choose_helper(s: State, p: int, colour: int) -> None:
    """Takes one of the helpers of the effect. (L50)"""
    use(s, colour)
    take_helper(s, p, colour)
    carry_on(s)


@rule
def take_helper(s: State, p: int, colour: int) -> None:
    """Takes a helper from the Politics room, if there is one. (L44, L50, L52)"""
    if s.helper_stock[colour] > 0:
        s.helper_stock[colour] -= 1
        s.helpers[p][colour] += 1


@rule
def forbids_return(s: State, p: int, colour: int) -> int:
    """Refuses to return a helper that is not owned, or without need. (L51)"""
    return 0 if s.helpers[p][colour] > 0 and has_too_many_helpers(s, p) else 51


@rule
def return_helper(s: State, p: int, colour: int) -> None:
    """Returns one helper over the limit. (L51)"""
    pay_helper(s, p, colour)
    carry_on(s)


@rule
def give_up(s: State) -> None:
    """Loses the rest of an effect that is impossible. (L52)"""
    lose_rest(s)
    carry_on(s)
