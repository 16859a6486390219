"""The matchbox machine: boxes, training, exact measurement, saved brains.

>>> from enligne import learning
>>> machine = learning.Menace("tictactoe", variant="her", seed=1)
>>> learning.train(machine, sparring="coach", games=2000).worst_case[-1]
0.0
"""

from __future__ import annotations

from enligne.learning.brain import Brain
from enligne.learning.curve import Curve
from enligne.learning.machine_game import Change, MachineGame
from enligne.learning.menace import Box, Chances, DrawnBead, Measures, Menace, Results
from enligne.learning.sparring import PARTNERS
from enligne.learning.store import Store
from enligne.learning.training import Training, train
from enligne.learning.variant import VARIANTS, Variant

__all__ = [
    "PARTNERS",
    "VARIANTS",
    "Box",
    "Brain",
    "Chances",
    "Change",
    "Curve",
    "DrawnBead",
    "MachineGame",
    "Measures",
    "Menace",
    "Results",
    "Store",
    "Training",
    "Variant",
    "train",
]
