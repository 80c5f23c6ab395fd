"""Whether a position that was read can be: cards, questions, Caravels and hands must fit each other."""

from __future__ import annotations

from ludotheque.contract.reading import name_of, refuse_unless
from ludotheque.errors import BadPosition

from . import actions, box
from .box import ACROBAT, ACTORS, CHAMELEON, CITIES, FORTUNE_TELLER, JUGGLER, MOST_REQUESTS, REQUEST_CODES, REQUESTS
from .rules import travel
from .rules.acrobats import can_play, open_window
from .rules.requests import next_drawer
from .rules.resolution import resolver, strongman_works
from .rules.scoring import forbids_request, next_answerer, next_declarer
from .rules.travel import FRIENDLY_PLAYERS, holds_card, lead, players_in
from .rules.turn import go_on
from .state import DECLINED, DISCARD_OF, HAND, NOBODY, NONE, PLAYED_BY, State

THEFT_EXPERIENCE = 2  # the experience of the Actors who steal (F34)


def open_turn(s: State) -> None:
    """Asks the first question of a turn, which must be that of the position."""
    phase, to_act = s.phase, s.to_act
    open_window(s, actions.DEPARTURE)
    s.to_act = NOBODY
    go_on(s)
    if s.phase != phase:  # no check of another question makes sense
        ours, theirs = (name_of("phases", actions.PHASES[each]) for each in (s.phase, phase))
        raise BadPosition("phase", f"a turn like this opens with “{ours}”, not with “{theirs}” (F10).")
    if s.to_act != to_act:
        raise BadPosition("to_act", f"a turn like this opens with seat {s.to_act + 1}, not {to_act + 1} (F10).")


def check(s: State) -> None:
    """Raises BadPosition unless the game could have come to this position."""
    refuse_unless(
        s.phase != actions.FINISHED or s.season == box.SEASONS, "season", "the game ends after season 2 (F90)."
    )
    check_departure(s)
    check_caravels(s)
    check_friends(s)
    check_hands(s)
    if in_city(s) and s.city != NONE:  # else `pending` is missing, which is told
        check_city(s)
    check_acrobats(s)
    check_drawing(s)
    check_scoring(s)
    check_deck(s)


def in_city(s: State) -> bool:
    """Whether a City is being resolved."""
    return s.phase in (actions.THEFT, actions.COURT) or (
        s.phase in (actions.DRAW, actions.DISCARD) and s.acrobat == NONE
    )


# --- all cards are there (F115) ---------------------------------------------------------------


def check_cards(s: State) -> None:
    """Checks that every card is there, and once only."""
    check_requests(s)
    check_encounters(s)


def check_requests(s: State) -> None:
    """Checks that there are 22 Requests, and that what the seats have drawn fits what they have."""
    missing = [code for code, place in zip(REQUEST_CODES, s.request, strict=True) if place == NONE]
    for code in missing:
        refuse_unless(False, "request_deck", f"{name_of('cards', code)} ({code}) must be somewhere (F115).")
    last_deck = s.requests_left + sum(s.drawn)
    for p in range(s.players):
        own = s.holding[p] + s.discarded[p] + sum(r != NONE for r in s.played[p])
        at = f"seats[{p}].requests_drawn"
        refuse_unless(s.drawn[p] <= own, at, f"the seat has only {own} Requests in hand, discarded or played.")
        took = sum(s.shuffled[r] != NONE and s.request[r] in (HAND + p, DISCARD_OF + p) for r in range(REQUESTS))
        sentence = f"the seat has {took} Requests that were in the deck of the last reshuffle."
        refuse_unless(took <= s.drawn[p], at, sentence)
        at = f"seats[{p}].request_shuffled"
        for r in range(REQUESTS):
            since = s.request[r] in (HAND + p, DISCARD_OF + p) or s.request[r] >= PLAYED_BY
            refuse_unless(
                s.shuffled[r] != p or not since, at, f"{name_of('cards', REQUEST_CODES[r])} was drawn or played since."
            )
        never = last_deck >= REQUESTS and p in s.shuffled
        refuse_unless(not never, at, "the deck of the set-up was never reshuffled.")
    refuse_unless(
        last_deck <= REQUESTS, "request_deck", f"together with the cards drawn since, it had {last_deck} Requests."
    )


def check_encounters(s: State) -> None:
    """Checks that there are 48 Encounter cards, wherever they lie, and that no stack can grow too high."""
    for card, copies in enumerate(box.COPIES):
        n = s.deck[card] + s.discard[card] + sum(stack.count(card) for stack in s.stack)
        if card < ACTORS:
            n += s.held[card] + sum(troupe[card] for troupe in s.troupe)
        elif card >= ACROBAT:
            n += sum(acrobats[card - ACROBAT] for acrobats in s.acrobats)
        name = f"{name_of('cards', box.CODES[card])} ({box.CODES[card]})"
        sentence = f"{name}: there are {n} on the table and in the piles, not {copies} (F115)."
        refuse_unless(n == copies, "encounter_deck", sentence)
    next_city = s.city if s.phase == actions.DEAL else 0
    for city in range(CITIES):
        coming = len(range((city - next_city) % CITIES, s.cards_left, CITIES))
        fits = s.height[city] + coming <= box.STACK
        refuse_unless(fits, f"cities[{city}]", f"at most {box.STACK} cards can ever lie in front of a City.")


