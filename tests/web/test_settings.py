"""Settings from flags, the environment and defaults; the secret is private."""

from __future__ import annotations

import random
import secrets
from base64 import urlsafe_b64encode
from dataclasses import fields
from pathlib import Path

import pytest

from ludotheque.errors import Error
from ludotheque.web.settings import Settings, from_environment, kept_secret, secret_of


def test_flags_go_before_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "data"))
    assert Settings.for_people().pace == 0.7
    monkeypatch.setenv("LUDOTHEQUE_PACE", "2.5")
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", "sqlite:///there")
    given = Settings.for_people()
    assert (given.pace, given.database) == (2.5, "sqlite:///there")
    assert Settings.for_people(database="sqlite:///here", pace=1.0, proxies=None).database == "sqlite:///here"
    assert Settings.for_people(pace=1.0).pace == 1.0
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0


def test_every_setting_can_be_set_by_the_environment() -> None:
    values = {"str": "text", "int": "7", "float": "1.5", "bool": "yes"}
    given = {f"LUDOTHEQUE_{field.name.upper()}": values[str(field.type)] for field in fields(Settings)}
    read = from_environment(given)
    assert read.keys() == {field.name for field in fields(Settings)} - {"secret"}
    assert (read["database"], read["streams"], read["pace"], read["secure_cookies"]) == ("text", 7, 1.5, True)


@pytest.mark.parametrize(
    ("variable", "text", "sentence"),
    [
        ("STREAMS", "many", "LUDOTHEQUE_STREAMS must be a whole number from 0 on, not 'many'."),
        ("STREAMS", "-1", "LUDOTHEQUE_STREAMS must be a whole number from 0 on, not '-1'."),
        ("PACE", "nan", "LUDOTHEQUE_PACE must be a number from 0 on, not 'nan'."),
        ("PACE", "inf", "LUDOTHEQUE_PACE must be a number from 0 on, not 'inf'."),
        ("SECURE_COOKIES", "perhaps", "LUDOTHEQUE_SECURE_COOKIES must be yes or no, not 'perhaps'."),
    ],
)
def test_what_makes_no_sense_is_refused(variable: str, text: str, sentence: str) -> None:
    with pytest.raises(Error) as refused:
        from_environment({f"LUDOTHEQUE_{variable}": text})
    assert str(refused.value) == sentence


def test_the_secret_comes_from_the_environment_a_file_or_is_made(tmp_path: Path) -> None:
    file = tmp_path / "given"
    ours, theirs = secrets.token_hex(20), secrets.token_hex(20)
    file.write_text(f"{theirs}\n", encoding="ascii")
    both = {"LUDOTHEQUE_SECRET": ours, "LUDOTHEQUE_SECRET_FILE": str(file)}
    assert secret_of(both, tmp_path) == ours
    assert secret_of({"LUDOTHEQUE_SECRET_FILE": str(file)}, tmp_path) == theirs
    assert not (tmp_path / "secret").exists()
    made = secret_of({}, tmp_path)
    assert len(made) == 64
    assert secret_of({}, tmp_path) == made
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["given", "secret"]


def test_a_bad_secret_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Error, match="at least 16 characters"):
        secret_of({"LUDOTHEQUE_SECRET": "short"}, tmp_path)
    for guessed in ("e" * 40, "ab" * 40, "passwordpassword", "1234567812345678", "changemechangeme"):
        with pytest.raises(Error, match="can be guessed: make one with"):
            secret_of({"LUDOTHEQUE_SECRET": guessed}, tmp_path)
    rows = ("0123456789abcdef", "0123456789abcdef" * 2, "abcdefghijklmnop", "qwertyuiopasdfgh")
    turned = ("zyxwvutsrqponmlkjihgfedcba98765432", "1q2w3e4r5t6y7u8i9o0p1q2w3e4r5t6y", "ludotheque-secret-ludotheque")
    phrases = ("correct horse battery staple", "my very secret secret for this server", "Correct-Horse Battery Staple")
    twice = ("Summer2024!Summer2024!", "Tr0ub4dor&3Tr0ub4dor&3")
    said = ("supersecretkey123", "thisisasecretkeyforme", "dontusethisinproduction", "change-me-in-production")
    columns = ("qazwsxedcrfvtgby", "11223344556677889900")
    for guessed in (*rows, *turned, *phrases, *twice, *said, *columns, "hunter2hunter2hunter2"):
        with pytest.raises(Error, match="can be guessed: make one with"):
            secret_of({"LUDOTHEQUE_SECRET": guessed}, tmp_path)
    dice = random.Random(1)
    for _ in range(1000):
        short, long = dice.randbytes(16), dice.randbytes(32)
        for made in (short.hex(), long.hex(), *(urlsafe_b64encode(each).decode() for each in (short, long))):
            assert secret_of({"LUDOTHEQUE_SECRET": made}, tmp_path) == made
    with pytest.raises(Error, match="cannot be read: No such file"):
        secret_of({"LUDOTHEQUE_SECRET_FILE": str(tmp_path / "none")}, tmp_path)
    (tmp_path / "secret").write_text("s" * 40, encoding="ascii")
    (tmp_path / "secret").chmod(0o644)
    with pytest.raises(Error, match="can be read by others"):
        kept_secret(tmp_path / "secret")
    with pytest.raises(Error, match="cannot be used"):
        kept_secret(tmp_path / "nowhere" / "secret")


@pytest.mark.parametrize(("cores", "processes"), [(1, 1), (2, 1), (4, 3), (16, 4)])
def test_bots_leave_a_core_to_the_pages(cores: int, processes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(cores)), raising=False)
    assert Settings.for_people().think_processes == processes
