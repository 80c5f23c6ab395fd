"""A review as HTML: the cards that the web's pages also show, and a whole page for a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from ludotheque.kernel.places import PACKAGE_FOLDER
from ludotheque.review.graph import LEGEND, SHAPES, GraphWords, graph, legend, luck_and_skill, points
from ludotheque.review.story import Decision, Story
from ludotheque.review.telling import Telling, told_changes

STYLES = (PACKAGE_FOLDER / "contract/tokens.css", PACKAGE_FOLDER / "review/review.css")
FILE_STYLE = """
body { max-width: 900px; margin: 24px auto; padding: 0 16px; }
body { background: var(--sheet); color: var(--ink); font: 16px/1.45 var(--sans); }
h1, h2 { font-family: var(--serif); margin: 20px 0 8px; } p { margin: 4px 0; } ul, ol { list-style: none; padding: 0; }
.seat { width: 16px; height: 16px; } .seat-0 { fill: var(--seat-0); } .seat-1 { fill: var(--seat-1); }
.seat-2 { fill: var(--seat-2); } .seat-3 { fill: var(--seat-3); } .seat-4 { fill: var(--seat-4); }
.luck-chart { max-width: 560px; } .review-card { padding: 0; }
"""


def page(story: Story, telling: Telling) -> str:
    """The review as a page that needs nothing else."""
    cards, title = Cards(story, telling), escape(telling.title(story))
    style = "\n".join(sheet.read_text(encoding="utf-8") for sheet in STYLES) + FILE_STYLE
    return (
        f'<!doctype html><html lang="{telling.language}"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{style}</style></head><body><h1>{title}</h1>{cards.graph(story.last)}"
        f'<section class="review-card">{cards.luck(range(story.players))}</section>'
        f'<section class="review-card turning">{cards.turning_points()}</section></body></html>\n'
    )


class Cards:
    """The graph, the luck card and the card of the turning points of a story."""

    def __init__(self, story: Story, telling: Telling) -> None:
        self._story, self._telling, self._say, self._names = story, telling, telling.say, telling.names
        self._words = GraphWords(self._described(), self._say("draws"), self._say("decisions"))

    def _described(self) -> str:
        """The graph in words: the shares at the start, in the middle and at the end."""
        moments = self._story.shares()
        described = []
        for seat, name in enumerate(self._names):
            start, middle, end = (round(100 * moments[at][1][seat]) for at in (0, len(moments) // 2, -1))
            described.append(self._say("seat_shares", name=name, start=start, middle=middle, end=end))
        return " ".join(described)

    def graph(self, now: int) -> str:
        """The graph, with a mark at a ply."""
        return graph(self._story, self._names, self._telling.scores, self._words, now)

    def luck(self, seats: Iterable[int]) -> str:
        """Luck and skill of all players, and the sums of these seats."""
        samples = "".join(f"<li>{legend(*each)}{escape(self._say(each[0]))}</li>" for each in LEGEND)
        sums = "".join(f'<p class="sum">{escape(self._sum(seat))}</p>' for seat in seats)
        return (
            f"{self._heading('luck_and_skill', 'in_points')}"
            f"{luck_and_skill(self._story, self._names, self._words)}"
            f'<ul class="review-legend">{samples}</ul>{sums}<p class="note">{escape(self._say("unforeseen"))}</p>'
        )

    def _heading(self, title: str, note: str) -> str:
        return f"<h2>{escape(self._say(title))} <small>{escape(self._say(note))}</small></h2>"

    def _sum(self, seat: int) -> str:
        """The parts of a result in one sentence."""
        balance = self._story.balances[seat]
        return self._say(
            "sum",
            name=self._names[seat],
            start=round(100 * balance.start),
            drawn=points(balance.drawn),
            given=points(balance.given),
            received=points(balance.received),
            unforeseen=points(balance.unforeseen),
            result=round(100 * balance.result),
        )

    def turning_points(
        self,
        link: Callable[[int], str] | None = None,
        rule: Callable[[str], str] = lambda number: "",
        chosen: int | None = None,
    ) -> str:
        """The turning points. `link` gives the attributes of a link to a ply, `rule` the HTML of a rule's number."""
        listed = self._story.turning_points()
        note = ""
        if not listed:
            note = f"<p>{escape(self._say('no_mistakes'))}</p>"
        elif yardsticks := self._telling.yardsticks():
            note = f'<p class="note">{escape(yardsticks)}</p>'
        items = (self._item(n, each, link, rule, each.ply == chosen) for n, each in enumerate(listed, start=1))
        return f"{self._heading('turning_points', 'all_players')}{note}<ol>{''.join(items)}</ol>"

    def _item(
        self,
        number: int,
        decision: Decision,
        link: Callable[[int], str] | None,
        rule: Callable[[str], str],
        chosen: bool,
    ) -> str:
        telling, lesson, seat = self._telling, self._telling.lesson(decision), decision.seat
        tag = f"a {link(decision.ply)}" if link else "div"
        current = ' aria-current="true"' if chosen else ""
        rows = "".join(
            f'<dt class="{key}">{escape(self._say(key))}</dt><dd>{escape(telling.told(turn))}'
            + (f"<small>{escape(changes)}</small>" if (changes := told_changes(turn)) else "")
            + "</dd>"
            for key, turn in (("played", lesson.played), ("better", lesson.better))
        )
        return (
            f'<li class="{"on" if chosen else ""}"><{tag} class="head"{current}><span class="no">{number}</span>'
            f'<svg class="seat seat-{seat}" viewBox="0 0 20 20" aria-hidden="true">{SHAPES[seat]}</svg>'
            f"<b>{escape(self._names[seat])}</b> "
            f"<i>{escape(self._say('turn', turn=telling.turn_number(decision.ply)))}</i>"
            f"<em>{points(-decision.lost)}</em></{tag.split()[0]}>"
            f"<dl>{rows}</dl><p>{escape(lesson.why)}{''.join(f' {rule(each)}' for each in lesson.rules)}</p></li>"
        )
