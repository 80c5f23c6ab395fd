"""The container image and its composition: what can be checked without Docker, and the whole where Docker is."""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from ludotheque.web.settings import Settings
from tests.web.test_proxy import free_port

ROOT = Path(__file__).parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
PROXY = (ROOT / "deploy" / "nginx-container.conf").read_text(encoding="utf-8")
PROJECT = "ludotheque-test"


def composition() -> dict[str, Any]:
    found: dict[str, Any] = import_module("yaml").safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return found


def missing_docker() -> str:
    """Why Docker cannot be used here, or an empty text."""
    if shutil.which("docker") is None:
        return "docker is not here"
    for words, reason in ((["info"], "no Docker daemon answers"), (["compose", "version"], "docker has no `compose`")):
        if subprocess.run(["docker", *words], capture_output=True, check=False).returncode:
            return reason
    return ""


def test_the_image_is_built_from_files_that_docker_sees() -> None:
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    copied = [
        name for line in re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE) for name in line.split()
    ]
    assert "src" in copied
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert [name for name in copied if not any(fnmatch.fnmatch(name, pattern) for pattern in allowed)] == []
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert [name for name in ("README.md", "LICENSE", "NOTICE") if name in project and name not in copied] == []
    assert "--constraint constraints.txt" in DOCKERFILE


def test_the_image_starts_the_server_with_flags_and_settings_that_exist() -> None:
    from tests.cli.running import run

    command = json.loads(re.findall(r"^CMD (\[.+\])$", DOCKERFILE, re.MULTILINE)[-1])
    assert command[:2] == ["ludotheque", "serve"]
    known = run("serve", "--help").out
    assert [flag for flag in command if flag.startswith("--") and flag not in known] == []
    documented = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    named = re.findall(r"LUDOTHEQUE_\w+", DOCKERFILE + (ROOT / "compose.yaml").read_text(encoding="utf-8"))
    assert named
    assert [name for name in named if f"`{name}`" not in documented] == []


def test_the_composition_is_whole() -> None:
    found = composition()
    services = found["services"]
    assert services.keys() == {"database", "games", "proxy"}
    for service in services.values():
        assert service.get("build") == "." or re.fullmatch(r"\w+:\d+(\.\d+)*-alpine", service["image"])
        assert all(needed["condition"] == "service_healthy" for needed in service.get("depends_on", {}).values())
        assert service.get("depends_on", {}).keys() <= services.keys()
        for volume in service["volumes"]:
            source = volume.partition(":")[0]
            assert (ROOT / source).exists() if source.startswith(".") else source in found["volumes"]
    assert "server games:8000;" in PROXY
    assert "EXPOSE 8000" in DOCKERFILE


@pytest.mark.parametrize("name", ["nginx.conf", "nginx-container.conf"])
def test_the_proxy_lets_the_largest_body_of_the_server_through(name: str) -> None:
    said = re.search(r"client_max_body_size (\d+)m;", (ROOT / "deploy" / name).read_text(encoding="utf-8"))
    assert said is not None
    assert int(said[1]) * 2**20 >= Settings.for_people().text


@pytest.mark.server
def test_nginx_accepts_the_configuration_of_the_container(tmp_path: Path) -> None:
    (tmp_path / "default.conf").write_text(PROXY.replace("games:8000", "127.0.0.1:8000"), encoding="utf-8")
    around = (f"pid {tmp_path}/pid;", "error_log stderr;", "events {}", f"http {{ include {tmp_path}/default.conf; }}")
    (tmp_path / "nginx.conf").write_text("\n".join(around), encoding="utf-8")
    told = ["nginx", "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(told, capture_output=True, text=True, check=False)
    assert "test is successful" in done.stderr, done.stderr


@contextmanager
def composed(port: int) -> Iterator[None]:
    """Builds and starts the containers, and removes them with their volumes."""
    told = ["docker", "compose", "--project-name", PROJECT]
    try:
        done = subprocess.run(
            [*told, "up", "--build", "--detach", "--wait"],
            cwd=ROOT, env=os.environ | {"PORT": str(port)}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        yield
    finally:
        subprocess.run([*told, "down", "--volumes", "--rmi", "local"], cwd=ROOT, capture_output=True, check=False)


@pytest.mark.server
@pytest.mark.timeout(1200)  # the image is built
def test_one_command_starts_the_games_with_a_database_and_a_proxy() -> None:
    if reason := missing_docker():
        pytest.skip(f"{reason}, so the containers cannot be started")
    port = free_port()
    with composed(port):
        with urlopen(f"http://127.0.0.1:{port}/") as home:
            assert b"La Stanza" in home.read()
        with urlopen(f"http://127.0.0.1:{port}/new/sintra", data=b"seats=2&seat-0=me&seat-1=me") as table:
            assert b"<svg" in table.read()
