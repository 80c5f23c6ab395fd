"""The compile cache: separate for all sources and boxes, and its failures are harmless."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludotheque.kernel.cache import DiskCache, forget_unused, sources_digest, user_cache_folder
from ludotheque.kernel.edition import default_box, edition


def compiled(folder: Path) -> Any:
    import numba

    def triple(x: int) -> int:
        return 3 * x

    made: Any = numba.njit(triple)
    DiskCache(folder, triple).attach(made)
    return made


def calling(inner: Any) -> Any:
    return lambda x: inner(x) + 1


def hits(function: Any) -> int:
    return sum(function.stats.cache_hits.values())


@pytest.mark.compiled
def test_a_compiled_function_is_found_again(tmp_path: Path) -> None:
    first, second = compiled(tmp_path / "new"), compiled(tmp_path / "new")
    assert (first(5), hits(first)) == (15, 0)
    assert (second(5), hits(second)) == (15, 1)


@pytest.mark.compiled
def test_while_another_process_compiles_a_function_is_waited_for(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    compiled(there)(5)
    here.mkdir()
    waiting, (found,) = compiled(here), there.iterdir()
    with (here / found.name).open("ab") as empty, ThreadPoolExecutor(1) as pool:
        fcntl.flock(empty, fcntl.LOCK_EX)
        answer = pool.submit(waiting, 5)
        assert not answer.done()
        found.rename(here / found.name)
        fcntl.flock(empty, fcntl.LOCK_UN)
        assert (answer.result(), hits(waiting)) == (15, 1)


@pytest.mark.compiled
def test_a_function_that_compiled_ones_call_can_be_called_from_python(tmp_path: Path) -> None:
    import numba

    first, again = compiled(tmp_path), compiled(tmp_path)
    for inner, known in ((first, 0), (again, 4)):
        made: Any = numba.njit(calling(inner))
        assert (made(5), inner(5), made(6.0), inner(6.0)) == (16, 15, 19, 18)
        assert (hits(inner), len(inner.signatures)) == (known, 2)


@pytest.mark.compiled
def test_what_only_compiled_functions_call_has_no_machine_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import numba
    from numba.core.codegen import JITCPUCodegen

    translated: list[str] = []
    add_module = JITCPUCodegen._add_module

    def noting(codegen: Any, code: Any) -> Any:
        translated.append(code.name)
        return add_module(codegen, code)

    monkeypatch.setattr(JITCPUCodegen, "_add_module", noting)
    for known in (0, 1):
        inner = compiled(tmp_path)
        made: Any = numba.njit(calling(inner))
        assert (made(5), hits(inner)) == (16, known)
        assert [name for name in translated if "triple" in name] == []
        assert [name for name in translated if "calling" in name] != []
        assert inner(5) == 15
        assert [name for name in translated if "triple" in name] != []
        translated.clear()


@pytest.mark.compiled
def test_a_linked_function_may_call_any_print_and_raise(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    import numba

    plain: Any = numba.njit(lambda x: 3 * x)

    def told(x: int) -> int:
        if x > 9:
            raise ValueError("too many", x)
        print("asked for", x)
        return int(plain(x))

    for _ in range(2):
        inner: Any = numba.njit(told)
        DiskCache(tmp_path, told).attach(inner)
        made: Any = numba.njit(function := calling(inner))
        DiskCache(tmp_path, function).attach(made)
        assert (made(5), plain(5)) == (16, 15)
        with pytest.raises(ValueError, match="too many") as raised:
            made(10)
        assert raised.value.args == ("too many", 10)
        assert "asked for 5" in capfd.readouterr().out


@pytest.mark.compiled
def test_a_rule_is_compiled_once_for_all_whole_numbers(tmp_path: Path) -> None:
    import numba

    inner = compiled(tmp_path)
    made: Any = numba.njit(lambda x: inner(3) + inner(4) + inner(x) + inner(x > 2) + inner(np.int8(x)))
    assert made(5) == 3 * (3 + 4 + 5 + 1 + 5)
    assert len(inner.signatures) == 1


def damage_cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def damage_one_bit(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def damage_all(content: bytes) -> bytes:
    return b"garbage"


@pytest.mark.compiled
@pytest.mark.parametrize("damage", [damage_cut, damage_one_bit, damage_all])
def test_a_damaged_file_is_compiled_anew(tmp_path: Path, damage: Any) -> None:
    compiled(tmp_path)(5)
    for path in tmp_path.iterdir():
        path.write_bytes(damage(path.read_bytes()))
    again = compiled(tmp_path)
    assert (again(5), hits(again)) == (15, 0)
    healed = compiled(tmp_path)
    assert (healed(5), hits(healed)) == (15, 1)


@pytest.mark.compiled
def test_a_folder_that_cannot_be_written_does_not_matter(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert compiled(blocked / "below")(5) == 15


def test_the_folder_is_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("LUDOTHEQUE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert user_cache_folder() == tmp_path / "ludotheque"
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path / "mine"))
    assert user_cache_folder() == tmp_path / "mine"


@pytest.mark.compiled
def test_sources_mode_and_box_name_the_folder(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("a = 1")
    before = sources_digest([tmp_path], "x")
    assert sources_digest([tmp_path], "y") != before
    (tmp_path / "rules.py").write_text("a = 2")
    assert sources_digest([tmp_path], "x") != before
    assert sources_digest([tmp_path / "rules.py"]) == sources_digest([tmp_path])
    box = default_box("sintra")
    box["panes"]["set_size"] = 4
    folders = {
        edition("sintra", "compiled").cache_folder,
        edition("sintra", "checked").cache_folder,
        edition("sintra", "compiled", box).cache_folder,
    }
    assert len(folders) == 3


def test_versions_that_nobody_runs_are_forgotten(tmp_path: Path) -> None:
    old, young, mine = tmp_path / "old", tmp_path / "young", tmp_path / "mine"
    for folder in (old, young, mine):
        folder.mkdir()
    long_ago = time.time() - 40 * 86_400
    os.utime(old, (long_ago, long_ago))
    os.utime(mine, (long_ago, long_ago))
    forget_unused(mine)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine", "young"]


@pytest.mark.compiled
def test_a_game_runs_whatever_lies_in_its_cache(tmp_path: Path) -> None:
    """Compiles Sintra in new processes, and damages cache files in between."""
    code = (
        "from ludotheque.kernel.edition import edition; import numpy as np\n"
        "plain, made = edition('sintra'), edition('sintra', 'compiled')\n"
        "s = plain.state(); plain.rules.begin(s, 2, [0, 0, 0]); r = s.pack()\n"
        "happen = made.rules.happen; happen(r[0], 0)\n"
        "print(int(r['tile_seat'][0]), sum(happen.stats.cache_hits.values()))"
    )
    environment = os.environ | {"LUDOTHEQUE_CACHE": str(tmp_path)}

    def run() -> str:
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    assert run() == "0 0"
    assert run() == "0 1"
    for path in tmp_path.rglob("*"):
        if path.is_file():
            path.write_bytes(damage_one_bit(path.read_bytes()))
    assert run() == "0 0"
