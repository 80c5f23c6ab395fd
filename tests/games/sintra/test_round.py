"""The round: who plays, how it ends and how the next one starts."""

from __future__ import annotations

from fractions import Fraction

from .build import CENTRE, GAME, RESET, REST, at, draw, pane, panes_on, pile, seat, strip, take, turn

# K8.f in slot 8 has no blue and no yellow space: under a glazier at 8 such panes break.
AT_8 = seat(glazier=8)

# A pane short of full on every strip: 32 panes, B 7, W 6, Y 7, O 6, P 6.
CROWDED = seat("K1.f=BWBW. K2.f=WYWY. K3.f=YOYO. K4.f=OPOP. K5.f=PBPB. K6.f=BYPY. K7.b=OBYB. K8.f=PWOW.")

# Four seats that hold 72 panes, of each colour B 15, W 14, Y 16, O 14, P 13.
CROWD = (CROWDED, CROWDED, seat("K1.f=BW... K2.f=WY... K3.f=YO... K4.f=OP... K5.f K6.f K7.f K8.f"), AT_8)


# --- who plays ----------------------------------------------------------------------------------


def test_s13_the_game_has_6_rounds() -> None:
    p = GAME.start(2, seed=7)
    rounds = [1]
    while p.to_act is not None:
        p = p.play(p.legal()[0])
        if p.to_dict()["round"] != rounds[-1]:
            rounds.append(p.to_dict()["round"])
    assert rounds == [1, 2, 3, 4, 5, 6]
    assert p.why_not(RESET) == "S13"


def test_s14_the_starting_player_lays_the_tile_in_the_centre_and_begins() -> None:
    filling = at(players=3, phase="FILL", to_act=-1, tile_seat=1, factories=["BBBB"] * 2 + ["WWWW"] * 4 + ["OOO"])
    assert filling.to_dict()["tile_in_centre"] is False
    p = draw(filling, "O")
    assert turn(p) == ("TURN", 1)
    assert (p.to_dict()["tile_seat"], p.to_dict()["tile_in_centre"]) == (1, True)


def test_s14_then_play_goes_clockwise() -> None:
    p = at(AT_8, AT_8, AT_8, players=3, to_act=1, factories=["B"] * 5)
    order: list[int | None] = []
    for factory in range(1, 5):
        order.append(p.to_act)
        p = p.play(take(factory, "B"))
    assert order == [1, 2, 0, 1]


def test_s15_a_turn_is_a_take_or_a_reset_and_nothing_else() -> None:
    p = at(seat(glazier=2), factories=["BBWO"], centre="P")
    assert p.legal() == [take(1, "B"), take(1, "W"), take(1, "O"), take(CENTRE, "P"), RESET]
    assert [p.why_not(action) for action in range(51, 67)] == ["S15"] * 16


def test_s15_even_a_single_legal_action_is_asked() -> None:
    p = at(AT_8, seat(glazier=1), factories=["BW"]).play(take(1, "B"))
    assert turn(p) == ("TURN", 1)
    assert p.legal() == [take(CENTRE, "W")]


def test_s16_a_pane_in_the_centre_keeps_the_round_going() -> None:
    p = at(AT_8, factories=["BW"]).play(take(1, "B"))
    assert turn(p) == ("TURN", 1)
    assert p.to_dict()["round"] == 1


def test_s16_the_tile_alone_does_not_and_others_may_have_had_fewer_turns() -> None:
    p = at(AT_8, players=3, factories=["B"], tile_in_centre=True).play(take(1, "B"))
    assert turn(p) == ("FILL", -1)
    assert p.to_dict()["round"] == 2
    assert p.to_dict()["tile_in_centre"] is False


# --- how it ends (S33, S46, S47) ------------------------------------------------------------------


def test_s33_panes_stay_on_strips_between_rounds() -> None:
    laid = seat("K1.f=BW... K2.f K3.f=Y.Y.Y K4.f K5.f K6.f K7.f K8.f", glazier=8)
    p = at(laid, factories=["B"]).play(take(1, "B"))
    assert turn(p) == ("FILL", -1)
    assert (panes_on(p, 1), panes_on(p, 3)) == ("BW...", "Y.Y.Y")


