"""The findings of a study: the few sentences at the start of a report, as phrases of its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludotheque.study.summary import Summary

SURE = 1.7  # widens an interval of 95% to 99.9%, because a report compares hundreds of shares
RAREST = 0.0005  # choices by a smaller share of the seats are left out

Finding = tuple[str, dict[str, int | str | Summary]]
"""A key of the report's words, and the values of its gaps: numbers, shares, or names for the report to look up."""


def side(share: Summary, equal: float) -> int:
    """1 if the share is certainly above an equal one, -1 if certainly below, else 0."""
    if share["share"] - equal > SURE * (share["share"] - share["low"]):
        return 1
    return -1 if equal - share["share"] > SURE * (share["high"] - share["share"]) else 0


def findings(usual: Sequence[Summary], others: Sequence[Summary]) -> Iterator[Finding]:
    """The findings about the same players, with the usual options and then with other ones."""
    yield from _seats(usual)
    for one in usual:
        yield from _deciding(one)
    yield from _choices(usual[0])
    yield from _options(usual, others)


def _best_seat(one: Summary) -> int | None:
    """The best of the seats that certainly win more than an equal share, or None."""
    ranked = sorted(range(one["players"]), key=lambda seat: -one["seats"][seat]["share"])
    return next((seat for seat in ranked if side(one["seats"][seat], 1 / one["players"]) > 0), None)


def _seats(usual: Sequence[Summary]) -> Iterator[Finding]:
    """The best seat for each number of players, and the numbers of players without one."""
    even = []
    for one in usual:
        best = _best_seat(one)
        if best is None:
            even.append(str(one["players"]))
        else:
            yield "found.seat", {"players": one["players"], "number": best + 1, "share": one["seats"][best]}
    if even:
        yield "found.no_seat", {"players": ", ".join(even)}


def _deciding(one: Summary) -> Iterator[Finding]:
    """The line of the score sheet that decided most games."""
    if one["lines"]:
        line = max(one["lines"], key=lambda line: line["decided"]["share"])
        yield "found.line", {"players": one["players"], "line": line["line"], "share": line["decided"]}


def _choices(one: Summary) -> Iterator[Finding]:
    """The best choice of every group, if it is certainly above an equal share."""
    for group in one["choices"]:
        common = [choice for choice in group["choices"] if choice["seats"] >= RAREST]
        sure = [choice for choice in common if side(choice["won"], 1 / one["players"]) > 0]
        if sure:
            best = max(sure, key=lambda choice: choice["won"]["share"])
            yield "found.choice", {
                "players": one["players"], "group": group["title"], "choice": best["label"], "share": best["won"],
            }  # fmt: skip


def _options(usual: Sequence[Summary], others: Sequence[Summary]) -> Iterator[Finding]:
    """The seats that an option favours (for one of its values), and the option that changes the points most."""
    known = {one["players"]: one for one in usual}
    told = set()
    for one in others:
        best, option = _best_seat(one), (one["players"], *one["options"])
        if best is not None and option not in told and _best_seat(known[one["players"]]) is None:
            told.add(option)
            yield "found.option_seat", {
                "players": one["players"], "option": one, "number": best + 1, "share": one["seats"][best],
            }  # fmt: skip

    def change(one: Summary) -> float:
        return abs(one["winning_score"]["mean"] - known[one["players"]]["winning_score"]["mean"])  # type: ignore[no-any-return]

    if others:
        most = max(others, key=change)
        yield "found.option_points", {
            "players": most["players"], "option": most,
            "before": f"{known[most['players']]['winning_score']['mean']:.1f}",
            "after": f"{most['winning_score']['mean']:.1f}",
        }  # fmt: skip
