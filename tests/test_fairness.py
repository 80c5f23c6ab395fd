"""`docs/fairness.md` is true, and a verifier written from it alone agrees with ours and finds forgeries."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque.core.fair import commitment
from ludotheque.core.record import _check
from tests.core.test_fair import LUCK, SEED, fair_game

ROOT = Path(__file__).parent.parent
VERIFIER = ROOT / "examples" / "verify_draws.py"


def verified(file: Path, *more: str) -> tuple[int, str]:
    """Runs the independent verifier, where nothing of ours can be imported."""
    told = [sys.executable, "-I", "-S", str(VERIFIER), str(file), *more]
    done = subprocess.run(told, capture_output=True, text=True, check=False, cwd=file.parent)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def records() -> dict[str, dict[str, Any]]:
    return {game: json.loads(fair_game(game).record().opened(SEED, LUCK).to_json()) for game in ludotheque.games()}


def test_the_independent_verifier_uses_the_standard_library_alone() -> None:
    imported = {
        name.name if isinstance(node, ast.Import) else str(node.module)
        for node in ast.walk(ast.parse(VERIFIER.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert imported <= set(sys.stdlib_module_names)


def test_it_agrees_with_ours(records: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    for game, record in records.items():
        file = tmp_path / f"{game}.json"
        file.write_text(json.dumps(record), encoding="utf-8")
        draws = len(record["draws"]["weights"])
        assert draws == record["plies"].count("*")
        answer = (0, f"{draws} draws follow from the seed with the commitment {commitment(SEED)}\n")
        assert verified(file) == verified(file, commitment(SEED)[:32]) == answer
        for wrong, sentence in (
            ("ab" * 16, "this is not the fingerprint of the record"),
            (commitment(SEED)[:12], "at least 32 digits"),
        ):
            code, told = verified(file, wrong)
            assert (code, sentence in told) == (1, True)


def forged(record: dict[str, Any], forgery: str) -> dict[str, Any]:
    """A record that was changed, with a check that fits."""
    draws = dict(record["draws"])
    body = record | {"draws": draws}
    if forgery == "outcome":  # another colour is drawn first, from the same seed
        first = next(token for token in body["plies"].split() if token.startswith("*"))
        other = "*1" if first == "*0" else "*0"
        body["plies"] = body["plies"].replace(first, other, 1)
    elif forgery == "seed":
        draws["seed"] = "11" * 32
    elif forgery == "seed and commitment":
        draws["seed"], draws["commitment"] = "11" * 32, commitment("11" * 32)
    elif forgery == "luck":
        draws["luck"] = ["other", ""]
    elif forgery == "weights":
        draws["weights"] = draws["weights"][:-1]
    del body["check"]
    return body | {"check": _check(body)}


@pytest.mark.parametrize("forgery", ["outcome", "seed", "seed and commitment", "luck", "weights"])
def test_both_verifiers_find_a_forged_record(records: dict[str, dict[str, Any]], tmp_path: Path, forgery: str) -> None:
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(forged(records["sintra"], forgery)), encoding="utf-8")
    code, told = verified(file)
    assert code == 1
    assert told.startswith("NOT FAIR")
    with pytest.raises(ludotheque.BadRecord):
        ludotheque.GameRecord.load(file).verify()


def test_records_without_draws_and_other_files_are_refused(tmp_path: Path) -> None:
    ludotheque.load("sintra").start(2, seed=1).record().save(tmp_path / "plain.json")
    (tmp_path / "other.json").write_text("[1, 2]", encoding="utf-8")
    for name in ("plain.json", "other.json", "missing.json"):
        assert verified(tmp_path / name)[0] == 1


def test_the_example_of_the_page_is_true() -> None:
    import hmac

    page = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
    found = re.search(r"`r` is `(\w+)`, `x` is (\d+), and outcome (\d+) is drawn", page)
    assert found is not None
    r = hmac.new(bytes.fromhex(SEED), b"clover7|/0/0", "sha256").hexdigest()
    assert (found[1], int(found[2]), int(found[3])) == (r, int(r, 16) % 100, int(r, 16) % 100 // 20)
