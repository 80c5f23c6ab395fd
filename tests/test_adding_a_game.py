"""docs/adding-a-game.md is true: its files make a game, and its commands and examples do what they say."""

from __future__ import annotations

import doctest
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque
from ludotheque.arena import Contest, fixtures, play, standings
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.limits import RANGES
from ludotheque.bots.search.tree import Tuning
from ludotheque.core.checking import problems
from tests.cli.running import plain, run
from tests.shelf import on_the_path
from tests.web.site import served, settings

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^\*\*`([^`]+)`\*\*\n\n```\w+\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL))
CONSOLE = "".join(re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL))
ELSEWHERE = ("pip", "ludotheque serve", "ludotheque arena", "ludotheque study")  # tested for other games


@pytest.fixture(scope="module")
def pig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The files of the page, installed."""
    folder = tmp_path_factory.mktemp("pig")
    for path, text in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    announced = tomllib.loads(FILES["pyproject.toml"])["project"]["entry-points"]["ludotheque.games"]
    with on_the_path(folder / "src") as shelf:
        shelf.announce("pig", announced["pig"])
        yield folder


def test_the_game_is_small_and_nothing_is_wrong_with_it(pig: Path) -> None:
    assert "pig" in ludotheque.games()
    assert list(problems("pig", games=20)) == []
    small = ("about.py", "actions.py", "rules.py", "state.py")
    assert sum(len((pig / "src" / "pig" / file).read_text().splitlines()) for file in small) <= 110


def test_its_evaluation_makes_the_greedy_bot_better_than_chance(pig: Path) -> None:
    results = [play(Contest("pig", 2, seed=1), fixture) for fixture in fixtures([("greedy", "random")], 200)]
    shares = {row.name: row.share for row in standings(results, rated=False).table}
    assert shares["greedy"] > 0.6


def test_its_lesson_is_on_the_shelf_and_can_be_played(pig: Path, tmp_path: Path) -> None:
    with served(settings(tmp_path)) as site:
        ann = site.person()
        assert 'href="/learn/pig"' in ann.get("/").text
        assert "a 1 would cost them all" in ann.get("/learn/pig/1").text
        assert "Nine points, for good." in ann.get("/learn/pig/1/1").text
        where = ann.client.post("/learn/pig").headers["location"]
        assert "I watch and help when needed." in ann.get(where).text


def test_the_problem_that_the_page_shows_is_told(pig: Path) -> None:
    """With a field that is declared too narrow."""
    shown = re.search(r"\*(The\s+field roll [^*]+)\*", PAGE)
    assert shown is not None
    with on_the_path(pig) as shelf:
        copy = shelf.copy("state.py", "low=0, high=6)", "low=0, high=5)", game=pig / "src" / "pig")
        assert list(problems(copy.name, games=5)) == [plain(shown[1])]


def commands() -> list[tuple[str, str]]:
    """The commands of the page, each with what it is said to print."""
    return [(line, text) for line, text in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", CONSOLE, re.MULTILINE)]


@pytest.mark.parametrize(("command", "printed"), commands(), ids=[line for line, _ in commands()])
def test_a_command_prints_what_the_page_says(pig: Path, command: str, printed: str) -> None:
    if command.startswith(ELSEWHERE):
        return
    typed = shlex.split(command)[1:]
    told = run(*typed, lines=["2"] * 300)
    assert told.code == 0
    pattern = ".*".join(re.escape(plain(part)) for part in printed.split("..."))
    assert re.search(pattern, told.out), told.out


def test_the_example_is_true(pig: Path) -> None:
    example = "".join(re.findall(r"```python\n(>>> .*?)```", PAGE, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(example, {}, "adding-a-game", None, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_every_number_of_the_levels_is_explained() -> None:
    numbers = tomllib.loads((ROOT / "src/ludotheque/defaults/players.toml").read_text(encoding="utf-8"))
    explained = dict(re.findall(r"^\| `(\w+)` \| .* \| ([\d.]+) \|$", PAGE, re.MULTILINE))
    assert {name: float(value) for name, value in explained.items()} == numbers["search"]
    assert explained.keys() == set(Tuning._fields) - {"secret"}
    assert all(f"| `{name}` |" in PAGE for name in RANGES if name not in ("secret", "threads"))
    assert all(f"`{level}`" in PAGE for level in LEVELS)


def test_every_hook_of_sight_is_explained() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    listed = re.search(r"\| `sight.py`\*.*?(?=\n\| `)", contributing, re.DOTALL)
    assert listed is not None
    hooks = [hook for hook in re.findall(r"`(\w+)`", listed[0]) if hook != "sight"]
    assert [hook for hook in hooks if f"| `{hook}(" not in PAGE] == []
