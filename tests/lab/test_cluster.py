"""A Ray cluster of two nodes on this machine plays the same bytes, and the death of a worker or of a node costs nothing."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster

from freightyard.lab.cluster import on_cluster
from freightyard.lab.errors import LabError
from freightyard.lab.experiment import Experiment, experiment_of, spec_of
from freightyard.lab.pool import InProcess
from freightyard.lab.run import Run

# Ray's own processes leave files and sockets to the garbage collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


def experiment(games: int) -> Experiment:
    raw = {"game": "freight-cars", "seats": ["random", "random"], "games": games}
    return experiment_of(spec_of(raw, "a test"), "test", Path())


@pytest.fixture
def two_nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A cluster whose games are played by two nodes; the head has no processors."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    node: dict[str, Any] = {"node_ip_address": "127.0.0.1", "include_dashboard": False, "object_store_memory": 80_000_000}
    nodes = Cluster(initialize_head=True, head_node_args={**node, "num_cpus": 0})
    nodes.add_node(num_cpus=1, **node)
    second = nodes.add_node(num_cpus=1, **node)
    nodes.wait_for_nodes()
    try:
        yield nodes, second
    finally:
        ray.shutdown()
        nodes.shutdown()


@pytest.mark.deep
def test_two_nodes_play_the_same_bytes_though_a_worker_and_a_node_die(tmp_path: Path, two_nodes: Any) -> None:
    nodes, second = two_nodes
    done: list[str] = []

    def murder(games: int, _: int) -> None:
        if games == 24:
            os.kill(ray.get(ray.remote(lambda: os.getpid()).remote()), signal.SIGKILL)
            done.append("a worker")
        if games == 72:
            nodes.remove_node(second, allow_graceful=False)
            done.append("a node")

    run = Run(experiment(200), tmp_path / "cluster")
    with on_cluster(nodes.address) as executor:
        assert len([node for node in ray.nodes() if node["Alive"]]) == 3
        run.play(executor, murder)
    assert done == ["a worker", "a node"]
    Run(experiment(200), tmp_path / "here").play(InProcess())
    assert (tmp_path / "cluster" / "games.parquet").read_bytes() == (tmp_path / "here" / "games.parquet").read_bytes()


def test_an_address_without_a_cluster_gets_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_gcs_rpc_server_connect_timeout_s", "1")
    monkeypatch.setenv("RAY_NUM_REDIS_GET_RETRIES", "1")
    with pytest.raises(LabError, match="there is no Ray cluster at 'nowhere'"), on_cluster("nowhere"):
        pass
