"""Any piece explains itself: each has a card in three languages."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from ludotheque import Position, games
from ludotheque.contract.drawing import title
from ludotheque.core.game import Game, game_of
from ludotheque.core.svg import panels, scene
from ludotheque.core.words import LANGUAGES, words
from ludotheque.web.views.piece_cards import box_of, card_of, plans_of
from tests.samples import OURS, few_kinds, random_game
from tests.web.site import HTMX, Site, first_choice

NAMES = 12  # as many as the script sends
WORD = re.compile(r"[\w−][\w’-]*")
MOST_DOES, MOST_WANTS = 20, 35  # words


def positions(game: str) -> Iterator[Position]:
    """Some decisions of games of all sizes."""
    for kind in few_kinds():
        if kind.game == game:
            asked = [position for position, _ in random_game(kind, 5) if (position.to_act or 0) >= 0]
            yield from random.Random(1).sample(asked, min(6, len(asked)))
            yield asked[-1]


def drawings(position: Position, named: bool = False) -> Iterator[str]:
    """What the script sends about every piece that is labelled or can be chosen, or about every part with an id."""
    board = position.game.edition.module("board")
    for seat in (position.to_act, 1):
        seen = scene(position, seat)
        for panel in (*panels(position, seen), *(board.summary(seen, other) for other in range(position.players))):
            yield from labelled(ElementTree.fromstring(f"<svg>{panel.body}</svg>"), (), "id" if named else "aria-label")


def labelled(element: Element, around: tuple[str, ...], by: str) -> Iterator[str]:
    if element.tag == "g" and "id" in element.attrib:
        inside = [
            part.get("id", part.get("href", "")) for part in element.iter() if part.tag == "use" or part.get("id")
        ]
        around = (" ".join(inside[:NAMES]), *around)
    if around and by in element.attrib:
        yield "\n".join(around)
    for child in element:
        yield from labelled(child, around, by)


@functools.cache
def drawn(game: str, named: bool = False) -> frozenset[str]:
    """What is drawn in some decisions of a game."""
    return frozenset(drawing for position in positions(game) for drawing in drawings(position, named))


@pytest.mark.parametrize("game", OURS)
def test_every_piece_that_a_board_draws_has_a_card(game: str) -> None:
    found = drawn(game)
    assert len(found) > 50
    assert [drawing for drawing in found if card_of(game_of(game), drawing, "en") is None] == []


@pytest.mark.parametrize(
    ("game", "part", "name"),
    [
        ("fourberies", r"a\d+ .*city-", "City"),
        ("sintra", "broken-track", "Broken-glass track"),
        ("sintra", "score-track", "Score track"),
        ("stanza", "standing-museum", "Artwork"),
        ("stanza", "standing-tiles", "Bonus-tile majority"),
        ("stanza", "next-tiles", "Bonus space"),
        ("stanza", "title-B", "Bonus space"),
        ("stanza", "piles ", "Draw and discard piles"),
    ],
)
def test_a_part_with_others_in_it_has_a_card_of_its_own(game: str, part: str, name: str) -> None:
    cards = [card_of(game_of(game), drawing, "en") for drawing in drawn(game, named=True) if re.match(part, drawing)]
    assert {card and card.name for card in cards} == {name}


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_complete_short_and_cite_rules(game: str, language: str) -> None:
    cards = box_of(game_of(game), language)
    assert len(cards) >= len(plans_of(game_of(game)))
    names = [card.name for card in cards]
    assert len(set(names)) == len(names)
    for card in cards:
        assert card.name, card.kind
        assert card.does, card.name
        assert card.wants, card.name
        assert card.rules, card.name
        assert card.picture, card.name
        assert len(WORD.findall(card.wants)) <= MOST_WANTS, card.name
    own = words(game, language).find("pieces")
    assert [name for name, said in own.items() if len(WORD.findall(said.get("does", ""))) > MOST_DOES] == []


def test_a_piece_is_told_by_its_drawing() -> None:
    stanza, fourberies, sintra = (game_of(game) for game in ("stanza", "fourberies", "sintra"))
    assert named(stanza, "tile-TD1 a64 #bonus-D") == "Master Navigator"
    assert named(stanza, "a2 #tile-D3\nspace-3 a2 #tile-D3") == "Christopher Columbus"
    assert named(stanza, "space-3") == "Space"
    assert named(fourberies, "city-4-card-1 #fb-card-A5 #fb-token-A5\ncity-4-stack\ncity-4") == "Flatterer"
    assert named(fourberies, "a3 city-4-caravels #fb-caravel-1 city-4-card-1 #fb-card-T4") == "City"
    assert named(sintra, "strip-0-3 #sintra-small-space-J") == "Joker strip"
    assert named(sintra, "strip-0-3 #sintra-small-space-B") == "Pattern strip"
    assert card_of(sintra, "nothing\nlike this", "en") is None


def named(game: Game, drawing: str) -> str:
    card = card_of(game, drawing, "en")
    assert card is not None
    return card.name


def test_a_card_is_sent_in_the_language_of_the_visitor(site: Site) -> None:
    page = site.person("fr").get("/rules/stanza/piece?of=pillars-of-mine")
    assert "<h2>Pilier</h2>" in page.text
    assert re.search(r"<summary>L53</summary><p>Vous pouvez", page.text)


def test_a_piece_without_a_card_gets_an_empty_answer(site: Site) -> None:
    for game in games():
        page = site.person().get(f"/rules/{game}/piece?of=cellar")
        assert (page.status_code, page.text) == (200, "")
    assert site.person().get("/rules/stanza/piece").text == ""


def test_the_booklet_shows_what_is_in_the_box(site: Site) -> None:
    page = site.person().get("/rules/fourberies").text
    assert page.count('<li class="piece-card"') == len(box_of(game_of("fourberies"), "en"))


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Strip 3: blue space", "Strip 3"),
        ("Musée : valeur 4", "Musée"),
        ("Charles V, Politics", "Charles V"),
        ("Bag", "Bag"),
    ],
)
def test_a_title_is_the_name_alone(label: str, name: str) -> None:
    assert title(label) == f"<title>{name}</title>"


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_in_texts_lead_to_cards(site: Site, language: str) -> None:
    ann = site.person(language)
    page = ann.get("/rules/stanza").text
    keys = set(re.findall(r'data-piece="([^"]+)"', page))
    assert len(keys) > 20
    for key in keys:
        assert f'id="card-{key}"' in page
    sheet, _, rules = page.partition('class="spread"')
    assert 'class="named"' in sheet
    assert 'class="named"' in rules
    assert "piece-card" in ann.get("/rules/stanza/piece?card=1-D4", **HTMX).text  # Magellan, whom the box does not show
    assert ann.get("/rules/stanza/piece?card=99-", **HTMX).text == ""


def test_names_in_the_log_lead_to_cards(site: Site) -> None:
    ann = site.person()
    table = ann.make("stanza", seats=2, seat_0="me", seat_1="me")
    ann.play(table, 0, first_choice(site.table(table).position))
    steps = ann.get(f"/t/{table}").text.partition('class="log"')[2]
    assert re.search(r'</summary><p>.*?<a class="named" href="/rules/stanza#card-1-\w+"', steps)
    assert not re.search(r"<summary>(?:(?!</summary>).)*<a ", steps), "a summary holds nothing else to press"