def test_s46_the_topmost_indicator_pane_goes_to_the_tower() -> None:
    p = at(AT_8, indicator="OWYP", factories=["B"], tower="Y").play(take(1, "B"))
    assert p.to_dict()["indicator"] == "WYP"
    assert pile(p, "tower") == "BYO"  # the broken blue pane too


def test_s47_after_the_last_indicator_pane_comes_the_final_scoring() -> None:
    p = at(AT_8, indicator="P", factories=["B"]).play(take(1, "B"))
    assert turn(p) == ("OVER", None)
    assert (p.to_dict()["indicator"], p.to_dict()["round"]) == ("", 6)
    assert pile(p, "tower") == "BP"
    assert (p.legal(), p.outcomes()) == ([], {})


def test_s47_with_panes_left_on_it_the_next_round_is_filled() -> None:
    p = at(AT_8, indicator="OP", factories=["B"]).play(take(1, "B"))
    assert turn(p) == ("FILL", -1)
    assert (p.to_dict()["indicator"], p.to_dict()["round"]) == ("P", 6)


# --- filling (S48, S49) ----------------------------------------------------------------------------


def test_s48_who_took_the_tile_starts_the_next_round() -> None:
    p = at(AT_8, factories=[], centre="B", tile_seat=1, tile_in_centre=True).play(take(CENTRE, "B"))
    assert p.to_dict()["tile_seat"] == 0
    p = draw(p, "BWYOP" * 4)
    assert turn(p) == ("TURN", 0)
    assert p.to_dict()["tile_in_centre"] is True


def test_s48_factories_are_filled_in_order() -> None:
    p = draw(at(AT_8, factories=["B"]).play(take(1, "B")), "YYYYWW")
    assert p.to_dict()["factories"] == ["YYYY", "WW", "", "", ""]


def test_s48_the_tower_is_poured_when_a_pane_must_be_drawn() -> None:
    p = at(CROWDED, CROWDED, phase="FILL", to_act=-1, bag="BB", tower=REST)
    assert p.outcomes() == {0: Fraction(1)}
    p = draw(p, "B")
    assert (pile(p, "bag"), len(pile(p, "tower"))) == ("B", 28)
    p = draw(p, "B")
    assert (len(pile(p, "bag")), pile(p, "tower")) == (28, "")


def test_s48_after_the_last_draw_the_bag_may_stay_empty() -> None:
    p = at(CROWDED, phase="FILL", to_act=-1, factories=["WWWW", "WWWW", "YYYY", "YYYY", "PPP"], bag="P", tower=REST)
    p = draw(p, "P")
    assert turn(p) == ("TURN", 0)
    assert (pile(p, "bag"), len(pile(p, "tower"))) == ("", 100 - 32 - 20 - 6)


def test_s48_an_empty_bag_is_refilled_before_the_first_draw_of_a_round() -> None:
    p = at(AT_8, CROWDED, indicator="OP", factories=["B"], bag="", tower=REST).play(take(1, "B"))
    assert turn(p) == ("FILL", -1)
    assert pile(p, "tower") == ""
    assert len(pile(p, "bag")) == 100 - 1 - 32  # with the broken pane and that of round 5


def test_s49_when_bag_and_tower_run_out_the_last_factories_stay_short() -> None:
    p = at(*CROWD, players=4, to_act=3, indicator="YWOP", factories=["B"], tile_seat=2, tile_in_centre=True)
    assert len(pile(p, "bag")) == 23
    p = p.play(take(1, "B"))  # breaks; the pane of round 3 follows it into the tower
    assert (turn(p), len(pile(p, "bag")), pile(p, "tower")) == (("FILL", -1), 23, "BY")
    p = draw(p, "BBBBWWWWWYYYOOOOOPPPPPP")
    assert (turn(p), pile(p, "bag"), pile(p, "tower")) == (("FILL", -1), "BY", "")
    p = draw(p, "BY")
    assert p.to_dict()["factories"] == ["BBBB", "WWWW", "WYYY", "OOOO", "OPPP", "BPPP", "Y", "", ""]
    assert [p.why_not(take(factory, "Y")) for factory in (7, 8, 9)] == [None, "S19", "S19"]


