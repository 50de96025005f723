"""The tables that games bring as their examples, and what a test knows to be open in a session of one."""

from typing import Any, TypeVar, overload

from companion.engine import registry
from companion.engine.ruleset import Ruleset
from companion.engine.session import Session
from companion.engine.state.table import AnyTable

Held = TypeVar("Held")
Kind = TypeVar("Kind")


def table_of(game: str | Ruleset) -> AnyTable:
    """The ready game that a ruleset brings."""
    return present((registry.find(game) if isinstance(game, str) else game).example)()


@overload
def present(value: Held | None) -> Held: ...


@overload
def present(value: object, kind: type[Kind]) -> Kind: ...


def present(value: Any, kind: type[Any] = object) -> Any:
    """What must be there, and be of this kind."""
    assert value is not None
    assert isinstance(value, kind), value
    return value


def part_all(session: Session) -> None:
    """Ends every contact: whoever touches somebody stays."""
    for pair in list(session.table.contacts):
        session.disconnect(*pair)
