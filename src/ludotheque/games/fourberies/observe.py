"""What a seat may know of Fourberies as a row of numbers, and what the action ids mean."""

from __future__ import annotations

from ludotheque.contract import observation
from ludotheque.contract.observation import (
    MOST,
    PRESENT,
    ObservationVersion,
    bits,
    choice,
    cut,
    flag,
    foretold,
    number,
    seat,
)

from ...kernel.observation import Row, put_zeros
from ...kernel.rule import rule
from . import actions, box
from .actions import ACTIONS, PHASES
from .box import (
    ACROBAT,
    ACROBATS,
    ACTORS,
    BONUS,
    CHAMELEON,
    CHARMER,
    CITIES,
    COMEDIAN,
    ENCOUNTERS,
    EXPERIENCES,
    JUGGLER,
    KINDS,
    MANAGERS,
    PLAYERS,
    REQUEST_ECUS,
    REQUESTS,
    SEASONS,
    SHOW_ECUS,
    SIDE,
    SPACES,
    STACK,
    TRAGEDIAN,
)
from .rules.court import COMEDY, TRAGEDY, pull
from .rules.objectives import count_actors, is_met, total_experience
from .rules.treasury import fewest_ecus, has_victim
from .state import DISCARD_OF, HAND, NONE, UNKNOWN, State

HISTORY = (
    ObservationVersion(1, "0.2.0", "First version."),
    ObservationVersion(
        2,
        "0.3.0",
        "What Requests, seasons and Cities would pay now: `my_met` to `meeting`, `season_pay` to `city_pay`.",
    ),
)
DECLARATIONS = 3  # 0, 1 or 2 Chameleons as Comedians
ANSWERS = REQUESTS + 1  # the last one: no Request
MOST_TURNS = 99


@rule
def count_cards(s: State, seat: int, row: Row, at: int) -> None:
    """Counts the cards in front of each City by kind."""
    put_zeros(row, at, CITIES * KINDS)
    for city in range(CITIES):
        for place in range(STACK):
            card = s.stack[city][place]
            if card != NONE:
                row[at + KINDS * city + card] += 1


@rule
def began(s: State) -> bool:
    """Tells whether the King has a mood and the game is not over."""
    return s.needle != NONE and s.phase != actions.FINISHED


@rule
def lean(s: State, p: int, nature: int) -> int:
    """Returns how far a troupe leans towards a nature, with its Chameleons on that side. (F72)"""
    n = total_experience(s, p, COMEDIAN) - total_experience(s, p, TRAGEDIAN)
    return (n if nature == COMEDY else -n) + s.acrobats[p][CHAMELEON]


@rule
def strongest_lean(s: State, p: int, nature: int) -> int:
    """Returns how far any other troupe leans towards a nature at most."""
    strongest = lean(s, 1 if p == 0 else 0, nature)
    for q in range(1, s.players):
        if q != p:
            strongest = max(strongest, lean(s, q, nature))
    return strongest


@rule
def season_ecus(s: State, strongest: int, shown: int, paid: int) -> int:
    """Returns what a season would pay for so many Actors and a show of this lean beside the others'. (F70, F73, F74)"""
    if shown < 1:
        return paid
    return paid + (1 if strongest > shown else 2) * SHOW_ECUS[s.season - 1]


@rule
def actors_of(s: State, p: int, nature: int) -> int:
    """Counts the Actors of a troupe that a season of this nature pays. (F70)"""
    first = COMEDIAN if nature == COMEDY else TRAGEDIAN
    return count_actors(s, p, first, first + EXPERIENCES)


@rule
def write_season(s: State, p: int, row: Row, at: int) -> None:
    """Writes what the end of the season would pay a seat now, in a tragedy and in a comedy."""
    for nature in range(2):
        row[at + nature] = 0
        if began(s):
            strongest, shown = strongest_lean(s, p, nature), lean(s, p, nature)
            row[at + nature] = season_ecus(s, strongest, shown, actors_of(s, p, nature))


