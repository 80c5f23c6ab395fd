"""The report of a study: a self-contained HTML page with charts, from the numbers of `summary`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

import ludotheque
from ludotheque.bots import levels
from ludotheque.contract.phrases import Code, Phrase
from ludotheque.core.charts import Bar, Chart, Curve, Dot, bars, curves, dots, legend, styles
from ludotheque.core.words import Words, words
from ludotheque.study.findings import RAREST, Finding, findings, side
from ludotheque.study.subject import label
from ludotheque.study.summary import Summary

HERE = Path(__file__).parent
TONES = {1: 5, -1: 6, 0: 4}  # colours: above, below, and not certain
FINE = 0.005  # a narrower interval is shown with another digit


def report(found: Summary, command: str, language: str = "en") -> str:
    """The whole page."""
    return ReportWriter(found, command, language).page()


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.1f}%"


def reach(share: Mapping[str, float]) -> str:
    """A share in percent with its interval."""
    digits = 2 if share["high"] - share["low"] < FINE else 1
    shown, low, high = (f"{100 * share[key]:.{digits}f}" for key in ("share", "low", "high"))
    return f"{shown}% [{low}–{high}]"


class ReportWriter:
    """Writes a report in one language."""

    def __init__(self, found: Summary, command: str, language: str) -> None:
        self._found, self._command = found, command
        self._name: str = found["game"]
        self._game = words(self._name, language)  # raises for an unknown language
        self._words = Words(HERE / "words" / f"{language}.toml", language)
        self._language = language

    def _plain(self, key: str, **gaps: int | str) -> str:
        """A sentence of the report's words."""
        filled = {name: Code(gap) if isinstance(gap, str) else gap for name, gap in gaps.items()}
        return self._words.say(Phrase(key if "." in key else f"report.{key}", filled))

    def _say(self, key: str, **gaps: int | str) -> str:
        """The same as HTML."""
        return escape(self._plain(key, **gaps))

    def page(self) -> str:
        """The page, with its styles and charts inside."""
        title = ludotheque.load(self._name).title(self._language)
        sheets = styles() + (HERE / "report.css").read_text(encoding="utf-8")
        fields = [list(group) for _, group in groupby(self._found["settings"], key=lambda one: one["bots"])]
        return (
            f'<!doctype html>\n<html lang="{self._language}">\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width">\n'
            f"<title>{escape(title)}: {self._say('study')}</title>\n<style>\n{sheets}</style>\n<main>\n"
            f"<h1>{escape(title)}</h1>\n<p class='lead'>{self._lead(fields)}</p>\n"
            f"<p class='note'>{self._say('made')} <code>{escape(self._command)}</code></p>\n"
            f"<p class='note'>{self._say('intervals')}</p>\n"
            + "\n".join(map(self._field, fields))
            + "\n</main>\n</html>\n"
        )

    def _lead(self, fields: Sequence[list[Summary]]) -> str:
        return " ".join(
            self._say("lead", games=f"{sum(one['games'] for one in field):,}", players=self._who(field[0]))
            for field in fields
        )

    def _who(self, one: Summary) -> str:
        names: Any = self._game.find("levels")
        return ", ".join(names[bot]["name"] if bot in levels() else bot for bot in one["bots"])

    def _field(self, settings: list[Summary]) -> str:
        """The part of the page about the same players."""
        usual = [one for one in settings if one["options"] == settings[0]["options"]]
        others = [one for one in settings if one not in usual]
        parts = [
            f"<h2>{self._say('between', players=self._who(settings[0]))}</h2>",
            self._facts(usual),
            f"<ul class='found'>{''.join(map(self._finding, findings(usual, others)))}</ul>",
            *self._section("seats", self._seats(usual)),
            *(self._section("bots", self._bots(usual)) if len(settings[0]["bots"]) > 1 else ()),
            *self._section("points", self._distributions(usual, ("score", "winning_score"))),
            *self._section("length_and_margin", self._distributions(usual, ("length", "margin"))),
            *self._section("decided", self._decided(usual)),
            *self._choices(usual),
            *(self._options(usual, others) if others else ()),
        ]
        return "\n".join(parts)

    def _section(self, key: str, figures: Iterable[str]) -> Iterator[str]:
        yield f"<h3>{self._say(f'{key}.title')}</h3><p>{self._say(f'{key}.note')}</p>"
        yield f"<div class='grid'>{''.join(figures)}</div>"

    def _figure(self, caption: str, chart: Chart, below: str = "") -> str:
        return f"<figure><figcaption>{caption}</figcaption>{chart.inline()}{below}</figure>"

    def _shares(self, one: Summary, rows: Sequence[Dot]) -> str:
        """A chart of shares of the victory, beside an equal share."""
        fair = 1 / one["players"]
        return self._figure(self._players(one), dots(rows, (fair, f"{self._plain('fair')} {percent(fair)}"), (0, 1)))

    def _players(self, one: Summary) -> str:
        return self._say("players", count=one["players"])

    def _finding(self, finding: Finding) -> str:
        """A sentence about what stands out."""
        key, given = finding
        names: dict[str, Callable[[Any], str]] = {
            "line": self._line, "group": self._title, "choice": self._label, "option": self._option, "share": reach,
        }  # fmt: skip
        gaps: dict[str, Any] = {name: names[name](gap) if name in names else gap for name, gap in given.items()}
        return f"<li>{self._say(key, **gaps)}</li>"

    def _facts(self, usual: list[Summary]) -> str:
        """Winning points, margin, length and shared victories, by number of players."""
        boxes = (
            f"<div class='facts'>{self._players(one)}<b>{one['winning_score']['mean']:.0f}</b>"
            + self._say(
                "facts",
                margin=f"{one['margin']['mean']:.1f}",
                length=f"{one['length']['mean']:.0f}",
                shared=percent(one["shared"]["share"]),
            )
            + "</div>"
            for one in usual
        )
        return f"<div class='facts-row'>{''.join(boxes)}</div>"

    def _seats(self, usual: list[Summary]) -> Iterator[str]:
        for one in usual:
            named = ((self._plain("seat", number=seat + 1), share) for seat, share in enumerate(one["seats"]))
            yield self._shares(one, [_dot(name, share, reach(share), seat) for seat, (name, share) in enumerate(named)])

    def _bots(self, usual: list[Summary]) -> Iterator[str]:
        for one in usual:
            bots = enumerate(one["by_bot"])
            yield self._shares(one, [_dot(bot["bot"], bot, percent(bot["share"]), i) for i, bot in bots])

    def _distributions(self, usual: list[Summary], keys: Sequence[str]) -> Iterator[str]:
        for key in keys:
            lines = [
                Curve(
                    f"{self._plain('players', count=one['players'])} ({self._plain('average')} {one[key]['mean']:.1f})",
                    one[key]["histogram"]["from"], one[key]["histogram"]["width"], one[key]["histogram"]["share"],
                    tone=i,
                )
                for i, one in enumerate(usual)
            ]  # fmt: skip
            yield self._figure(self._say(key), curves(lines), legend([(each.name, each.tone) for each in lines]))

    def _decided(self, usual: list[Summary]) -> Iterator[str]:
        for one in usual:
            ranked = sorted(one["lines"], key=lambda line: -line["decided"]["share"])
            rows = [
                Bar(self._line(line["line"]), line["decided"]["share"],
                    f"{percent(line['decided']['share'])} · {line['margin']:+z.1f}",
                    TONES[-1 if round(line["margin"], 1) < 0 else 1])
                for line in ranked
            ]  # fmt: skip
            yield self._figure(self._players(one), bars(rows))

    def _line(self, line: str) -> str:
        """A line of the score sheet by its name."""
        return str(self._game.find(f"ledger.{line}"))

    def _choices(self, usual: list[Summary]) -> Iterator[str]:
        """The groups of choices, with a chart for each number of players."""
        for number, group in enumerate(usual[0]["choices"]):
            yield f"<h3>{escape(self._title(group['title']))}</h3><p>{self._say('chosen')}</p><div class='grid'>"
            for one in usual:
                counted = sorted(one["choices"][number]["choices"], key=lambda c: -c["won"]["share"])
                rows = [self._choice(c, 1 / one["players"]) for c in counted if c["seats"] >= RAREST]
                if rows:
                    yield self._shares(one, rows)
            yield "</div>"

    def _choice(self, choice: Summary, fair: float) -> Dot:
        """The row of a choice, green or red if it is certainly above or below an equal share."""
        won = choice["won"]
        note = " · ".join(map(percent, (won["share"], choice["seats"], choice["for_winner"], choice["for_next"])))
        return _dot(self._label(choice["label"]), won, note, TONES[side(won, fair)])

    def _title(self, group: str) -> str:
        """The title of a group of choices."""
        return str(self._game.find(group))

    def _label(self, choice: str) -> str:
        return label(self._name, choice, self._language)

    def _options(self, usual: list[Summary], others: list[Summary]) -> Iterator[str]:
        """A table of what every option changes."""
        yield f"<h3>{self._say('options.title')}</h3><p>{self._say('options.note')}</p><div class='wide'><table><tr>"
        for heading in ("option", "players_heading", "games", "first", "spread", "winning_score", "margin", "length"):
            yield f"<th>{self._say(f'options.{heading}')}</th>"
        yield "</tr>"
        for one in [*usual, *others]:
            shares = [seat["share"] for seat in one["seats"]]
            cells = [
                escape(self._option(one)), str(one["players"]), f"{one['games']:,}", percent(shares[0]),
                percent(max(shares) - min(shares)), f"{one['winning_score']['mean']:.1f}",
                f"{one['margin']['mean']:.1f}", f"{one['length']['mean']:.0f}",
            ]  # fmt: skip
            yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        yield "</table></div>"
        yield f"<h3>{self._say('by_option.title')}</h3><p>{self._say('by_option.note')}</p>"
        yield self._decided_by_option([*usual, *others])

    def _decided_by_option(self, settings: list[Summary]) -> str:
        """A table of how often each line decided, with a column for every setting; darker is more often."""
        shares = [{line["line"]: line["decided"]["share"] for line in one["lines"]} for one in settings]
        lines = [line for line in ludotheque.load(self._name).about.LEDGER if any(line in one for one in shares)]
        heads = "".join(f"<th><small>{escape(self._option(one))}</small><br>{one['players']}</th>" for one in settings)
        rows = (
            f"<tr><td>{escape(self._line(line))}</td>"
            + "".join(f"<td style='--part:{one.get(line, 0):.3f}'>{percent(one.get(line, 0))}</td>" for one in shares)
            + "</tr>"
            for line in lines
        )
        corner = self._say("by_option.corner")
        return f"<div class='wide'><table class='heat'><tr><th>{corner}</th>{heads}</tr>{''.join(rows)}</table></div>"

    def _option(self, one: Summary) -> str:
        """The options that differ from the usual ones, by name and value."""
        if not one["options"]:
            return self._plain("usual")
        names: Any = self._game.find("options")
        return ", ".join(f"{names[name]['name']}: {self._value(v)}" for name, v in one["options"].items())

    def _value(self, value: Any) -> str:
        if isinstance(value, bool):
            return self._plain("yes" if value else "no")
        return value if isinstance(value, str) else self._plain("seat", number=value + 1)


def _dot(name: str, share: Summary, note: str, tone: int) -> Dot:
    """The row of a share with its interval."""
    return Dot(name, share["share"], share["low"], share["high"], note, tone)
