"""What people do at a table: while it waits for players, and while its game runs."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ludotheque.bots import players
from ludotheque.web.tables.company import REACTIONS, WAKE
from ludotheque.web.tables.state import OPEN, TableSeat, TableState
from tests.web.fuzz.walk_step import NO_CHOICES, NO_NUMBERS, FormFields, FuzzVisitor, WalkStep, WrongValues, except_for

SEATS = 3
LEVELS = players()
NO_LEVELS = ("nobody", "os:system", "master ", "RANDOM")
LINKS_OF_CHAT = ("https://evil.example/x", "www.evil.example", "see evil.example/x", "", "  ", "\u200d")
PAGES = ("record", "analysis")  # pages of finished games
NO_TABLES = ("none", "aaaa-bbbb-cccc", "..", "%00", "é" * 9)


@dataclass
class FuzzTable:
    """A table and its people."""

    id: str
    people: list[FuzzVisitor]
    stranger: FuzzVisitor
    luck: random.Random
    vacations: set[int] = field(default_factory=set)  # seats whose player has taken one

    def step(
        self,
        verb: str,
        seat: int,
        fields: FormFields | None,
        wrong: WrongValues | None = None,
        needed: Sequence[str] = (),
        others: Sequence[FuzzVisitor] = (),
        valid: bool = True,
    ) -> WalkStep:
        """What the player of a seat does here."""
        elsewhere = [f"/t/{table}/{verb}" for table in NO_TABLES]
        given = (self.people[seat], f"/t/{self.id}/{verb}", fields, wrong or {}, needed, others, elsewhere, valid)
        return WalkStep(verb, *given)

    def all_but(self, seat: int) -> list[FuzzVisitor]:
        """Everybody but the player of a seat."""
        return [*(person for n, person in enumerate(self.people) if n != seat), self.stranger]


def waiting_steps(table: FuzzTable, state: TableState) -> list[WalkStep]:
    """Steps that are valid, or always refused, before the start; the last valid one leads on to it."""
    free = [seat.seat for seat in state.seats if seat.kind == OPEN]
    if not free:
        return [table.step("start", 0, {}, {"fill": NO_CHOICES}, others=[table.stranger])]
    seat, luck = free[0], table.luck
    not_free = except_for(range(SEATS + 2), *free)
    steps = [
        table.step("start", 0, {}, valid=False),
        table.step("seat", 0, {"seat": seat, "kind": f"bot:{luck.choice(LEVELS)}"},
                   {"seat": [SEATS, *NO_NUMBERS], "kind": ["x", "", "bot:nobody", "person"]}, ("seat", "kind"),
                   table.all_but(0)),
        table.step("react", seat, {"reaction": "bravo"}, valid=False),  # the person does not sit there yet
        table.step("play", 0, {"seat": 0, "version": state.version, "action": 0}, valid=False),
        table.step("hint", 0, {"seat": 0, "version": state.version}, valid=False),
        table.step("agree", 0, {"version": state.version, "yes": 1}, valid=False),
        linking(table, state.seats[seat], 0),
    ]  # fmt: skip
    if state.seats[seat].link is None:
        sit = table.step("sit", seat, {"seat": seat, "name": f"P{seat}", "luck": "abc"}, {"seat": not_free}, ("seat",))
        return [*steps, sit]
    return [*steps, table.step("sit", seat, {"seat": seat}, valid=False), follow_link(table, state.seats[seat], seat)]


def freeing(table: FuzzTable, state: TableState) -> list[WalkStep]:
    """Frees the seats that bots have taken before the start."""
    bots = [seat.seat for seat in state.seats if seat.is_bot]
    wrong: WrongValues = {"seat": [SEATS, *NO_NUMBERS], "kind": ["x", "", "bot:nobody"]}
    return [table.step("seat", 0, {"seat": seat, "kind": OPEN}, wrong, others=table.all_but(0)) for seat in bots]


def linking(table: FuzzTable, seat: TableSeat, by: int) -> WalkStep:
    """Makes a link to a seat, or closes it."""
    what = "make" if seat.link is None else "close"
    own = by == seat.seat  # the host may also make links to free seats
    others = [n for n in range(SEATS) if n != by] if own else []
    wrong: WrongValues = {"seat": [*others, SEATS, *NO_NUMBERS], "link": ["open", "", *NO_CHOICES]}
    return table.step("link", by, {"seat": seat.seat, "link": what}, wrong, ("seat", "link"), table.all_but(by))


def follow_link(table: FuzzTable, seat: TableSeat, by: int) -> WalkStep:
    """Takes the seat of a link."""
    key = str(seat.link)
    wrong_keys = [key[:-1], key + "x", key.swapcase() + "-", "none", "é"]
    path = f"/t/{table.id}/seat/"
    return WalkStep(
        "seat link", table.people[by], path + key, {"name": f"P{by}"}, elsewhere=[path + k for k in wrong_keys]
    )


def running_steps(table: FuzzTable, state: TableState) -> list[WalkStep]:
    """Steps that are valid now; where somebody has left, first of all the way back."""
    away = [seat.seat for seat in state.seats if seat.away]
    if away:
        return [returning(table, away[0])]
    steps = [
        decision(table, state),
        *(make(table, state) for make in (agreement, step_back, wish) if table.luck.random() < 0.5),
    ]
    found = [each for each in steps if each is not None]
    seat, luck = table.luck.randrange(SEATS), table.luck
    if luck.random() < 0.3:
        found.append(luck.choice(COMPANY)(table, state, seat))
    if luck.random() < 0.1 and seat not in state.asked():  # a bot that is asked would go on by itself
        found.append(leaving(table, state, seat))
    if luck.random() < 0.1:
        found.append(looking(table, state, luck.choice(list(state.asked()))))
    if state.hints and luck.random() < 0.03:
        found.append(hinting(table, state, luck.choice(list(state.asked()))))
    return found


def decision(table: FuzzTable, state: TableState) -> WalkStep:
    """A decision, or sometimes a changed sealed answer."""
    luck, asked = table.luck, state.asked()
    seat = luck.choice([each for each in asked if each not in state.seals] or list(asked))
    if luck.random() < 0.1:
        seat = luck.choice(list(asked))
    legal = asked[seat].legal()
    forbidden = [action for action in range(asked[seat].game.action_count) if action not in legal]
    wrong = {
        "seat": other_seats(seat),
        "version": wrong_versions(state),
        "action": [*forbidden[:40], 10**6, *NO_NUMBERS],
    }
    fields = {"seat": seat, "version": state.version, "action": luck.choice(legal)}
    return table.step("play", seat, fields, wrong, tuple(fields), table.all_but(seat))


def agreement(table: FuzzTable, state: TableState) -> WalkStep | None:
    """An answer to a wish to take a decision back."""
    asking = state.undo_asked or {"done": True}
    if "done" in asking or "refused" in asking:
        return None
    must_agree = state.agreeing(asking["back"]) - set(asking["agreed"])
    seat = table.luck.choice([each.seat for each in state.seats if each.visitor in must_agree])
    fields = {"version": state.version, "yes": table.luck.randrange(2)}
    return table.step(
        "agree", seat, fields, {"version": wrong_versions(state), "yes": NO_CHOICES}, tuple(fields), [table.stranger]
    )


def step_back(table: FuzzTable, state: TableState) -> WalkStep | None:
    """Takes the last own step or a sealed answer back."""
    able = [seat for seat in state.asked() if state.history.own_steps(seat) or seat in state.seals]
    return undo(table, state, table.luck.choice(able)) if able and table.luck.random() < 0.3 else None


def wish(table: FuzzTable, state: TableState) -> WalkStep | None:
    """Asks the others to take a decision back."""
    able = [seat for seat in range(SEATS) if seat not in state.seals and state.history.last_decision(seat) is not None]
    return undo(table, state, table.luck.choice(able)) if able and table.luck.random() < 0.06 else None


def undo(table: FuzzTable, state: TableState, seat: int) -> WalkStep:
    """Takes a decision back."""
    fields = {"seat": seat, "version": state.version}
    wrong = {"seat": other_seats(seat), "version": wrong_versions(state), "back": ("-1", "x", 999_999)}
    if seat in state.seals:
        wrong["back"] = ("-1", "x")  # a sealed answer has no earlier moment
    return table.step("undo", seat, fields, wrong, tuple(fields), table.all_but(seat))


def reaction(table: FuzzTable, state: TableState, seat: int) -> WalkStep:
    """Shows something to the others."""
    fields = {"reaction": table.luck.choice([each for each in REACTIONS if each != WAKE])}
    return table.step(
        "react", seat, fields, {"reaction": ("", "stood_in", *NO_CHOICES)}, ("reaction",), [table.stranger]
    )


def chat(table: FuzzTable, state: TableState, seat: int) -> WalkStep:
    """Says something, or switches the chat on or off."""
    switch = {"on": int(state.company.chat is None)}
    if state.company.chat is None or table.luck.random() < 0.2:
        return table.step("chat", 0, switch, {"on": ("", *NO_CHOICES)}, ("on",), table.all_but(0))
    return table.step("say", seat, {"text": "well played"}, {"text": LINKS_OF_CHAT}, ("text",), [table.stranger])


def leaving(table: FuzzTable, state: TableState, seat: int) -> WalkStep:
    """Leaves a seat to a bot."""
    fields = {"seat": seat, "level": table.luck.choice(LEVELS)}
    wrong = {"seat": other_seats(seat), "level": NO_LEVELS}
    return table.step("leave", seat, fields, wrong, (), table.all_but(seat))


def returning(table: FuzzTable, seat: int) -> WalkStep:
    """Takes the seat back."""
    return table.step("return", seat, {"seat": seat}, {"seat": other_seats(seat)}, (), table.all_but(seat))


def own_link(table: FuzzTable, state: TableState, seat: int) -> WalkStep:
    """Makes a link to the own seat, for another device, closes it or uses it."""
    found = state.seats[seat]
    if found.link is not None and table.luck.random() < 0.5:
        return follow_link(table, found, seat)
    return linking(table, found, seat)


def muting(table: FuzzTable, state: TableState, seat: int) -> WalkStep:
    """Ends the messages of a table."""
    return table.step("mute", seat, {"on": table.luck.randrange(2)}, {"on": NO_CHOICES}, (), [table.stranger])


def nudging(table: FuzzTable, state: TableState, seat: int) -> WalkStep:
    """Tells the others that somebody waits."""
    return table.step("nudge", seat, {})


def vacation(table: FuzzTable, state: TableState, seat: int) -> WalkStep:
    """Begins a vacation, of which there is one in eight weeks; then ends it."""
    begin = int(seat not in table.vacations)
    table.vacations.add(seat)
    fields, wrong = {"begin": begin}, {"begin": ("", *NO_CHOICES)}
    return WalkStep("vacation", table.people[seat], "/vacation", fields, wrong, ("begin",))


COMPANY: tuple[Callable[[FuzzTable, TableState, int], WalkStep], ...] = (
    reaction, chat, own_link, muting, nudging, vacation,
)  # fmt: skip


def looking(table: FuzzTable, state: TableState, seat: int) -> WalkStep:
    """Looks at what each choice would bring."""
    path, version = f"/t/{table.id}/previews?seat=", f"&version={state.version}"
    bad = [f"{path}{each}{version}" for each in (SEATS, -1, "x", "")] + [f"{path}{seat}", "/t/none/previews?seat=0"]
    return WalkStep("previews", table.people[seat], f"{path}{seat}{version}", None, {}, (), table.all_but(seat), bad)


def hinting(table: FuzzTable, state: TableState, seat: int) -> WalkStep:
    """Asks what a strong bot would do, and perhaps for a longer look."""
    fields = {"seat": seat, "version": state.version, "look": table.luck.randrange(2)}
    wrong = {"seat": other_seats(seat), "version": wrong_versions(state)}
    return table.step("hint", seat, fields, wrong, ("seat", "version"), table.all_but(seat), valid=state.hints)


def refused_steps(table: FuzzTable, state: TableState) -> list[WalkStep]:
    """Steps that a running game refuses, or that only their fault makes wrong."""
    asked = next(iter(state.asked()))
    return [
        table.step("start", 0, {}, valid=False),
        table.step("sit", 1, {"seat": 1, "name": "x"}, valid=False),
        table.step("seat", 0, {"seat": 1, "kind": "bot:random"}, valid=False),
        table.step("hurry", 0, {}, valid=False),
        table.step("again", 0, {}, {"pledge": ("x", "0" * 32 + "." + "0" * 64)}, valid=False),
        table.step("from", 0, {"seat": 0, "ply": 1}, valid=False),
        table.step("review", 0, {}, valid=False),
        hinting(table, state, asked),
        looking(table, state, asked),
        leaving(table, state, asked),
        WalkStep("give-up", table.people[0], f"/t/{table.id}/give-up", {"seat": 0}, {"seat": other_seats(0)},
             others=table.all_but(0)),
        *(WalkStep(page, table.stranger, f"/t/{table.id}/{page}", valid=False) for page in PAGES),
    ]  # fmt: skip


def other_seats(seat: int) -> list[object]:
    """Seats of other players, and none."""
    return except_for(range(SEATS + 1), seat)


def wrong_versions(state: TableState) -> list[object]:
    """Versions before the last move, and one that is to come."""
    return [state.move_version - 1, state.version + 1, 0, "", *NO_NUMBERS]
