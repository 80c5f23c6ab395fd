"""`DataTable`: results as columns, for spreadsheets, pandas and Polars. Only CSV needs no other package."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from ludotheque.contract.reading import shown
from ludotheque.errors import Error, writing

__all__ = ["DataTable"]

FRAMES = ("pandas", "polars")
SUFFIXES = (".csv", ".parquet")
SHOWN = 20  # rows that a notebook shows


@dataclass(frozen=True)
class DataTable:
    """Columns of equal length, by name."""

    columns: dict[str, list[Any]]

    def __post_init__(self) -> None:
        lengths = {name: len(values) for name, values in self.columns.items()}
        if len(set(lengths.values())) > 1:
            raise Error(f"The columns of a table must be equally long, not {shown(lengths)}.")

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]]) -> DataTable:
        """A table of rows; what a row lacks is None."""
        found = list(rows)
        names = dict.fromkeys(name for row in found for name in row)
        return cls({name: [row.get(name) for row in found] for name in names})

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), []))

    def rows(self) -> list[tuple[Any, ...]]:
        """The values, row by row."""
        return list(zip(*self.columns.values(), strict=True))

    def to_frame(self, library: str | None = None) -> Any:
        """A data frame of pandas or Polars: of the one that is named, else of the first one that is installed."""
        if library not in (None, *FRAMES):
            raise Error(f"There are data frames of {' and '.join(FRAMES)}, not of {shown(library)}.")
        wanted = FRAMES if library is None else (library,)
        found = next((name for name in wanted if find_spec(name)), None)
        if found is None:
            raise Error(f"A data frame needs {' or '.join(wanted)}, which is not installed.")
        if found == "polars":
            import polars

            return polars.DataFrame(self._typed())
        import pandas

        return pandas.DataFrame(self.columns)

    def to_csv(self) -> str:
        """The table as comma-separated values, with a head."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows())
        return text.getvalue()

    def save(self, path: str | Path) -> None:
        """Writes a file of comma-separated values (.csv), or of Parquet (.parquet), which needs PyArrow or Polars.

        A column of Parquet has one type: one of mixed values, or of numbers beyond 64 bits, is written as text.
        """
        file = Path(path)
        refuse_unknown_kind(file)
        content = self.to_csv().encode() if file.suffix == ".csv" else self._to_parquet()
        with writing("table", file):
            file.write_bytes(content)

    def _to_parquet(self) -> bytes:
        buffer = io.BytesIO()
        if find_spec("pyarrow"):
            import pyarrow
            import pyarrow.parquet

            pyarrow.parquet.write_table(pyarrow.Table.from_pydict(self._typed()), buffer)
        else:
            self.to_frame("polars").write_parquet(buffer)
        return buffer.getvalue()

    def _typed(self) -> dict[str, list[Any]]:
        """The columns, each of one type."""
        return {name: _of_one_type(values) for name, values in self.columns.items()}

    def _repr_html_(self) -> str:
        """The first rows, for notebooks."""
        head = "".join(f"<th>{html.escape(str(name))}</th>" for name in self.columns)
        body = "".join(
            f"<tr>{''.join(f'<td>{html.escape(_short(value))}</td>' for value in row)}</tr>"
            for row in self.rows()[:SHOWN]
        )
        rest = f"<caption>{SHOWN} of {len(self)} rows</caption>" if len(self) > SHOWN else ""
        return f"<table>{rest}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def refuse_unknown_kind(file: Path) -> None:
    """Raises unless a table can be saved in a file of this name here."""
    if file.suffix not in SUFFIXES:
        raise Error(f"A table is saved as .csv or .parquet, not as {shown(file.name)}.")
    if file.suffix == ".parquet" and not (find_spec("pyarrow") or find_spec("polars")):
        raise Error("Parquet needs pyarrow or polars, which is not installed.")


def flat(row: Mapping[str, Any], under: str = "") -> dict[str, Any]:
    """A row whose nested values have columns of their own: "margin.mean", "share_interval.0"."""
    found: dict[str, Any] = {}
    for key, value in row.items():
        name = f"{under}{key}"
        if isinstance(value, Mapping):
            found |= flat(value, f"{name}.")
        elif isinstance(value, list | tuple):
            found |= flat({str(i): item for i, item in enumerate(value)}, f"{name}.")
        else:
            found[name] = value
    return found


def _of_one_type(values: list[Any]) -> list[Any]:
    """A column as it is, as floating-point numbers if it holds some, or as text if it has no other common type."""
    given = [value for value in values if value is not None]
    numbers = [value for value in given if isinstance(value, Real) and not isinstance(value, bool)]
    if not numbers and len({type(value) for value in given}) < 2:
        return values
    if len(numbers) < len(given) or any(isinstance(each, Integral) and int(each).bit_length() > 63 for each in numbers):
        return [None if value is None else str(value) for value in values]
    if all(isinstance(value, Integral) for value in numbers):
        return values
    return [None if value is None else float(value) for value in values]


def _short(value: Any) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
