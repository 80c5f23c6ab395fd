"""Whether a position that was read can be: questions, Caravels and hands must fit each other."""

from __future__ import annotations

from ludotheque.contract.reading import JsonReader

from .actions import (
    ANSWER,
    COURT,
    DEAL,
    DECLARATION,
    DEPARTURE,
    DISCARD,
    DRAW,
    FINISHED,
    FRIEND,
    REPLACE,
    REVELATION,
    THEFT,
    TRAVEL,
)
from .box import (
    ALL_CARDS,
    CHAMELEON,
    COURIER,
    EXPERIENCES,
    FORTUNE_DRAWS,
    FORTUNE_TELLER,
    JUGGLER,
    MOST_REQUESTS,
    STRONGMAN,
)
from .rules.acrobats import can_play
from .rules.requests import next_drawer
from .rules.resolution import resolver, strongman_works
from .rules.scoring import forbids_request, next_answerer, next_declarer
from .rules.travel import (
    FRIENDLY_PLAYERS,
    count_cards,
    friends_in,
    holds_card,
    lead,
    next_friend,
    next_traveller,
    players_in,
)
from .state import DECLINED, NONE, State

THEFT_EXPERIENCE = 2  # of the Actors who steal (F34)


def in_city(s: State) -> bool:
    """Whether a City is being resolved."""
    return s.phase in (THEFT, COURT) or (s.phase in (DRAW, DISCARD) and s.acrobat == NONE)


def check_course(s: State, top: JsonReader) -> None:
    """Raises BadPosition unless the game could have come to this question."""
    check_departure(s, top)
    check_caravels(s, top)
    check_hands(s, top)
    if in_city(s):
        check_city(s, top)
    if s.strongman != NONE:
        owned = s.tilted[s.strongman][STRONGMAN] > 0 and s.travel[s.strongman] != NONE
        top.unless(owned, "pending.strongman", "the seat must have played A4 and stand in front of a City (F28).")
    if s.acrobat != NONE:
        top.unless(s.tilted[s.speaker][s.acrobat] > 0, "pending.acrobat", "an Acrobat being played is tilted (F23).")
    check_drawing(s, top)
    check_scoring(s, top)
    check_deck(s, top)


def check_departure(s: State, top: JsonReader) -> None:
    """Who can play an Acrobat before the Travel cards was asked, and only such a player. (F20, F24)"""
    if s.phase not in (FRIEND, TRAVEL):
        return
    if s.spoken:
        asked = any(s.acrobats[p][COURIER] + s.acrobats[p][JUGGLER] > 0 for p in range(s.players))
        top.unless(asked, "pending.spoken", "nobody has an Acrobat to be asked for (F24).")
    else:
        departure = s.copy()
        departure.phase = DEPARTURE
        asked = any(can_play(departure, p) for p in range(s.players))
        top.unless(not asked, "phase", "who can play an Acrobat is asked in the Departure window before (F24).")


def check_caravels(s: State, top: JsonReader) -> None:
    """Travel cards are chosen from the hand seat by seat, then lie in the discard. (F11, F13, F46, F103)"""
    revealed = s.phase in (REVELATION, REPLACE) or in_city(s)
    for p in range(s.players):
        for key, city, cards in (("travel", s.travel[p], s.hand[p]), ("friends", s.friend[p], s.pile[p])):
            at = f"pending.{key}[{p}]"
            own = key == "travel" or s.players == FRIENDLY_PLAYERS
            if city == NONE:
                missing = own and (s.phase in (REVELATION, REPLACE) or (s.phase == TRAVEL and key == "friends"))
                top.unless(not missing, at, "it must be a City.")
            elif revealed:
                resolved_now = key == "travel" and city == s.city and cards == ALL_CARDS  # an Actor 1 was met (F33)
                top.unless(resolved_now or not holds_card(cards, city), at, "a revealed card is in the discard (F13).")
                top.unless(city >= s.city, at, "this City is resolved already (F14).")
            else:
                top.unless(holds_card(cards, city), at, "this card cannot have been chosen or drawn (F11, F102).")
            if own:
                fewest = 1 if revealed and city != NONE else 2
                field = f"seats[{p}].{'hand' if key == 'travel' else 'friend_pile'}"
                top.unless(count_cards(cards) >= fewest, field, "all cards return when one is left (F45, F108).")
    if s.phase == TRAVEL:
        chosen = [city != NONE for city in s.travel[: s.players]]
        top.unless(chosen == sorted(chosen, reverse=True), "pending.travel", "seats choose in their order.")
        top.unless(s.to_act == next_traveller(s), "to_act", "it must be the first seat without a chosen card.")
    if s.phase == FRIEND:
        drawn = [city != NONE for city in s.friend[: s.players]]
        top.unless(s.players == FRIENDLY_PLAYERS, "phase", "only 2 players have Friendly Troupes (F1).")
        top.unless(
            drawn == sorted(drawn, reverse=True) and next_friend(s) < s.players,
            "pending.friends", "one is still to be drawn, seat 0's first (F102).",
        )  # fmt: skip


