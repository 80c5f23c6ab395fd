"""Work on a real Ray cluster: the same results, also when workers are lost."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import ludotheque
from ludotheque.arena import Contest, fixtures, play, round_robin
from ludotheque.arena.cluster import spread
from ludotheque.study import pieces, played, settings

pytestmark = pytest.mark.server

SMALL = 80_000_000  # bytes of shared memory of a node: our results are tiny


class Machines(NamedTuple):
    """A cluster with a head without workers and two nodes with one worker each."""

    cluster: Any
    address: str
    nodes: list[Any]


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    node = {"object_store_memory": SMALL}
    cluster = Cluster(initialize_head=True, head_node_args=node | {"num_cpus": 0, "include_dashboard": False})
    try:
        nodes = [cluster.add_node(num_cpus=1, **node) for _ in range(2)]
        cluster.wait_for_nodes()
        yield Machines(cluster, cluster.address, nodes)
    finally:
        cluster.shutdown()


PATIENCE = 60.0  # seconds; on a busy machine the second worker begins late


class Errand(NamedTuple):
    """Work that records its process, takes a moment, and may kill its worker the first time."""

    number: int
    folder: str
    fatal: bool


def run(errand: Errand) -> int:
    """Records the process and waits for a second one to begin; a fatal item kills it the first time."""
    seen = Path(errand.folder) / f"{errand.number}.died"
    (Path(errand.folder) / f"{os.getpid()}.pid").touch()
    if errand.fatal and not seen.exists():
        seen.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    end = time.monotonic() + PATIENCE
    while len(list(Path(errand.folder).glob("*.pid"))) < 2 and time.monotonic() < end:
        time.sleep(0.02)
    time.sleep(0.02)
    return errand.number**2


def fail(number: int) -> int:
    """Work that raises an error."""
    raise ludotheque.Error(f"The number {number} is of no use.")


def test_lost_workers_lose_no_result(machines: Machines, tmp_path: Path) -> None:
    """Workers kill themselves, and another is killed from outside; every item is still returned once."""
    errands = [Errand(number, str(tmp_path), number in (5, 17)) for number in range(60)]
    told = []
    for errand, done in spread(machines.address, run, errands):
        told.append((errand.number, done))
        if len(told) == 30:
            kill_one(tmp_path)
    assert sorted(told) == [(number, number**2) for number in range(60)]
    assert len(list(tmp_path.glob("*.died"))) == 2
    assert len(list(tmp_path.glob("*.pid"))) >= 4


def kill_one(folder: Path) -> None:
    """Kills a living worker."""
    for path in folder.glob("*.pid"):
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(path.stem), signal.SIGKILL)
            return


def test_a_study_and_an_arena_give_the_same_on_a_cluster(machines: Machines) -> None:
    game = ludotheque.load("harvest")  # small: the workers and this process compile it
    planned = pieces(settings(game, ["random"], players=[2], options={}), games=20_000, seed=3)
    remote = [tally for _, tally in played(planned, ray=machines.address)]
    local = [tally for _, tally in played(planned, cores=1)]
    assert len(remote) == len(planned)
    assert sum(remote[1:], remote[0]).same(sum(local[1:], local[0]))

    command = [sys.executable, "-m", "ludotheque.cli", "arena", "sintra", "greedy", "random", "--games", "4", "--json"]
    done = subprocess.run([*command, "--ray", machines.address], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    contest = Contest("sintra", players=2)
    here = [play(contest, fixture) for fixture in fixtures(round_robin(["greedy", "random"], 2), games=4)]
    scores = {name: [r.scores[r.seats.index(name)] for r in here] for name in ("greedy", "random")}
    for row in json.loads(done.stdout)["table"]:
        assert row["score"] == pytest.approx(sum(scores[row["name"]]) / len(here))


def test_what_a_cluster_says_of_a_lost_worker_is_no_part_of_the_answer(machines: Machines) -> None:
    command = [sys.executable, "-m", "ludotheque.cli", "study", "sintra", "greedy=24", "--players", "2", "--usual"]
    with subprocess.Popen(
        [*command, "--json", "--ray", machines.address], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as study:
        while study.poll() is None and not workers_of(machines):
            time.sleep(0.05)
        for process in workers_of(machines)[:1]:
            os.kill(process, signal.SIGKILL)
        answer, said = study.communicate()
    assert study.returncode == 0, said
    assert "worker died" in said
    assert json.loads(answer)["game"] == "sintra"


def workers_of(machines: Machines) -> list[int]:
    """The worker processes of this cluster."""
    ours = str(machines.cluster.address.split(":")[-1]).encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            raylet = Path(f"/proc/{(folder / 'stat').read_text().rsplit(') ')[-1].split()[1]}")
            if (folder / "cmdline").read_bytes().startswith(b"ray::done_there") and ours in (
                raylet / "cmdline"
            ).read_bytes():
                found.append(int(folder.name))
    return found


def test_an_error_of_the_work_is_told_as_it_is(machines: Machines) -> None:
    with pytest.raises(ludotheque.Error, match="The number 7 is of no use"):
        list(spread(machines.address, fail, [7]))


def test_a_lost_machine_loses_no_result(machines: Machines, tmp_path: Path) -> None:
    """One of the two nodes is removed while it works; its items are done again on the other one.

    The last test of this file, since the node does not come back.
    """
    errands = [Errand(number, str(tmp_path), fatal=False) for number in range(60)]
    told = []
    for errand, done in spread(machines.address, run, errands):
        told.append((errand.number, done))
        if len(told) == 20:
            machines.cluster.remove_node(machines.nodes.pop(), allow_graceful=False)
    assert sorted(told) == [(number, number**2) for number in range(60)]
    assert len(list(tmp_path.glob("*.pid"))) >= 2
