"""The tables that games bring as their examples, and what a test knows to be open in a session of one."""

from companion.engine import registry
from companion.engine.requests import Request
from companion.engine.run import Run
from companion.engine.session import Session
from companion.engine.state.table import AnyTable


def table_of(game: str) -> AnyTable:
    """The ready game that a ruleset brings."""
    ruleset = registry.find(game)
    assert ruleset.example is not None
    return ruleset.example()


def request_of(session: Session) -> Request[object]:
    """What is asked, where something must be."""
    assert session.request is not None
    return session.request


def run_of(session: Session) -> Run:
    """The procedure that is open, where one must be."""
    assert session.run is not None
    return session.run


def part_all(session: Session) -> None:
    """Ends every contact: whoever touches somebody stays."""
    for pair in list(session.table.contacts):
        session.disconnect(*pair)