def check_hands(s: State, top: JsonReader) -> None:
    """Nobody holds more than 3 Requests, but for one who is drawing or discarding. (F51)"""
    for p in range(s.players):
        most = MOST_REQUESTS
        if s.acrobat == FORTUNE_TELLER and p == s.speaker:
            most += FORTUNE_DRAWS - s.draws[p]
        elif s.phase == DISCARD and p == s.to_act:
            most += 1
        top.unless(s.holding[p] <= most, f"seats[{p}].requests", f"the seat can hold {most} at most now (F51).")


def check_city(s: State, top: JsonReader) -> None:
    """Somebody is in the City being resolved, and its resolver is asked. (F14, F30, F39)"""
    troupes = players_in(s, s.city) + friends_in(s, s.city)
    top.unless(troupes > 0, "pending.city", "nobody stands in front of it (F14).")
    if s.phase in (THEFT, COURT):
        alone = players_in(s, s.city) == 1 and troupes == 1
        top.unless(alone or strongman_works(s), "pending.city", "its cards are met by one player only (F43).")
        top.unless(s.to_act == resolver(s), "to_act", "it must be the player who resolves the City.")
        thieves = sum(n for actor, n in enumerate(s.held) if actor % EXPERIENCES + 1 == THEFT_EXPERIENCE)
        top.unless(s.phase == COURT or thieves > 0, "pending.held", "no Actor of experience 2 is held (F34).")
    top.unless(s.phase == THEFT or s.height[s.city] == 0, f"cities[{s.city}]", "its cards are all dealt with now.")


def check_drawing(s: State, top: JsonReader) -> None:
    """Who draws is in the City, or has played A7; and there is a card to draw. (F43, F50)"""
    for p in range(s.players):
        if s.acrobat == FORTUNE_TELLER:
            may_draw = FORTUNE_DRAWS if p == s.speaker and s.phase == DRAW else 0
        else:
            may_draw = 1 if in_city(s) and s.travel[p] == s.city and p != s.to_act else 0
        top.unless(s.draws[p] <= may_draw, f"pending.draws[{p}]", f"this seat draws {may_draw} at most (F43, A7).")
    if s.phase == DRAW:
        top.unless(next_drawer(s) != NONE, "pending.draws", "nobody is to draw.")
        top.unless(s.requests_left > 0, "request_deck", "it is reshuffled before a card is drawn (F50).")
    if s.phase == DISCARD and s.acrobat == NONE:
        field = f"seats[{s.to_act}].requests"
        top.unless(s.holding[s.to_act] == MOST_REQUESTS + 1, field, "only who holds 4 must discard (F51).")
        top.unless(s.travel[s.to_act] == s.city, "to_act", "it must be a player in the City (F43).")
    if s.phase == DISCARD and s.acrobat != NONE:
        top.unless(s.to_act == s.speaker, "to_act", "it must be the seat that plays A7.")


def check_scoring(s: State, top: JsonReader) -> None:
    """Chameleons are declared in lead order, Requests are answered in seat order. (F71, F76)"""
    if s.phase in (DECLARATION, ANSWER):
        top.unless(s.cards_left == 0, "encounter_deck", "a season ends when it is empty (F60).")
    for p in range(s.players):
        earlier = (p - lead(s)) % s.players < (s.to_act - lead(s)) % s.players
        before = s.phase == ANSWER or (s.phase == DECLARATION and earlier)
        owned = s.acrobats[p][CHAMELEON]
        expected = before and owned > 0
        fits = (s.declared[p] != NONE) == expected and s.declared[p] <= owned
        top.unless(fits, f"pending.chameleons[{p}]", "each owner declares his Chameleons, in lead order (F71).")
        due = s.phase == ANSWER and p < s.to_act and s.holding[p] > 0
        fits = (s.answer[p] != NONE) == due
        if due and fits and s.answer[p] != DECLINED:
            fits = forbids_request(s, p, s.answer[p]) == 0
        top.unless(fits, f"pending.answers[{p}]", "each seat before this one plays a met Request or none (F76).")
    if s.phase == DECLARATION:
        top.unless(s.to_act == next_declarer(s), "to_act", "it must be the next owner of Chameleons (F71).")
    if s.phase == ANSWER:
        top.unless(s.to_act == next_answerer(s), "to_act", "it must be the next seat with a Request (F76).")


def check_deck(s: State, top: JsonReader) -> None:
    """A deal has a card, and a game ends with its deck. (F60, F61)"""
    if s.phase == DEAL:
        top.unless(s.cards_left > 0, "encounter_deck", "it must hold a card to be dealt.")
        top.unless(not s.coin_due or s.season == 2, "pending.coin_due", "only season 2 is prepared so (F85).")
    if s.phase == FINISHED:
        top.unless(s.cards_left == 0, "encounter_deck", "the game ends when it is empty (F60).")
