"""The rulesets under contract: the five in the tree and the sixth from outside."""

from random import Random

from companion.engine.registry import BUILT_IN, find
from companion.engine.ruleset import Ruleset
from companion.engine.session import Session
from companion.engine.state.table import AnyTable
from companion.testing import checksum, state
from companion.testing import prompt_of as standing
from tests.examples import table_of
from tests.games.duel import DUEL

IDS = [*BUILT_IN, "duel"]


def ruleset(of: str) -> Ruleset:
    return DUEL if of == "duel" else find(of)


def fresh(of: str) -> AnyTable:
    return table_of(ruleset(of))


def session(of: str, seed: int) -> Session:
    return Session(fresh(of), rng=Random(seed))


__all__ = ["IDS", "checksum", "fresh", "ruleset", "session", "standing", "state"]
