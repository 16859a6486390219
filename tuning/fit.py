"""The fits: evaluation weights by logistic regression on the points of games, and weights for
the order of moves by a softmax over the cells of which one was played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from tuning.weights import COMBINATIONS, THREAT_SETS, Weights

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tuning.selfplay import Positions

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

_BATCH = 1024
_PULL = 2e-6  # of every weight towards where it began: rare combinations stay there


@dataclass
class Table:
    """The cells of all positions in one array, and where each position's begin."""

    cells: NDArray[np.uint16]
    sizes: Whole
    starts: Whole
    threats: Whole
    points: Floats
    played: Whole

    @classmethod
    def of(cls, positions: Positions) -> Table:
        sizes = np.array(positions.sizes)
        return cls(
            np.concatenate(positions.cells),
            sizes,
            np.concatenate([[0], np.cumsum(sizes)]),
            np.array(positions.threats),
            np.array(positions.points),
            np.array(positions.played),
        )

    def __len__(self) -> int:
        return len(self.sizes)

    def rows(self, chosen: Whole) -> tuple[NDArray[np.uint16], Whole]:
        """The cells of some positions, and for each cell which of them it belongs to."""
        sizes = self.sizes[chosen]
        owner = np.repeat(np.arange(len(chosen)), sizes)
        first = np.cumsum(sizes) - sizes
        index = np.arange(len(owner)) - first[owner] + self.starts[chosen][owner]
        return self.cells[index], owner


def fit(positions: Positions, start: Weights, *, epochs: int, seed: int) -> tuple[Weights, str]:
    """Better weights, and how well they explain positions that were held back."""
    table = Table.of(positions)
    luck = np.random.default_rng(seed)
    order = luck.permutation(len(table))
    held_back, learned = np.split(order, [max(1, len(table) // 20)])

    evaluation = _descend(
        _of_evaluation(start), partial(_evaluation_step, table), learned, epochs, luck
    )
    moves = _descend(_of_moves(start), partial(_moves_step, table), learned, epochs, luck)
    mover, waiter, threats = np.split(evaluation, [COMBINATIONS, 2 * COMBINATIONS])
    own, other = np.split(moves, 2)
    weights = Weights(np.stack([mover, waiter, own, other], axis=1), threats)
    report = []
    for step, parameters in ((_evaluation_step, _of_evaluation), (_moves_step, _of_moves)):
        before, after = (
            _loss(table, step, parameters(each), held_back) for each in (start, weights)
        )
        report.append(f"{before:.4f} -> {after:.4f}")
    return weights, (
        f"loss of points {report[0]}, of moves {report[1]}, on {len(held_back):,} positions "
        f"held back of {len(table):,}"
    )


def _of_evaluation(weights: Weights) -> Floats:
    return np.concatenate([weights.cells[:, 0], weights.cells[:, 1], weights.threats])


def _of_moves(weights: Weights) -> Floats:
    return np.concatenate([weights.cells[:, 2], weights.cells[:, 3]])


def _loss(
    table: Table,
    step: Callable[[Table, Floats, Whole], tuple[Floats, float]],
    parameters: Floats,
    chosen: Whole,
) -> float:
    parts = np.array_split(chosen, max(1, len(chosen) // _BATCH))
    losses = [step(table, parameters, part)[1] for part in parts]
    return float(np.average(losses, weights=[len(part) for part in parts]))


def _descend(
    start: Floats,
    step: Callable[[Floats, Whole], tuple[Floats, float]],
    learned: Whole,
    epochs: int,
    luck: np.random.Generator,
) -> Floats:
    """Adam, with steps that become smaller."""
    parameters = start.copy()
    mean, square = np.zeros_like(start), np.zeros_like(start)
    batches = max(1, len(learned) // _BATCH)
    for number in range(epochs * batches):
        if number % batches == 0:
            parts = np.array_split(luck.permutation(learned), batches)
        gradient, _ = step(parameters, parts[number % batches])
        gradient = gradient + _PULL * (parameters - start)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        rate = 0.02 * (1 - number / (epochs * batches))
        size = np.sqrt(square / (1 - 0.999 ** (number + 1))) + 1e-9
        parameters -= rate * mean / (1 - 0.9 ** (number + 1)) / size
    return parameters


def _evaluation_step(table: Table, parameters: Floats, chosen: Whole) -> tuple[Floats, float]:
    """The gradient of the logistic loss, and the loss."""
    cells, owner = table.rows(chosen)
    mover, waiter, threats = np.split(parameters, [COMBINATIONS, 2 * COMBINATIONS])
    count = len(chosen)
    value = np.bincount(owner, mover[cells[:, 0]] - waiter[cells[:, 1]], count)
    value += threats[table.threats[chosen]]
    expected = 1 / (1 + np.exp(-value))
    points = table.points[chosen]
    error = (expected - points) / count
    gradient = np.concatenate(
        [
            np.bincount(cells[:, 0], error[owner], COMBINATIONS),
            -np.bincount(cells[:, 1], error[owner], COMBINATIONS),
            np.bincount(table.threats[chosen], error, THREAT_SETS),
        ]
    )
    safe = np.clip(expected, 1e-9, 1 - 1e-9)
    loss = -np.mean(points * np.log(safe) + (1 - points) * np.log(1 - safe))
    return gradient, float(loss)


def _moves_step(table: Table, parameters: Floats, chosen: Whole) -> tuple[Floats, float]:
    """The gradient of the softmax loss over the cells near stones, and the loss."""
    cells, owner = table.rows(chosen)
    own, other = np.split(parameters, 2)
    count = len(chosen)
    score = own[cells[:, 0]] + other[cells[:, 1]]
    first = np.cumsum(table.sizes[chosen]) - table.sizes[chosen]
    played = first + table.played[chosen]
    is_near = cells[:, 2] > 0
    is_near[played] = True
    score = np.where(is_near, score, -np.inf)
    score -= np.maximum.reduceat(score, first)[owner]
    share = np.exp(score)
    share /= np.add.reduceat(share, first)[owner]
    loss = -np.mean(np.log(np.maximum(share[played], 1e-12)))
    error = share / count
    error[played] -= 1 / count
    gradient = np.concatenate(
        [
            np.bincount(cells[:, 0], error, COMBINATIONS),
            np.bincount(cells[:, 1], error, COMBINATIONS),
        ]
    )
    return gradient, float(loss)
