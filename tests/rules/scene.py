"""What the scenes of all games share: begin something, look at what is asked and what came of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar, overload

from companion.engine.errors import InvalidInput
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.engine.state.declarations import StandingRow
from companion.engine.state.results import Result
from companion.engine.state.table import AnyTable
from companion.testing import Scripted, drive
from tests.examples import present

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
    return present(session.request, kind)


def happened(session: Session) -> Sequence[Event]:
    """What happened in the open procedure, or in the last one."""
    return session.run.context.events if session.run is not None else session.entries[-1].events


def results(of: Session | Iterable[Event]) -> list[Result]:
    """What was told of dice in the open procedure, or in the last one; or among these events."""
    events = happened(of) if isinstance(of, Session) else of
    return [event for event in events if isinstance(event, Result)]


def standing(session: Session, of: str = "", by: str = "key") -> dict[str, StandingRow]:
    """How fighters stand now, or one of them, by the key of their row or by its `label`."""
    return {getattr(row, by): row for one in session.standings if of in ("", one.of) for row in one.rows}


def rows(session: Session, of: str = "", by: str = "key") -> dict[str, Any]:
    """The numbers of it alone."""
    return {key: row.value for key, row in standing(session, of, by).items()}


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


def seen(session: Session, outcome: Mapping[str, Any], keys: Iterable[str]) -> dict[str, object]:
    """What is to be seen of what was played, by name.

    Names are figures of the outcome (`results.a.attack`, `damage.*.sl`, `comparisons.len`), fields of units
    (`b.states`) and of the table (`table.contacts`). Of several names in one key there is a tuple.
    """
    return {key: _seen(session, outcome, key) for key in keys}


def _seen(session: Session, outcome: Mapping[str, Any], key: str) -> object:
    if " " in key:
        return tuple(_seen(session, outcome, name) for name in key.split())
    of, _, field = key.partition(".")
    if field and of in session.table.units:
        return getattr(session.table.units[of], field)
    return getattr(session.table, field) if of == "table" else _figure(outcome, key.split("."))


def _figure(found: Any, path: Sequence[str]) -> Any:
    for place, part in enumerate(path):
        if part == "*":
            return [_figure(each, path[place + 1 :]) for each in found]
        found = len(found) if part == "len" else found[int(part)] if part.isdigit() else found[part]
    return found
