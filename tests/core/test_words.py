"""Words: the same keys in three languages, and none missing."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque.contract.phrases import Code, Phrase
from ludotheque.core.words import LANGUAGES, Words
from tests.samples import OURS

PACKAGE = Path(ludotheque.__file__).parent
GAMES = PACKAGE / "games"
NAMES = ("actions", "chips", "told")


def flat(value: Any, path: str = "") -> dict[str, str]:
    if isinstance(value, dict):
        return {key: text for name, inner in value.items() for key, text in flat(inner, f"{path}.{name}").items()}
    return {path: value}


def written(game: str, language: str) -> dict[str, str]:
    with (GAMES / game / "words" / f"{language}.toml").open("rb") as file:
        return flat(tomllib.load(file))


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("language", ["fr", "nl"])
def test_every_language_has_the_same_keys_and_gaps(game: str, language: str) -> None:
    ours, english = written(game, language), written(game, "en")
    assert sorted(ours) == sorted(english)
    for key, text in ours.items():
        gaps, expected = set(re.findall(r"{(\w+)}", text)), set(re.findall(r"{(\w+)}", english[key]))
        if key.endswith(".one"):
            gaps, expected = gaps - {"count"}, expected - {"count"}
        assert gaps == expected, key


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_phase_option_and_line_has_words(game: str, language: str) -> None:
    words = written(game, language)
    loaded = ludotheque.load(game)
    about = loaded.about
    wanted = [f".rules.{rule}" for rule in loaded.rules()]
    wanted += [f".phases.{phase}" for phase in loaded.edition.module("actions").PHASES]
    wanted += [f".options.{option}.{part}" for option in loaded.options for part in ("name", "sentence")]
    wanted += [f".ledger.{line}" for line in about.LEDGER]
    wanted += [".title", ".objective"]
    assert [key for key in wanted if not words.get(key, "").strip()] == []


@pytest.mark.parametrize("game", OURS)
def test_every_action_has_two_words_and_a_sentence_in_the_third_person(game: str) -> None:
    sections = [{key.split(".")[2] for key in written(game, "en") if key.startswith(f".{name}.")} for name in NAMES]
    assert sections[0] == sections[1] == sections[2]


def test_a_question_lists_only_what_is_legal() -> None:
    position = ludotheque.load("sintra").start(2, seed=1)
    assert position.question("en") == "Take all panes of one colour."
    while position.why_not(position.parse("back")) is not None or position.phase != "TURN":
        position = position.play(position.legal()[-1])
    assert position.question("en") == "Take all panes of one colour or move the glazier back."
    assert position.question("fr") == "Prenez toutes les pièces d’une couleur ou ramenez le vitrier."


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("words/fr.toml")), ids=lambda file: file.parent.parent.name)
def test_no_line_of_french_begins_with_a_sign(file: Path) -> None:
    texts = flat(tomllib.loads(file.read_text()))
    assert [key for key, text in texts.items() if re.search(r"\S [?!:;»]|« ", text)] == [], "use a no-break space"


@pytest.mark.parametrize("game", OURS)
def test_rules_are_translated(game: str) -> None:
    english = written(game, "en")
    for language in ("fr", "nl"):
        ours = written(game, language)
        same = [key for key in english if key.startswith(".rules.") and ours[key] == english[key]]
        assert same == []


@pytest.fixture
def few(tmp_path: Path) -> Any:
    def made(language: str) -> Words:
        path = tmp_path / f"{language}.toml"
        path.write_text(
            '[terms]\nblue = {one = "bleue", other = "bleues"}\n'
            '[actions]\ntake = {one = "{count} pièce {colour}", other = "{count} pièces {colour}"}\nlay = "{strip}!"\n'
            'hall = "Palais de {name}"\n',
            encoding="utf-8",
        )
        return Words(path, language)

    return made


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("fr", 0, "0 pièce bleue"),
        ("fr", 1, "1 pièce bleue"),
        ("fr", 2, "2 pièces bleues"),
        ("en", 0, "0 pièces bleues"),
        ("nl", 1, "1 pièce bleue"),
    ],
)
def test_forms_follow_the_count(few: Any, language: str, count: int, said: str) -> None:
    assert few(language).say(Phrase("actions.take", {"count": count, "colour": "terms.blue"})) == said


def test_phrases_nest_and_codes_stay(few: Any) -> None:
    inner = Phrase("actions.take", {"count": 2, "colour": Code("K3.b")})
    assert few("fr").say(Phrase("actions.lay", {"strip": inner})) == "2 pièces K3.b!"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ann", "d’Ann"), ("Élise", "d’Élise"), ("Œdipe", "d’Œdipe"), ("Hélène", "d’Hélène"), ("Yves", "d’Yves"),
        ("Bea", "de Bea"), ("Hans", "de Hans"), ("Yann", "de Yann"), ("8 amis", "de 8 amis"), ("", "de "),
    ],
)  # fmt: skip
def test_french_shortens_de_before_a_vowel(few: Any, name: str, said: str) -> None:
    assert few("fr").say(Phrase("actions.hall", {"name": Code(name)})) == f"Palais {said}"
    assert few("nl").say(Phrase("actions.hall", {"name": Code(name)})) == f"Palais de {name}"