# --- the question fits the table --------------------------------------------------------------


def check_departure(s: State) -> None:
    """Checks that a player who can play an Acrobat before the Travel cards was asked, and nobody else. (F20, F24)"""
    if s.phase not in (actions.FRIEND, actions.TRAVEL):
        return
    if s.spoken:
        asked = any(s.acrobats[p][box.COURIER] + s.acrobats[p][JUGGLER] > 0 for p in range(s.players))
        refuse_unless(asked, "pending.spoken", "nobody has an Acrobat to play, so nobody is asked (F24).")
        return
    departure = s.copy()
    departure.phase = actions.DEPARTURE
    asked = any(can_play(departure, p) for p in range(s.players))
    refuse_unless(not asked, "phase", "a player who can play an Acrobat is asked in the Departure window before (F24).")


def check_caravels(s: State) -> None:
    """Checks that Travel cards are chosen from the hand, then lie in the discard. (F11, F13, F46, F103)"""
    revealed = s.phase in (actions.REVELATION, actions.REPLACE) or in_city(s)
    of_all = [(p, "travel", s.travel[p], "hand", s.hand[p]) for p in range(s.players)]
    if s.players == FRIENDLY_PLAYERS:
        of_all += [(p, "friends", s.friend[p], "friend_pile", s.pile[p]) for p in range(s.players)]
    for p, key, city, pile, cards in of_all:
        at = f"pending.{key}[{p}]"
        if city == NONE:
            missing = s.phase in (actions.REVELATION, actions.REPLACE) or (
                s.phase == actions.TRAVEL and key == "friends"
            )
            refuse_unless(not missing, at, "it must be a City.")
        elif revealed:
            resolved_now = key == "travel" and city == s.city and cards == box.ALL_CARDS  # an Actor 1 was met (F33)
            fits = resolved_now or not holds_card(cards, city)
            refuse_unless(fits, at, "a revealed card is in the discard (F13).")
            refuse_unless(city >= s.city, at, "this City is resolved already (F14).")
        else:
            refuse_unless(holds_card(cards, city), at, "this card cannot have been chosen or drawn (F11, F102).")
        fits = travel.count_cards(cards) >= (1 if revealed and city != NONE else 2)
        refuse_unless(fits, f"seats[{p}].{pile}", "all cards return when one is left (F45, F108).")
    if s.phase == actions.TRAVEL:
        chosen = [city != NONE for city in s.travel[: s.players]]
        refuse_unless(chosen == sorted(chosen, reverse=True), "pending.travel", "seats choose in their order.")
        fits = s.to_act == travel.next_traveller(s)
        refuse_unless(fits, "to_act", "it must be the first seat without a chosen card.")


def check_friends(s: State) -> None:
    """Checks that the friendly cards are drawn seat by seat. (F102)"""
    if s.phase == actions.FRIEND:
        drawn = [city != NONE for city in s.friend[: s.players]]
        refuse_unless(s.players == FRIENDLY_PLAYERS, "phase", "only 2 players have Friendly Troupes (F1).")
        fits = drawn == sorted(drawn, reverse=True) and travel.next_friend(s) < s.players
        refuse_unless(fits, "pending.friends", "one is still to be drawn, that of the first seat first (F102).")


def check_hands(s: State) -> None:
    """Checks that a seat holds 3 Requests at most, except while it draws or discards. (F51)"""
    for p in range(s.players):
        most = MOST_REQUESTS
        if s.acrobat == FORTUNE_TELLER and p == s.speaker:
            most += box.FORTUNE_DRAWS - s.draws[p]
        elif s.phase == actions.DISCARD and p == s.to_act:
            most += 1
        fits = s.holding[p] <= most
        refuse_unless(fits, f"seats[{p}].requests", f"the seat can hold {most} at most now (F51).")


def check_city(s: State) -> None:
    """Checks that somebody is in the City being resolved, and that its resolver is asked. (F14, F30, F39)"""
    troupes = players_in(s, s.city) + travel.friends_in(s, s.city)
    refuse_unless(troupes > 0, "pending.city", "nobody stands in front of it (F14).")
    if s.phase in (actions.THEFT, actions.COURT):
        alone = players_in(s, s.city) == 1 and troupes == 1
        refuse_unless(alone or strongman_works(s), "pending.city", "its cards are met by one player only (F43).")
        refuse_unless(s.to_act == resolver(s), "to_act", "it must be the player who resolves the City.")
        thieves = sum(s.held[actor] for actor in range(THEFT_EXPERIENCE - 1, ACTORS, box.EXPERIENCES))
        refuse_unless(
            s.phase == actions.COURT or thieves > 0, "pending.held", "no Actor of experience 2 is held (F34)."
        )
    fits = s.phase == actions.THEFT or s.height[s.city] == 0
    refuse_unless(fits, f"cities[{s.city}]", "its cards are all dealt with now.")


