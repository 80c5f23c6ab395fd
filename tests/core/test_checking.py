"""`check` tells what is wrong with a game, each problem in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque
from ludotheque.cli.making import file_problems
from ludotheque.core.checking import problems
from ludotheque.core.checking.evidence import Evidence
from ludotheque.kernel.state import StateBase, field
from tests.shelf import Shelf, on_the_path

RULES, WORDS = "rules.py", "words/en.toml"


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    with on_the_path(tmp_path) as made:
        yield made


@pytest.mark.parametrize("game", ["bids", "harvest"])
def test_nothing_is_wrong_with_the_small_games(game: str) -> None:
    assert list(problems(game, games=10)) == []


@pytest.mark.compiled
def test_compiled_rules_are_checked_too() -> None:
    assert list(problems("harvest", games=2, compiled=True)) == []


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(ludotheque.UnknownName, match="There is no game 'chess'"):
        list(problems("chess"))


WRONG = [
    ("about.py", 'WINNER = "H8"', 'WINNER = "H9"', "about.WINNER is H9, and the words have no such rule."),
    ("about.py", '"H5", "H7"', '"H5", "H17"', "about.LEDGER[1] is H17, and the words have no such rule."),
    ("about.py", "(2, 3)", "(3, 2)", "about.SEATS must be a tuple of numbers of players, the smallest first."),
    ("about.py", "SEATS", "from ludotheque.contract.options import Option\n\n"
     'OPTIONS = (Option("fast", (False, True), False, "H1"),)\nSEATS',
     "The option fast needs a field of the same name in the state: the index of its value."),
    ("actions.py", "last=LET_GO", "last=LET_GO + 60",
     "The phase TURN has 67 action ids, and 63 are the most: split the decision into two."),
    ("actions.py", "rule=3", "rule=30", "The phase ROLL names the rule H30, and the words have no such rule."),
    ("actions.py", "ROLL, TURN", "MOST_LEGAL = 2\nROLL, TURN",
     "MOST_LEGAL in actions.py is 2, and 4 actions were legal at once."),
    ("actions.py", "ROLL, TURN", "MOST_OUTCOMES = 5\nROLL, TURN",
     "MOST_OUTCOMES in actions.py is 5, and an event had 6 outcomes."),
    ("state.py", "PLAYERS, BARNS", "PLAYERS - 1, BARNS",
     "The field barn has seats=True, and its first length must be 3, the most players."),
    ("state.py", 'roll: int = field("i8"', 'roll: int = field("i1"',
     'The field roll is a single number: make it field("i8"), which compiled rules need.'),
    ("state.py", "low=0, high=6)  # 0 before", "low=0, high=3)  # 0 before",
     "The field roll holds 6, and is declared from 0 to 3."),
    ("state.py", 'BARNS, seats=True, low=0, high=6', 'BARNS, seats=True, low=0, high=600',
     "The field barn is declared from 0 to 600, and its type i1 is too narrow for that."),
    ("state.py", "PLAYERS, len(LEDGER)", "PLAYERS, 1",
     "The field ledger must have a number for each seat and each of the 2 lines of about.LEDGER."),
    (RULES, "s.barn[p][action - STORE] = s.roll", "s.barn[p][action - STORE + 1] = s.roll",
     "In the phase TURN: The field barn has 3 numbers, and place 3 is used."),
    (RULES, "s.barn[p][action - STORE] = s.roll", "s.barn[p][action - STORE - 1] = s.roll",
     "In the phase TURN: The field barn has 3 numbers, and place -1 is used."),
    (RULES, "s.score[p] += points", "s.score[p] += points << 14", "which does not fit its type i2."),
    (RULES, "s.ledger[p][column] += points", "s.ledger[p][column] += 1",
     "add up to another sum than its score."),
    (RULES, "else 4\n", "else 40\n", "forbids names the rule H40 for the action 0, and the words have no such rule."),
    (RULES, "s.roll = 0\n", "s.roll = 0.5\n", "The field roll holds 0.5, which is not a whole number."),
    (RULES, "s.turn += 1\n", "s.turn += 0\n", "A random game was not over after 5000 decisions and draws."),
    (RULES, "s.phase, s.to_act = TURN, s.turn % s.players", "s.phase, s.to_act = TURN, s.players",
     "In the phase TURN s.to_act is 2: no seat, nor CHANCE, nor OVER."),
    (RULES, "def act(s: State, action: int)", "def act(s: State)", "act in rules.py must take 2 arguments."),
    (RULES, "@rule\ndef act", "def act", "act in rules.py needs @rule above it, so that it can be compiled."),
    ("state.py", 'field("i2"', 'field("i3"', "The field score has the type i3: choose i1, i2, i4, i8."),
    (RULES, "def forbids(", "def forbid(", "Nothing calls forbid in rules.py: call it forbids if it is that hook."),
    (RULES, "s.phase, s.to_act = FINISHED, OVER", "s.phase, s.to_act = 3, OVER",
     "s.phase is 3, and actions.py has 3 phases."),
    (WORDS, 'objective = "', 'aim = "', "words/en.toml lacks objective."),
    (WORDS, 'TURN = "Store', 'STORE = "Store', "words/en.toml lacks phases.TURN."),
    (WORDS, ', "Let the roll go"]', "]", "words/en.toml has 6 sentences for actions.TURN, and 7 are needed."),
    (WORDS, '"The die shows {number}"', '["The die shows a side"]',
     "words/en.toml has 1 sentence for chance.ROLL, and 6 are needed."),
    (WORDS, "shows {number}", "shows {side}", "words/en.toml has the gap {side} in chance.ROLL, which nothing fills."),
    (WORDS, "[actions]\nTURN", "[actions]\nTURNS", "words/en.toml lacks actions.TURN."),
    (WORDS, "[chance]\nROLL", "[chance]\nROLLS", "words/en.toml lacks chance.ROLL."),
    (WORDS, 'H7 = "Barns left"\n', "", "words/en.toml lacks ledger.H7."),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "sentence"), WRONG, ids=[each[3] for each in WRONG])
def test_a_problem_is_told(shelf: Shelf, file: str, old: str, new: str, sentence: str) -> None:
    told = list(problems(shelf.copy(file, old, new).name, games=6))
    assert [each for each in told if sentence in each], told


SIGHT = [
    ("s.bid[p] = UNKNOWN", "pass", "In the phase BID a spectator sees something that redeal in sight.py changes"),
    ("return s.phase != BID or seat == s.to_act", "return True",
     "In the phase BID sees_choice in sight.py is True for a spectator, whose view does not tell one choice"),
    ("set_hands(s, seat, UNKNOWN)", "pass", "sees something that redeal in sight.py changes"),
    ("set_hands(s, seat, 0)", "set_hands(s, -1, 0)", "sees something that redeal in sight.py changes"),
]  # fmt: skip


@pytest.mark.parametrize(("points", "sentence"), [
    ("s.score[p] / 2", "score in rules.py returns 0.0, which is no whole number."),
    ("5000000000 * (s.score[p] + 1)", "score in rules.py returns 5000000000, which does not fit 32 bits."),
])  # fmt: skip
def test_points_that_are_no_points_are_told(shelf: Shelf, points: str, sentence: str) -> None:
    score = f"@rule\ndef score(s: State, p: int) -> int:\n    return {points}\n\n\n@rule\ndef begin("
    assert sentence in list(problems(shelf.copy(RULES, "@rule\ndef begin(", score).name, games=2))


def test_a_secret_without_words_is_told(shelf: Shelf) -> None:
    folder = shelf.copy(WORDS, 'BID = "Lays a card face down"', "", "bids")
    assert list(problems(folder.name, games=2)) == ["words/en.toml lacks secrets.BID."]


def test_a_piece_without_a_name_is_told(shelf: Shelf) -> None:
    folder = shelf.copy(WORDS, ', "queen"]', "]", "bids")
    assert list(problems(folder.name, games=2)) == ["words/en.toml names 11 pieces in pieces.cards; BID has 12."]


def test_a_piece_of_a_field_without_a_name_is_told(shelf: Shelf) -> None:
    folder = shelf.copy("state.py", 'counts="cards"', 'counts="values"', "bids")
    (folder / WORDS).write_text((folder / WORDS).read_text().replace("[pieces]", '[pieces]\nvalues = ["1"]'))
    told = list(problems(folder.name, games=2))
    assert told == [f"words/en.toml names 1 piece in pieces.values; {field} has 12." for field in ("gone", "hand")]


def test_a_list_of_pieces_with_another_name_is_told(shelf: Shelf) -> None:
    folder = shelf.copy("state.py", 'item="cards"', 'item="crads"', "bids")
    told = list(problems(folder.name, games=2))
    assert told == ["The field bid has pieces of the list crads, and words/en.toml has pieces.cards."]


@pytest.mark.parametrize(
    ("old", "told"),
    [
        ("s.players = players\n", "begin in rules.py does not always lead to the same roll: only `happen` is chance."),
        ("s.turn += 1\n    s.roll = 0\n",
         "In the phase TURN a choice does not always lead to the same roll: only `happen` is chance."),
    ],
)  # fmt: skip
def test_rules_that_roll_dice_of_their_own_are_told(shelf: Shelf, old: str, told: str) -> None:
    folder = shelf.copy(RULES, old, f"{old}    s.roll = next(ROLLS)\n")
    text = (folder / RULES).read_text()
    own = "import itertools\n\nROLLS = itertools.cycle(range(1, 7))\n\n\n@rule\ndef begin"
    (folder / RULES).write_text(text.replace("@rule\ndef begin", own))
    assert list(problems(folder.name, games=2)) == [told]


def test_a_table_of_nine_is_refused(shelf: Shelf) -> None:
    folder = shelf.copy("about.py", "(2, 3)", "(0, 9)")
    told = list(problems(folder.name, games=2))
    assert told == [f"The game {folder.name} needs 2 to 5 players in SEATS in about.py, not (0, 9)."]


def test_decisions_without_an_end_are_told(shelf: Shelf) -> None:
    folder = shelf.copy("actions.py", ", always=True", "")
    forbids = "@rule\ndef forbids(s: State, phase: int, action: int) -> int:\n    return 4\n"
    act = "\n\n@rule\ndef act(s: State, action: int) -> None:\n    pass\n"
    (folder / RULES).write_text((folder / RULES).read_text() + "\n\n" + forbids + act)
    told = list(problems(folder.name, games=2))
    assert told == ["The phase TURN leaves no legal action, again and again without end."]


@pytest.mark.parametrize(("old", "new", "sentence"), SIGHT, ids=[each[1] for each in SIGHT])
def test_a_leak_is_told(shelf: Shelf, old: str, new: str, sentence: str) -> None:
    told = list(problems(shelf.copy("sight.py", old, new, "bids").name, games=3))
    assert told
    assert sentence in told[0]


def test_a_world_with_too_many_copies_of_a_card_is_told(shelf: Shelf) -> None:
    dealt = "for _ in range(held(s, p)):\n                s.hand[p][pick(s, -1, random)] += 1"
    name = shelf.copy("sight.py", dealt, dealt.replace("_ in", "n in").replace("pick(s, -1, random)", "n"), "bids").name
    told = list(problems(name, games=3))
    assert len(told) == 1
    assert told[0].endswith("redeal in sight.py deals more than 3 copies of a piece (cards), which no game did.")


class Hands(StateBase):
    """A game with single cards."""

    to_act: int = field("i8")
    phase: int = field("i8")
    players: int = field("i8")
    hand: list[list[int]] = field("i1", 3, 2, seats=True, low=0, high=9, item="cards")


def test_a_world_with_a_card_twice_is_told_unless_a_game_had_one() -> None:
    evidence = Evidence(Hands.fields)
    state = Hands()
    state.players, state.hand = 2, [[-1, 3], [-1, 5], [0, 0]]
    evidence.note_position(state)
    evidence.note_world(state, "PLAY")
    assert list(evidence.problems()) == []
    state.hand = [[-1, 3], [4, 3], [0, 0]]
    evidence.note_world(state, "PLAY")
    told = "In the phase PLAY redeal in sight.py deals a piece twice (cards), which no game did."
    assert list(evidence.problems()) == [told]
    evidence.note_position(state)
    assert list(evidence.problems()) == []


def test_a_secret_that_everybody_sees_is_told(shelf: Shelf) -> None:
    folder = shelf.copy("sight.py", "    set_hands(s, seat, UNKNOWN)\n", "    return\n", "bids")
    sight = (folder / "sight.py").read_text()
    (folder / "sight.py").write_text(sight.replace("    set_hands(s, seat, 0)\n", "    return\n"))
    told = list(problems(folder.name, games=3))
    assert [each.split(" is ")[0] for each in told] == [
        f"In the phase {phase} sees_choice in sight.py" for phase in ("DEAL", "BID")
    ]


def test_a_place_that_sight_does_not_have_is_told_with_its_field(shelf: Shelf) -> None:
    name = shelf.copy("sight.py", "s.hand[p][value] = number", "s.hand[p][value + 1] = number", "bids").name
    assert list(problems(name, games=1)) == ["In the phase DEAL: The field hand has 12 numbers, and place 12 is used."]


def test_a_missing_number_of_a_level_is_told(shelf: Shelf) -> None:
    folder = shelf.copy()
    (folder / "players.toml").write_text("[search]\n")
    assert list(file_problems(folder.name)) == ["players.toml lacks levels."]


def test_an_observation_that_is_too_long_is_told(shelf: Shelf) -> None:
    folder = shelf.copy()
    (folder / "observe.py").write_text("OBSERVATION = 8\n")
    told = list(problems(folder.name, games=2))
    assert told == ["In the phase ROLL: The observation has 8 numbers, and place 8 is used."]


def test_a_guest_with_our_name_is_told_and_ours_is_checked(shelf: Shelf) -> None:
    shelf.announce("sintra", "copied")
    assert list(problems("sintra", games=1)) == ["The game sintra of copied has the name of another game."]
    with pytest.raises(ludotheque.UnknownName) as refused:
        list(problems("chess"))
    assert str(refused.value).count("sintra") == 1


def test_a_check_that_stumbles_says_so(shelf: Shelf) -> None:
    name = shelf.copy("about.py", "WINNER = ", "WINNER = 8 or ").name
    assert list(problems(name, games=1)) == [
        "The check cannot go on: AttributeError, 'int' object has no attribute 'partition'."
    ]