def test_s49_a_tile_nobody_took_stays_with_the_previous_starting_player() -> None:
    p = at(AT_8, players=3, to_act=0, factories=["B"], tile_seat=2, tile_in_centre=True).play(take(1, "B"))
    assert p.to_dict()["tile_seat"] == 2
    assert turn(draw(p, "BWYOP" * 5 + "BWY")) == ("TURN", 2)


def test_y14_refill_with_bag_7_and_tower_30() -> None:
    boards = (CROWDED, seat("K1.f=BWBW. K2.f=WYWY. K3.f=YOYO. K4.f=OPOP. K5.f=PBPB. K6.f=BYPY. K7.b=OBYB. K8.f"))
    p = at(*boards, phase="FILL", to_act=-1, indicator="YOP", bag="BBWWYOP", tower=REST)
    assert len(pile(p, "tower")) == 30
    p = draw(p, "BBWWYO")
    assert (pile(p, "bag"), len(pile(p, "tower"))) == ("P", 30)
    p = draw(p, "P")
    assert (len(pile(p, "bag")), pile(p, "tower")) == (30, "")
    p = draw(p, "BBBBWWWWWYYYO")
    assert turn(p) == ("TURN", 0)
    assert (len(pile(p, "bag")), pile(p, "tower")) == (17, "")


def test_y15_four_players_with_25_panes_left() -> None:
    p = at(*CROWD, players=4, phase="FILL", to_act=-1, indicator="WOP", bag="BWYOP", tower=REST)
    assert len(pile(p, "tower")) == 20
    p = draw(p, "BWYOP")
    assert (len(pile(p, "bag")), pile(p, "tower")) == (20, "")
    p = draw(p, "BBBBWWWWYYYOOOOPPPPP")
    assert turn(p) == ("TURN", 0)
    assert p.to_dict()["factories"] == ["BWYO", "BBBP", "BWWW", "WYYY", "OOOO", "PPPP", "P", "", ""]
    assert (pile(p, "bag"), pile(p, "tower")) == ("", "")


def test_y16_a_factory_of_one_colour_leaves_nothing_in_the_centre() -> None:
    p = at(AT_8, factories=["BBBB", "W"], tile_seat=1, tile_in_centre=True).play(take(1, "B"))
    assert (p.to_dict()["factories"][0], p.to_dict()["centre"]) == ("", "")
    assert turn(p) == ("TURN", 1)


def test_y16_and_if_it_was_the_last_the_previous_starting_player_starts_again() -> None:
    p = at(AT_8, factories=["BBBB"], tile_seat=1, tile_in_centre=True).play(take(1, "B"))
    assert (turn(p), pile(p, "tower")) == (("FILL", -1), "BBBBB")  # four broken, one from the indicator
    assert p.to_dict()["seats"][0]["broken"] == 4
    assert turn(draw(p, "WYOPW" * 4)) == ("TURN", 1)


def test_y17_the_last_pane_of_round_3_scores_with_the_colour_of_round_3() -> None:
    nearly = seat("K1.f=BWBW. K2.f K3.f K4.f K5.f K6.f K7.f K8.f")
    p = at(nearly, indicator="BYOP", factories=["B"]).play(take(1, "B")).play(strip(1))
    assert (turn(p), p.scores()[0]) == (("PANE", 0), 3)
    assert p.to_dict()["indicator"] == "BYOP"
    p = p.play(pane("W"))
    assert (turn(p), p.scores()[0]) == (("FILL", -1), 3 + 4)
    assert (p.to_dict()["indicator"], pile(p, "tower")) == ("YOP", "BBBBW")