@rule
def write_cities(s: State, p: int, row: Row, at: int) -> None:
    """Writes what each City would bring a seat that is alone there: Ecus at once, and more at the end of a season."""
    put_zeros(row, at, 3 * CITIES)
    if not began(s):
        return
    managers = 0
    for q in range(s.players):
        managers += s.stage[q]
    victim = has_victim(s, p)
    leans = lean(s, p, COMEDY)  # towards comedy; both count the Chameleons
    chameleons = 2 * s.acrobats[p][CHAMELEON]
    comedians, tragedians = actors_of(s, p, COMEDY), actors_of(s, p, TRAGEDY)
    comedy, tragedy = strongest_lean(s, p, COMEDY), strongest_lean(s, p, TRAGEDY)
    in_comedy = season_ecus(s, comedy, leans, comedians)
    in_tragedy = season_ecus(s, tragedy, chameleons - leans, tragedians)
    for city in range(CITIES):
        ecus, mine, stage, more, red, yellow = s.ecus[p], s.stage[p], managers, 0, 0, 0
        for i in range(s.height[city]):
            card = s.stack[city][s.height[city] - 1 - i]  # the last one first (F30)
            if BONUS <= card < ACROBAT:
                ecus += card - BONUS + 1
            elif card < ACTORS:
                experience = card % EXPERIENCES + 1
                if experience == 5 and ecus == 0:
                    continue  # F37
                if experience == 5:
                    ecus -= 1
                elif experience == 2 and victim:
                    ecus += 1
                elif experience == 3:
                    if mine < MANAGERS:
                        mine, stage, ecus = mine + 1, stage + 1, ecus + stage + 1
                    elif s.actor3_always_pays:
                        ecus += stage
                more += pull(card)
                if card >= COMEDIAN:
                    yellow += 1
                else:
                    red += 1
        row[at + city] = ecus - s.ecus[p]
        row[at + CITIES + city] = season_ecus(s, tragedy, chameleons - leans - more, tragedians + red) - in_tragedy
        row[at + 2 * CITIES + city] = season_ecus(s, comedy, leans + more, comedians + yellow) - in_comedy


@rule
def write_met(s: State, seat: int, row: Row, at: int) -> None:
    """Writes which of the observer's Requests are met now, and what the best would pay with the Actors of each City."""
    put_zeros(row, at, REQUESTS + CITIES)
    if not began(s) or s.holding[seat] == 0:
        return
    fewest = fewest_ecus(s)
    for r in range(REQUESTS):
        row[at + r] = 1 if s.request[r] == HAND + seat and is_met(s, seat, r, fewest) else 0
    for city in range(CITIES):
        if s.height[city] > 0:
            recruit_stack(s, seat, city, 1)
            for r in range(REQUESTS):
                if s.request[r] == HAND + seat and is_met(s, seat, r, fewest):
                    row[at + REQUESTS + city] = max(row[at + REQUESTS + city], REQUEST_ECUS[r])
            recruit_stack(s, seat, city, -1)


@rule
def recruit_stack(s: State, p: int, city: int, times: int) -> None:
    """Adds the Actors and Acrobats of a City to those of a seat, or with -1 takes them away again."""
    for place in range(s.height[city]):
        card = s.stack[city][place]
        if card >= ACROBAT:
            s.acrobats[p][card - ACROBAT] += times
        elif card < ACTORS:
            s.troupe[p][card] += times


@rule
def meeting_turns_mood(s: State, seat: int, city: int) -> bool:
    """Tells whether a meeting in a City would turn the King's mood. (F43)"""
    net = 0
    for place in range(s.height[city]):
        if s.stack[city][place] < ACTORS:
            net += pull(s.stack[city][place])
    needle = min(max(s.needle + net, 0), SPACES - 1)
    return s.needle != NONE and (needle >= SIDE) != (s.needle >= SIDE)


@rule
def met_again(s: State, p: int) -> bool:
    """Tells whether a seat meets its Request of season 1 now. (F77)"""
    return began(s) and s.played[p][0] != NONE and is_met(s, p, s.played[p][0], fewest_ecus(s))


