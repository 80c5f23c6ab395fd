"""Previews and journeys: certain, in words, and at places that the picture has."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from itertools import islice, pairwise
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from ludotheque import games, load
from ludotheque.core.position import Position
from ludotheque.core.svg import changes_between, panels, scene
from ludotheque.core.words import LANGUAGES, words
from ludotheque.kernel.state import CHANCE
from ludotheque.web.tables.deciding import decide
from ludotheque.web.tables.making import Plan, SeatPlan, create
from ludotheque.web.views.previews import SEEDS, Consequences, Previews, previews_of
from ludotheque.web.views.table import table_of
from ludotheque.web.views.viewer import Viewer, viewer_of
from tests.samples import OURS
from tests.web.site import Site
from tests.web.test_views import ME, step, visit

SEATS = 3


def begun(site: Site, game: str) -> tuple[str, Viewer]:
    plan = Plan(game, (SeatPlan("person", "Ann"), SeatPlan("person", "Bea"), SeatPlan("person", "Cy")))
    table = create(site.services.store, plan, ME)
    return table, looking(site, table)


def looking(site: Site, table: str) -> Viewer:
    """The viewer whose seat is asked now."""
    state = site.table(table)
    seat = next((seat for seat in state.asked() if seat not in state.seals), 0)
    return viewer_of(state, visit(), seat, time.time())


def plain(view: Previews, action: int) -> str:
    """The changes of a choice in words."""
    preview = next(preview for preview in view.previews if preview.action == action)
    return "; ".join(change.text for change in preview.changes if change.text)


def choices_in(site: Site, game: str, phase: str) -> Iterator[tuple[Position, int, int, str]]:
    """The choices of a phase without end: the position, the seat, the action, and what its preview says."""
    table, _ = begun(site, game)
    while True:
        now = looking(site, table)
        if now.position.phase == phase:
            seat = now.position.to_act or 0
            shown = previews_of(now, seat)
            for action in now.position.legal():
                yield now.position, seat, action, plain(shown, action)
        step(site, table)


def test_placing_panes_tells_how_many_are_placed_and_broken(site: Site) -> None:
    for position, seat, action, said in islice(choices_in(site, "sintra", "PLACE"), 24):
        steps = position.play(action).view()["seats"][seat]["broken"] - position.view()["seats"][seat]["broken"]
        assert ("broken glass" in said.replace("-", " ")) == (steps != 0)
        if steps > 0:
            assert f"{steps} step" in said


def test_hiring_tells_what_is_paid_and_how_strong_one_is(site: Site) -> None:
    seen = 0
    for position, seat, action, said in choices_in(site, "stanza", "SLOT"):
        before, after = (view["seats"][seat]["money"] for view in (position.view(), position.play(action).view()))
        assert "works on slot" in said
        if before != after:
            assert f"{before} to {after} florin" in said
            seen += 1
        if seen == 10:
            break


def test_a_step_that_changes_nothing_yet_tells_what_comes_next(site: Site) -> None:
    table, _ = begun(site, "stanza")
    while (now := looking(site, table)).position.phase != "HIRE":
        step(site, table)
    said = [plain(previews_of(now, now.seat or 0), action) for action in now.position.legal()]
    assert any(each.startswith("next: ") for each in said)
    assert all(said)


def test_a_city_tells_what_waits_there_alone_and_in_company(site: Site) -> None:
    _, now = begun(site, "fourberies")
    assert now.position.phase == "travel"
    said = plain(previews_of(now, now.seat or 0), now.position.legal()[0])
    assert "alone here you meet 1 card" in said
    assert "not alone: the cards are lost" in said


def test_previews_show_only_what_is_certain(site: Site) -> None:
    """Previews also come true in other worlds that the viewer cannot tell from the real one."""
    table, _ = begun(site, "fourberies")
    seen, luck = 0, random.Random(4)
    for moment in range(80):
        now = looking(site, table)
        if now.table.status != "running":
            break
        if not now.position.secret:
            consequences, spoken = Consequences(now), words("fourberies", "en")
            after_it = {change.text for action in now.position.legal() for change in consequences.next(action)}
            for action in now.position.legal():
                texts = {change.text for change in consequences.changes(action)} - after_it
                world = now.position.redeal(now.seat, len(SEEDS) + 1 + moment, deals=False)
                happened = changes_between(world, world.play(action), now.seat)
                assert texts <= {spoken.say(each.phrase, now.names) if each.phrase else "" for each in happened}
                seen += len(texts)
        chosen = luck.choice(now.position.legal())
        site.services.store.change(table, decide, ME, now.seat or 0, now.table.version, chosen)
    assert seen > 0


def random_positions(game: str, seed: int) -> list[Position]:
    """A game played at random."""
    luck, position = random.Random(seed), load(game).start(players=SEATS, seed=seed)
    played = [position]
    while position.to_act is not None:
        position = position.play(luck.choice(position.legal()))
        played.append(position)
    return played


@pytest.mark.parametrize("game", games())
def test_every_change_can_be_said_in_three_languages_and_has_its_rule(game: str) -> None:
    keys, said = set(), words(game, "en").find("changes")
    for seed in (1, 2, 3):
        played = random_positions(game, seed)
        for before, after in pairwise(played):
            for change in changes_between(before, after, 0):
                if change.phrase is None:
                    continue
                inner = change.phrase.gaps.get("change") or change.phrase
                keys.add(inner.key.partition(".")[2])
                assert load(game).rule(change.rule)
                for language in LANGUAGES:
                    assert words(game, language).say(change.phrase, ("Ann", "Bea", "Cy"))
    foretold = {"of", "alone", "alone_same", "show", "company", "empty_city"}  # by another test, or around the others
    assert keys >= set(said) - foretold - {"overflow", "requests", "mood", "tile", "masterpiece"}


@pytest.mark.parametrize("game", OURS)
def test_pieces_move_between_parts_of_the_picture(site: Site, game: str) -> None:
    table, _ = begun(site, game)
    moved = 0
    for _ in range(24):
        step(site, table)
        now = looking(site, table)
        if now.table.status != "running":
            break
        shown = table_of(now)
        drawn = [panel.body for panel in shown.panels]
        drawn += [small.body for small in shown.summaries if small]
        ids = set(re.findall(r' id="([^"]+)"', "".join(drawn))) | {f"player-{seat}" for seat in range(SEATS)}
        assert all(f'id="{journey.symbol}"' in shown.defs for journey in shown.journeys if journey.symbol)
        moved += sum(journey.end in ids and journey.start in ids for journey in shown.journeys)
    assert moved >= 10


@pytest.mark.parametrize(("game", "start", "end"), [("sintra", "bag", "factory-"), ("stanza", "piles", "space-")])
def test_what_is_drawn_comes_from_where_it_lay(game: str, start: str, end: str) -> None:
    luck, position, drawn = random.Random(3), load(game).start(players=SEATS), 0
    while drawn < 9:
        chance = position.to_act == CHANCE
        before, position = (
            position,
            position.play(luck.choice([*(position.outcomes() if chance else position.legal())])),
        )
        flights = [change for change in changes_between(before, position, 0) if change.start == start]
        assert chance or not flights
        assert all(flight.symbol and flight.end.startswith(end) for flight in flights)
        drawn += len(flights)


@pytest.mark.parametrize(("game", "sound"), [("sintra", "glass"), ("stanza", "coin"), ("fourberies", "coin")])
def test_broken_glass_and_coins_have_their_sounds(game: str, sound: str) -> None:
    played = [pair for seed in (1, 2, 3) for pair in pairwise(random_positions(game, seed))]
    heard = {change.sound for before, after in played for change in changes_between(before, after, 0)}
    assert heard == {"", sound}


def test_a_pushed_worker_does_not_leave_the_track() -> None:
    """The workers that come minus those that leave are the change of their number. (L58)"""
    for before, after in pairwise(random_positions("stanza", 1)):
        keys = [change.phrase.key for change in changes_between(before, after, 0) if change.phrase]
        old, new = (sum(map(bool, view["seats"][0]["workers"])) for view in (before.view(0), after.view(0)))
        assert keys.count("changes.hired") - keys.count("changes.gone") == new - old


@pytest.mark.parametrize("game", games())
def test_every_line_of_the_log_has_its_rule(site: Site, game: str) -> None:
    table, _ = begun(site, game)
    for _ in range(12):
        step(site, table)
    log = table_of(looking(site, table)).log
    assert [step.text for turn in log for step in turn.steps if step.rule is None] == []


def test_what_is_new_is_what_others_did_since_my_last_turn(site: Site) -> None:
    table, _ = begun(site, "sintra")
    for _ in range(9):
        step(site, table)
    now = looking(site, table)
    shown = table_of(now)
    fresh = {line.seat for line in shown.log if line.ply >= shown.since}
    assert fresh - {None, now.seat} == {seat for seat in range(SEATS) if seat != now.seat}


def test_only_a_game_that_has_another_layout_offers_it(site: Site) -> None:
    ann = site.person()
    offered = {game: 'name="colour_blind"' in ann.get(f"/t/{ann.play_now(game)}").text for game in games()}
    assert [game for game in offered if offered[game]] == ["sintra"]


def test_the_link_for_friends_is_a_whole_address(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="friend")
    assert f'value="http://testserver/t/{table}' in ann.get(f"/t/{table}").text


# --- Refusals ---------------------------------------------------------------------------------------


def refusals(view: Previews) -> dict[str, str]:
    """What pieces without a choice say, by their ids, with the rule."""
    return {found.piece: f"{found.why} ({found.rule.number})" for found in view.refusals if found.rule}


def test_a_strip_says_which_space_it_lacks(site: Site) -> None:
    table, _ = begun(site, "sintra")
    said: set[str] = set()
    for _ in range(40):
        now = looking(site, table)
        if now.position.phase == "PLACE":
            said |= {preview.why for preview in previews_of(now, now.seat or 0).previews if preview.rule}
        step(site, table)
    assert any(
        re.fullmatch(r"Strip \d has no \w+ space left\. Choose one of the outlined strips\.", why) for why in said
    )


def test_a_strip_says_that_glass_is_taken_first(site: Site) -> None:
    _, now = begun(site, "sintra")
    said = refusals(previews_of(now, now.seat or 0))
    assert said[f"strip-{now.seat}-3"] == "First take glass, then choose its strip. (S25)"


def test_an_actor_of_the_troupe_says_that_only_new_ones_go_to_court() -> None:
    chooser, position = random.Random(1), load("fourberies").start(3, seed=1)
    while position.phase != "court":
        position = position.after(chooser.choice(position.legal()))
    why, rule = position.game.edition.module("board").refusals(scene(position, position.to_act, "en"))["troupe-T1"]
    said = words("fourberies", "en").say(why)
    assert said.endswith(" is already in your troupe: only an Actor you have just met can go to Court.")
    assert rule == "F39"


def test_a_character_says_how_far_away_it_is(site: Site) -> None:
    _, now = begun(site, "stanza")
    said = refusals(previews_of(now, now.seat or 0))
    far = {space: why for space, why in said.items() if "stops away" in why}
    assert len(far) == 11  # four of 15 characters are within reach
    assert re.fullmatch(r"\D+ is 5 stops away; you walk at most 4\. \(L15\)", far["space-5"])
    assert said["helper-of-mine-D"].startswith("Walk first. A helper is sent afterwards")
    assert said["recruit-0"] == "Nobody waits on this place. (L33)"
    assert said["worker-1"] == "Walk first. A worker slot is filled when you hire a character. (L33)"
    assert said["discs-of-mine"] == "A disc goes into a slot when you activate Religion. (L47)"
    pictures = "".join(panel.body for panel in table_of(now).panels)
    useful = "shelf|stock|art-of|discs-of|slot|pillars-of|ship-of|level"
    pieces = set(re.findall(rf'id="((?:{useful})-[^"]+)"', pictures))
    assert len(pieces) > 40
    assert pieces <= said.keys()
    assert said[""] == f"{now.position.question()} ({now.position.asked_by})"


@pytest.mark.parametrize("game", OURS)
def test_every_refusal_is_said_in_every_language(game: str) -> None:
    for seed in range(6):
        chooser, position = random.Random(seed), load(game).start(3, seed=seed)
        while position.to_act is not None:
            for action in position.asked():
                if rule := position.why_not(action):
                    refuse = position.game.edition.module("notation").refuse
                    phrase = refuse(position.hidden(position.to_act), action, int(rule[1:]))
                    assert all(phrase is None or words(game, language).say(phrase) for language in LANGUAGES)
            position = position.after(chooser.choice(position.legal()))


def test_a_tile_and_a_masterpiece_say_what_they_would_need(site: Site) -> None:
    _, now = begun(site, "stanza")
    said = refusals(previews_of(now, now.seat or 0))
    tile = next(why for piece, why in said.items() if piece.startswith("tile-TL"))
    assert re.fullmatch(r"You have 0 full columns of books; .* needs 1\. \(L63\)", tile)
    assert said["masterpiece-D-3"] == "This masterpiece needs strength 6; you have 1. (L54)"


SPEAKING = {  # pieces that say why they are no choice, wherever they lie
    "sintra": r"strip-0-|window-0-|panes-|factory-|centre",
    "fourberies": r"city-\d$|troupe-|acrobat-|request-R",
    "stanza": "mine-|tile-|masterpiece-|money|space-|recruit-|worker-|helper-|shelf|stock|art-of|discs-of|slot|pillars"
    "|ship-of|level-",
}


@pytest.mark.parametrize("game", OURS)
def test_pieces_that_look_like_choices_say_why_they_are_none(game: str) -> None:
    """At any moment of a game: a piece in the viewer's hands that cannot be chosen now has a sentence and a rule."""
    spoken, asked = words(game, "en"), 0
    for position in random_positions(game, 4)[::5]:
        if position.to_act != 0:
            continue
        shown = scene(position, 0)
        told = position.game.edition.module("board").refusals(shown)
        assert all(spoken.say(why) and position.game.rule(rule) for why, rule in told.values())
        for panel in panels(position, shown):
            for piece in idle_pieces(ElementTree.fromstring(f"<svg>{panel.body}</svg>")):
                if re.match(SPEAKING[game], piece):
                    assert piece in told or position.phase == "ORDER", (position.phase, piece)
                    asked += 1
    assert asked > 50


def idle_pieces(element: Element) -> Iterator[str]:
    """The ids of the pieces that hold no choice."""
    for child in element:
        if "data-action" not in child.attrib:
            if "id" in child.attrib and not any("data-action" in part.attrib for part in child.iter()):
                yield child.attrib["id"]
            yield from idle_pieces(child)
