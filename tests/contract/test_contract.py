"""The contract of every ruleset, over the five games in the tree and the sixth from outside."""

import dataclasses
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar

import pytest

from companion.engine.context import Context
from companion.engine.errors import InvalidInput
from companion.engine.procedure import procedure
from companion.engine.registry import BUILT_IN, find
from companion.engine.requests import Option
from companion.engine.ruleset import Action
from companion.engine.state.table import AnyTable
from companion.testing import RulesetContract, play_random
from tests.games.duel import DUEL, Arena
from tests.searching import one_in

ROOT = Path(__file__).parents[2]


class Few:
    """At every run; `test_the_laws_hold_in_more_games` goes on."""

    games: ClassVar[int] = 1


class InCampaign:
    """The example as a battle of a campaign, in which a die decides about losses."""

    plays_aftermath: ClassVar[bool] = True

    def fresh(self) -> AnyTable:
        table: AnyTable = super().fresh()  # type: ignore[misc]  # of the contract beside it
        table.options = {**table.options, "aftermath_losses": "roll"}
        return table


class TestBushido(Few, InCampaign, RulesetContract):
    ruleset = find("bushido")
    games = 2
    has_secrets = True


class TestGodsGloom(Few, InCampaign, RulesetContract):
    ruleset = find("gods-gloom")
    games = 2
    has_secrets = True
    may_be_alike = MappingProxyType({"ATC.20.single": "a die is named by its place; dice may show the same face"})


class TestLegion(Few, InCampaign, RulesetContract):
    ruleset = find("legion")


class TestSpeedies(Few, RulesetContract):
    ruleset = find("speedies")
    plays_aftermath = True


class TestBetterWargame(Few, InCampaign, RulesetContract):
    ruleset = find("better-wargame")


class TestDuel(Few, RulesetContract):
    ruleset = DUEL
    has_secrets = True


GAMES = [TestBushido, TestGodsGloom, TestLegion, TestSpeedies, TestBetterWargame, TestDuel]
WHOLE = "test_games_end_and_every_declared_step_is_reached"
LAWS = [name for name in dir(RulesetContract) if name.startswith("test_") and name != WHOLE]


@pytest.mark.search
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("game", GAMES)
def test_the_laws_hold_in_more_games(game: type[RulesetContract], law: str) -> None:
    getattr(type("More", (game,), {"games": 6})(), law)()


def test_every_game_is_under_contract() -> None:
    # Other tests put small games of their own under contract.
    here = [held for held in RulesetContract.__subclasses__() if held.__module__ == __name__]
    under = {held.ruleset.id for held in here if held.__name__.startswith("Test")}
    assert under == {*BUILT_IN, "duel"}


def test_every_built_in_game_is_a_declared_entry_point() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert declared["project"]["entry-points"]["companion.rulesets"] == dict(BUILT_IN)


@pytest.mark.parametrize("hash_seed", one_in(2, zip(["1", "2"])))
def test_other_hash_seeds_give_the_same_checksums(hash_seed: str) -> None:
    assert _checksums(hash_seed) == _checksums("0")


@cache
def _checksums(hash_seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.contract.checksums"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    return done.stdout


# -- what the contract finds ----------------------------------------------------------------------------------------


def broken(
    rule: Callable[..., Any], actions: Callable[[Arena, Action], Sequence[Action]] | None = None
) -> RulesetContract:
    """The contract of a duel whose one procedure, or what `actions` make of its action, has a fault."""
    proc = procedure("Broken")(rule)
    action = Action("broken", "Broken", proc)
    rules = dataclasses.replace(
        DUEL,
        procedures=(proc,),
        actions=lambda table: [action] if actions is None else actions(table, action),
        has_first_player=False,
        example=None,
    )
    held = type("Broken", (RulesetContract,), {"ruleset": rules, "games": 1})()
    assert DUEL.example is not None
    object.__setattr__(rules, "example", lambda: dataclasses.replace(DUEL.example(), spec=rules))
    assert isinstance(held, RulesetContract)
    return held


async def writes_a_field(game: Context[Arena]) -> None:
    await game.do("look", by="table", title="Look")
    game.table.units["ann"].shaken = True


def of_the_side_whose_turn_it_is(table: Arena, action: Action) -> Sequence[Action]:
    """In a new game that is nobody's."""
    values = tuple(Option(unit.id, unit.name) for unit in table.units.values() if unit.side == table.active)
    return [dataclasses.replace(action, param="fighter", values=values)]


def only_in_a_turn(table: Arena, action: Action) -> Sequence[Action]:
    return [dataclasses.replace(action, why_not=None if table.active else "it is nobody's turn")]


async def writes_what_is_not_declared(game: Context[Arena]) -> None:
    await game.do("look", by="table", title="Look")
    game.table.units["ann"].done = True  # type: ignore[attr-defined]


async def forgets_to_await(game: Context[Arena]) -> None:
    game.do("forgotten", by="table", title="Look")  # type: ignore[unused-awaitable]


@pytest.mark.parametrize("rule", [writes_a_field, writes_what_is_not_declared])
def test_the_contract_finds_state_that_is_written_directly(rule: Callable[..., Any]) -> None:
    with pytest.raises(AssertionError, match=r"no change records|not declared"):
        broken(rule).test_every_difference_is_recorded()


def test_the_contract_finds_a_forgotten_await() -> None:
    with pytest.raises(InvalidInput, match="asks 'forgotten' and never awaits"):
        play_random(broken(forgets_to_await).session(0), Random(0), most=5)


@pytest.mark.parametrize(
    ("actions", "found"),
    [(of_the_side_whose_turn_it_is, "none of its values is"), (only_in_a_turn, "nothing can be done in a new game")],
)
def test_the_contract_finds_a_new_game_that_cannot_be_begun(
    actions: Callable[[Arena, Action], Sequence[Action]], found: str
) -> None:
    contract = broken(writes_a_field, actions)
    with pytest.raises(AssertionError, match=found):
        contract.test_a_new_game_can_be_begun()
