"""What the scenes of all games share: begin something, look at what is asked, and answer what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, overload

from companion.engine.errors import InvalidInput
from companion.engine.requests import Request
from companion.engine.run import Run
from companion.engine.session import Session
from companion.engine.state.table import AnyTable
from companion.testing import Scripted, drive

Asked = TypeVar("Asked", bound=Request[Any])


def begun(
    held: AnyTable | Session,
    name: str,
    args: Mapping[str, object] | None = None,
    script: Iterable[Scripted] = (),
    *,
    until: str = "",
    strict: bool = True,
    default: Callable[[Request[object]], Any] | None = None,
) -> Session:
    """A session in which this was started; with `until`, played on to the request of that name.

    `script`, `strict` and `default` are those of `drive`.
    """
    session = held if isinstance(held, Session) else Session(held)
    session.start(name, args)
    if until:
        drive(session, script, stop=lambda request: request.name == until, strict=strict, default=default)
    return session


@overload
def now(session: Session) -> Request[object]: ...


@overload
def now(session: Session, kind: type[Asked]) -> Asked: ...


def now(session: Session, kind: type[Request[Any]] = Request) -> Request[Any]:
    """What is asked now; there must be something, of this kind."""
    assert isinstance(session.request, kind), session.request
    return session.request


def run_of(session: Session) -> Run:
    """What is under way; there must be something."""
    assert session.run is not None
    return session.run


def refused(session: Session, value: object, by: str = "") -> str:
    """The code with which an answer is refused; empty where it is taken."""
    try:
        session.answer(value, by=by)
    except InvalidInput as why:
        return why.code
    return ""


def not_started(session: Session, name: str, args: Mapping[str, object] | None = None) -> str:
    """The code with which this is not started; empty where it is."""
    try:
        session.start(name, args)
    except InvalidInput as why:
        return why.code
    return ""
