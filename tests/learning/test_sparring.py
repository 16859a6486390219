"""Which sparring partner a text names, and what the partners of the core do."""

from __future__ import annotations

from collections import Counter

import pytest

from enligne import FIRST, SECOND, PlayerTextError, Position, _core
from enligne.learning import PARTNERS, Menace, train
from enligne.learning.sparring import CorePartner, partner_of
from tests.learning.plain import chances


@pytest.mark.parametrize(
    ("text", "kind", "share"),
    [
        ("random", _core.Partner.MIX, 0.0),
        ("perfect", _core.Partner.MIX, 1.0),
        ("mix:0", _core.Partner.MIX, 0.0),
        ("mix:0.25", _core.Partner.MIX, 0.25),
        ("mix:1", _core.Partner.MIX, 1.0),
        ("self", _core.Partner.SELF, 0.0),
        ("coach", _core.Partner.COACH, 0.0),
        (" Coach ", _core.Partner.COACH, 0.0),
        ("MIX:1e-3", _core.Partner.MIX, 0.001),
    ],
)
def test_partners_of_the_core(text: str, kind: _core.Partner, share: float) -> None:
    assert partner_of(text) == CorePartner(kind, share)


def test_every_listed_partner_can_be_had() -> None:
    for text, about in PARTNERS.items():
        assert about
        assert isinstance(partner_of(text.replace("SHARE", "0.5")), CorePartner)


@pytest.mark.parametrize(
    "text", ["greedy", "random:seed=3", "alphabeta:depth=2", "minimax:depth=1"]
)
def test_players_are_partners(text: str) -> None:
    partner = partner_of(text)
    assert not isinstance(partner, CorePartner)
    assert partner.choose(Position("tictactoe")).move in Position("tictactoe").legal_moves


def test_objects_are_partners_as_they_are() -> None:
    partner = partner_of("greedy")
    assert partner_of(partner) is partner


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "neither a sparring partner"),
        (
            "nobody",
            "'nobody' is neither a sparring partner (random, perfect, mix:SHARE, self, coach)",
        ),
        ("mix", "the share of perfect moves is from 0 to 1"),
        ("mix:", "the share of perfect moves is from 0 to 1"),
        ("mix:half", "mix:half: the share"),
        ("mix:-0.1", "mix:-0.1: the share"),
        ("mix:1.01", "mix:1.01: the share"),
        ("mix:nan", "mix:nan: the share"),
        ("mix:inf", "mix:inf: the share"),
        ("self:1", "'self' is not a player"),
        ("coach:x=1", "'coach' is not a player"),
        ("greedy:depth=2", "greedy has no option"),
        ("alphabeta:depth=x", "depth"),
    ],
)
def test_texts_of_nobody_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PlayerTextError) as caught:
        partner_of(text)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("sparring", "opponent"), [("random", "random"), ("perfect", "perfect"), ("coach", "worst")]
)
def test_partners_play_as_the_opponents_that_are_measured(sparring: str, opponent: str) -> None:
    """Of a machine that learns nothing, the results are as its exact chances say."""
    machine = Menace("tictactoe", variant="michie:win=0,draw=0,loss=0", side="second", seed=9)
    expected = [float(each) for each in chances(machine, SECOND, opponent)]
    games = 40_000
    train(machine, sparring, games, every=games)
    results = (machine.results.wins, machine.results.draws, machine.results.losses)
    # Four standard deviations are at most one hundredth.
    for count, chance in zip(results, expected, strict=True):
        assert abs(count / games - chance) < 0.01


def test_the_lot_draws_both_sides_alike() -> None:
    machine = Menace("tictactoe", variant="michie:win=0,draw=0,loss=0", side="lot", seed=9)
    tosses = Counter(machine._core.toss() for _ in range(10_000))
    assert set(tosses) == {FIRST, SECOND}
    assert abs(tosses[0] - 5000) < 200
