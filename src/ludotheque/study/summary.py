"""The summary of a study: its numbers, ready for JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

import ludotheque
from ludotheque.arena.standings import interval
from ludotheque.kernel.arrays import Array
from ludotheque.kernel.data_table import DataTable, flat
from ludotheque.study.subject import Setting, groups, sheet
from ludotheque.study.tally import LOWEST_SCORE, Tally

QUANTILES = (0.1, 0.5, 0.9)
BARS = 60  # bars of a histogram, at most

Summary = dict[str, Any]
"""The numbers of a study or of a part of it, ready for JSON."""


class Share(NamedTuple):
    """A share with its interval of 95%."""

    share: float
    low: float
    high: float


def wilson(part: float, whole: float) -> Share:
    """A share of independent games with Wilson's interval; without games, the whole range."""
    if whole == 0:
        return Share(0.0, 0.0, 1.0)
    return Share(part / whole, *interval(part / whole, round(whole)))


def summary(game: str, seed: int, tallies: Iterable[tuple[Setting, Tally]]) -> Summary:
    """The summary of a study."""
    return {
        "game": game,
        "version": ludotheque.load(game).version,
        "seed": seed,
        "settings": [_setting(setting, found) for setting, found in tallies],
    }


PARTS = ("seats", "by_bot", "lines", "choices")


def tables(found: Summary) -> dict[str, DataTable]:
    """A study as tables: its settings, and for each their seats, bots, lines of the score sheet and choices."""
    rows: dict[str, list[dict[str, Any]]] = {"settings": [], **{part: [] for part in PARTS}}
    for number, one in enumerate(found["settings"]):
        options = {f"option.{name}": value for name, value in one["options"].items()}
        known = {"setting": number, "game": found["game"], "players": one["players"]}
        known |= {"bots": ", ".join(one["bots"]), **options}
        numbers = {key: one[key] for key in ("games", "shared", "score", "winning_score", "margin", "length")}
        rows["settings"].append(known | {k: v for k, v in flat(numbers).items() if ".histogram." not in k})
        rows["seats"] += [known | {"seat": seat} | part for seat, part in enumerate(one["seats"])]
        rows["by_bot"] += [known | part for part in one["by_bot"]]
        rows["lines"] += [known | flat(part) for part in one["lines"]]
        rows["choices"] += [
            known | {"group": group["title"]} | flat(part) for group in one["choices"] for part in group["choices"]
        ]
    return {name: DataTable.of(each) for name, each in rows.items()}


def _setting(setting: Setting, found: Tally) -> dict[str, Any]:
    games = int(found.games)
    return {
        "players": setting.players,
        "options": setting.changed(),
        "bots": list(setting.bots),
        "games": games,
        "shared": wilson(float(found.shared), games)._asdict(),
        "seats": [wilson(float(share), games)._asdict() for share in found.share],
        "by_bot": [
            {"bot": bot} | wilson(float(share), float(seats))._asdict()
            for bot, share, seats in zip(setting.bots, found.bot_share, found.bot_seats, strict=True)
        ],
        "score": _distribution(found.scores.sum(axis=0), LOWEST_SCORE),
        "winning_score": _distribution(found.best, LOWEST_SCORE),
        "margin": _distribution(found.margins, 0),
        "length": _distribution(found.lengths, 0),
        "lines": _lines(setting, found),
        "choices": _choices(setting, found),
    }


def _distribution(counts: Array, lowest: int) -> dict[str, Any]:
    """Mean, deviation, quantiles and a histogram."""
    values, total = lowest + np.arange(len(counts)), counts.sum()
    summed = np.cumsum(counts)
    first, last = (int(np.searchsorted(summed, share * total)) for share in (0.0005, 0.9995))
    width = max(1, math.ceil((last + 1 - first) / BARS))
    edges = list(range(first, last + 1, width))
    return {
        "mean": round(float((values * counts).sum() / total), 3),
        "deviation": round(float(np.sqrt((counts * (values - (values * counts).sum() / total) ** 2).sum() / total)), 3),
        **{f"p{round(100 * q)}": int(values[np.searchsorted(summed, q * total)]) for q in QUANTILES},
        "histogram": {
            "from": int(values[first]),
            "width": width,
            "share": [round(float(counts[edge : edge + width].sum() / total), 6) for edge in edges],
        },
    }


def _lines(setting: Setting, found: Tally) -> list[dict[str, Any]]:
    """The lines of the score sheet that gave or cost points."""
    games = int(found.games)
    return [
        {
            "line": line,
            "decided": wilson(float(found.decided[i]), games)._asdict(),
            "margin": round(float(found.margin_points[i]) / games, 4),
            "points": round(float(found.line_points[i]) / (games * setting.players), 4),
        }
        for i, line in enumerate(sheet(setting.game))
        if found.line_points[i] or found.decided[i] or found.margin_points[i]
    ]


def _choices(setting: Setting, found: Tally) -> list[dict[str, Any]]:
    """By choice: how many seats made it, what they won, and how often only one of the best two made it."""
    games = int(found.games)
    return [
        {
            "title": group.title,
            "choices": [
                {
                    "label": key,
                    "seats": round(float(found.seats_chosen[group.first + i]) / (games * setting.players), 6),
                    "won": wilson(
                        float(found.share_chosen[group.first + i]), float(found.seats_chosen[group.first + i])
                    )._asdict(),
                    "for_winner": round(float(found.for_winner[group.first + i]) / games, 6),
                    "for_next": round(float(found.for_next[group.first + i]) / games, 6),
                }
                for i, key in enumerate(group.labels)
            ],
        }
        for group in groups(setting.game)
    ]