COMMON = (
    choice("phase", f"What is asked: {', '.join(PHASES)}.", len(PHASES)),
    seat("to_act", "The seat that decides; none at chance, at the end, and while others choose in secret.", PLAYERS),
    flag("unmet_requests", "1 with the option of F76."),
    flag("actor3_always_pays", "1 with the option of F35."),
    choice("season", "Season 1 or 2.", SEASONS, first=1),
    cut("turn", "The turn, counted over both seasons; 0 in the set-up.", low=0, high=MOST_TURNS),
    choice("needle", f"The space of the needle, {box.SPACE_CODES[0]} to {box.SPACE_CODES[-1]}; none before the coin.",
           box.SPACES),
    number("cards_left", ENCOUNTERS, "Cards in the Encounter deck."),
    number("requests_left", REQUESTS, "Cards in the Request deck."),
    choice("city", "The City being resolved, or dealt to next.", CITIES),
    seat("strongman", "The seat whose Strongman (A4) works this turn.", PLAYERS),
    seat("speaker", "The seat that speaks in a window for Acrobats.", PLAYERS),
    number("passes", PLAYERS, "Passes in a row in this window."),
    choice("acrobat", "The Acrobat being carried out, A1 to A11.", ACROBATS),
    choice("first_city", "The Juggler's (A2) first City, once chosen.", CITIES,
           value=lambda s, seat: s.first if s.acrobat == JUGGLER else NONE),
    seat("first_opponent", "The Charmer's (A9) opponent, once chosen.", PLAYERS,
         value=lambda s, seat: s.first if s.acrobat == CHARMER else NONE),
    number("held", ENCOUNTERS, "Actors met in this City, T1-T5 and C1-C5.", ACTORS),
    number("deck", ENCOUNTERS, f"Cards of each kind in the Encounter deck: {', '.join(box.CODES)}.", KINDS),
    number("discard", ENCOUNTERS, "Cards of each kind in the Encounter discard.", KINDS),
    number("height", STACK, "Cards in front of each City.", CITIES),
    number("stack", KINDS, "These cards, first placed first: 1 + the kind; 0 above the last one.", CITIES, STACK,
           value=lambda s, seat, city, place: s.stack[city][place] + 1)._replace(finely=False),
    observation.written("cards", ENCOUNTERS, "The same, counted by kind.", CITIES, KINDS, by=count_cards),
    flag("my_requests", "The Requests R1-R22 in my hand.", REQUESTS,
         value=lambda s, seat, r: s.request[r] == HAND + seat),
    flag("my_discards", "The Requests in my discard.", REQUESTS,
         value=lambda s, seat, r: s.request[r] == DISCARD_OF + seat),
    flag("my_shuffled", "Requests of mine that were shuffled into the deck, and that I have not seen since.", REQUESTS,
         value=lambda s, seat, r: s.shuffled[r] == seat),
    foretold("my_met", max(1, *REQUEST_ECUS), "1 for each Request R1-R22 in my hand that I meet now; then "
                        "for each City what the best of them would pay with its Actors and Acrobats.",
                        REQUESTS + CITIES, by=write_met),
    flag("meeting", "1 for each City where a meeting would turn the King's mood.", CITIES, value=meeting_turns_mood),
)  # fmt: skip
EACH_SEAT = (
    PRESENT,
    cut("ecus", "Ecus: the score."),
    bits("hand", "The Travel cards 1-8 in hand; the others are in the discard.", CITIES),
    bits("pile", "With two players, the cards in the pile of the Friendly Troupe.", CITIES),
    choice("travel", "This turn's City until it is resolved, once it may be known.", CITIES),
    flag("travel_unknown", "1 while the City is being chosen in secret.", value=lambda s, p: s.travel[p] == UNKNOWN),
    choice("friend", "The City of the Friendly Troupe, once it may be known.", CITIES),
    flag("friend_unknown", "1 while that City is secret.", value=lambda s, p: s.friend[p] == UNKNOWN),
    number("troupe", ENCOUNTERS, "Actors of each kind in the troupe, T1-T5 and C1-C5.", ACTORS),
    number("acrobats", 2, "Acrobats A1-A11 of the seat.", ACROBATS),
    number("tilted", 2, "Those of them that are used up in this season.", ACROBATS),
    number("stage", box.MANAGERS, "Managers on the stage."),
    number("draws", REQUESTS, "Requests that the seat is still to draw."),
    number("holding", REQUESTS, "Requests in hand."),
    number("discarded", REQUESTS, "Requests in the discard."),
    number("drawn", REQUESTS, "Requests drawn since the last reshuffle."),
    choice("declared", "Chameleons that count as Comedians in this scoring: 0, 1 or 2.", DECLARATIONS),
    choice("answer", "The Request chosen in this scoring, or none, once it may be known.", ANSWERS),
    flag("answer_unknown", "1 while the answer is secret.", value=lambda s, p: s.answer[p] == UNKNOWN),
    choice("played", "The Requests face up before the seat, in order.", SEASONS, REQUESTS),
    foretold(
        "season_pay",
        MOST,
        "Ecus that the end of the season would pay for Actors and show now: in a tragedy, in a comedy.",
        2,
        by=write_season,
    ),
    flag("met_again", "1 if the seat meets its Request of season 1 now.", value=met_again),
    foretold(
        "city_pay",
        MOST,
        "For each City alone: Ecus at once; then what its Actors would add to `season_pay`: in a tragedy, in a comedy.",
        3,
        CITIES,
        by=write_cities,
    )._replace(low=-MOST),
)
SCORE = "ecus"  # the field that holds a seat's points

ACTION_TABLE = observation.action_table(ACTIONS, {
    actions.CITY: "City 1-8: the Travel card (F11), the Stilt-walker's new card (A3), or a City of the "
                  "Juggler (A2) or the Fire-eater (A10).",
    actions.OPPONENT: "The opponent 1-4 seats clockwise: for a theft (F34), the Cutpurse (A6) or the Charmer (A9).",
    actions.ACTOR: "An Actor T1-T5, C1-C5: to send to Court (F39), or to give away (A9).",
    actions.KEEP: "Send nobody to Court (F39).",
    actions.PASS: "Play no Acrobat in this window (F24).",
    actions.PLAY: "Play the Acrobat A1-A10 (F24).",
    actions.NEEDLE: "The Flatterer (A5) moves the needle: 2 red, 1 red, 1 yellow, 2 yellow.",
    actions.CHAMELEONS: "0, 1 or 2 Chameleons count as Comedians (F72).",
    actions.REQUEST: "The Request R1-R22: to discard (F51), or to play in the scoring (F76).",
    actions.NO_REQUEST: "Play no Request in the scoring (F76).",
})  # fmt: skip
