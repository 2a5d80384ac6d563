"""Directed graphs: components compared with networkx, and reachable nodes."""

from random import Random

import networkx as nx
import pytest

from quandary.parts.directed import components, expansions, parents, reach


def random_graph(random: Random) -> list[list[int]]:
    """Up to fourteen nodes; edges may be double, and may lead back to where they come from."""
    size = random.randint(1, 14)
    return [[random.randrange(size) for _ in range(random.randint(0, 3))] for _ in range(size)]


def as_networkx(children: list[list[int]]) -> "nx.DiGraph[int]":
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(len(children)))
    graph.add_edges_from((node, child) for node, ends in enumerate(children) for child in ends)
    return graph


@pytest.mark.parametrize("seed", range(40))
def test_components_are_those_of_networkx_and_come_after_what_they_lead_to(seed: int) -> None:
    children = random_graph(Random(seed))
    component = components(children)
    parts = {frozenset(part) for part in nx.strongly_connected_components(as_networkx(children))}
    assert {frozenset(n for n, c in enumerate(component) if c == part) for part in set(component)} == parts
    assert all(component[child] <= component[node] for node, ends in enumerate(children) for child in ends)


@pytest.mark.parametrize("seed", range(20))
def test_what_leads_to_a_node_is_what_is_in_reach_backwards(seed: int) -> None:
    children = random_graph(Random(seed))
    graph = as_networkx(children)
    assert set(reach([0], children.__getitem__)) == nx.descendants(graph, 0) | {0}
    assert set(reach([0], parents(children).__getitem__)) == nx.ancestors(graph, 0) | {0}


def test_a_deep_graph_needs_no_recursion() -> None:
    long = [[node + 1] for node in range(50_000)] + [[0]]
    assert set(components(long)) == {0}


def test_a_star_without_an_estimate_takes_up_everything_nearer_than_the_goal() -> None:
    assert expansions([0], lambda node: [node - 1, node + 1], lambda _: 0, (3).__eq__) == 7
    assert expansions([0], lambda _: [], lambda _: 0, (3).__eq__) is None