def check_acrobats(s: State) -> None:
    """Checks who has which Acrobats, which are tilted, and which is being played. (F23, F28, A2, A9)"""
    for p in range(s.players):
        own = all(tilted <= n for tilted, n in zip(s.tilted[p], s.acrobats[p], strict=True))
        refuse_unless(own, f"seats[{p}].tilted", "it must be among the seat's own Acrobats (F23).")
        refuse_unless(s.tilted[p][CHAMELEON] == 0, f"seats[{p}].tilted", "a Chameleon is never tilted.")
    if s.strongman != NONE:
        fits = s.tilted[s.strongman][box.STRONGMAN] > 0 and s.travel[s.strongman] != NONE
        refuse_unless(
            fits,
            "pending.strongman",
            f"the seat must have played the {name_of('cards', 'A4')} and stand in front of a City (F28).",
        )
    if s.acrobat != NONE:
        fits = s.tilted[s.speaker][s.acrobat] > 0
        refuse_unless(fits, "pending.acrobat", "an Acrobat being played is tilted (F23).")
    if s.first != NONE and s.acrobat == JUGGLER:
        refuse_unless(s.height[s.first] > 0, "pending.first", "this City has no card (F25).")
    elif s.first != NONE:
        refuse_unless(s.first != s.to_act, "pending.first", "it must be an opponent (F25).")


def check_drawing(s: State) -> None:
    """Checks that a seat that draws is in the City or has played A7, and that there is a card. (F43, F50)"""
    for p in range(s.players):
        if s.acrobat == FORTUNE_TELLER:
            most = box.FORTUNE_DRAWS if p == s.speaker and s.phase == actions.DRAW else 0
        else:
            most = 1 if in_city(s) and s.travel[p] == s.city and p != s.to_act else 0
        refuse_unless(s.draws[p] <= most, f"pending.draws[{p}]", f"this seat draws {most} at most (F43).")
    if s.phase == actions.DRAW:
        refuse_unless(next_drawer(s) != NONE, "pending.draws", "nobody is to draw.")
        refuse_unless(s.requests_left > 0, "request_deck", "it is reshuffled before a card is drawn (F50).")
    if s.phase == actions.DISCARD and s.acrobat != NONE:
        refuse_unless(s.to_act == s.speaker, "to_act", f"it must be the seat that plays the {name_of('cards', 'A7')}.")
    elif s.phase == actions.DISCARD:
        fits = s.holding[s.to_act] == MOST_REQUESTS + 1
        refuse_unless(fits, f"seats[{s.to_act}].requests", "only a seat that holds 4 must discard (F51).")
        refuse_unless(s.travel[s.to_act] == s.city, "to_act", "it must be a player in the City (F43).")


def check_scoring(s: State) -> None:
    """Checks that Chameleons are declared in lead order, and Requests answered in seat order. (F71, F76)"""
    for p in range(s.players):
        earlier = (p - lead(s)) % s.players < (s.to_act - lead(s)) % s.players
        owned = s.acrobats[p][CHAMELEON]
        due = owned > 0 and (s.phase == actions.ANSWER or (s.phase == actions.DECLARATION and earlier))
        fits = (s.declared[p] != NONE) == due and s.declared[p] <= owned
        sentence = "each owner declares his Chameleons, in lead order (F71)."
        refuse_unless(fits, f"pending.chameleons[{p}]", sentence)
        due = s.phase == actions.ANSWER and p < s.to_act and s.holding[p] > 0
        fits = (s.answer[p] != NONE) == due
        if due and fits and s.answer[p] != DECLINED:
            fits = forbids_request(s, p, s.answer[p]) == 0
        sentence = "each seat before this one plays a Request that it meets, or none (F76)."
        refuse_unless(fits, f"pending.answers[{p}]", sentence)
    if s.phase == actions.DECLARATION:
        refuse_unless(s.to_act == next_declarer(s), "to_act", "it must be the next owner of Chameleons (F71).")
    if s.phase == actions.ANSWER:
        refuse_unless(s.to_act == next_answerer(s), "to_act", "it must be the next seat with a Request (F76).")


def check_deck(s: State) -> None:
    """Checks that a deal has a card, and that a season ends with its deck. (F60, F61)"""
    if s.phase in (actions.DECLARATION, actions.ANSWER, actions.FINISHED):
        refuse_unless(s.cards_left == 0, "encounter_deck", "a season ends when it is empty (F60).")
    if s.phase == actions.DEAL:
        refuse_unless(s.cards_left > 0, "encounter_deck", "it must hold a card to be dealt.")
        refuse_unless(not s.coin_due or s.season == 2, "pending.coin_due", "only season 2 is prepared this way (F85).")
