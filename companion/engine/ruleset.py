"""What a ruleset declares: types, phases, actions, options, tables and hooks. Front ends know a game only by this."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.engine.contacts import enemy_pairs
from companion.engine.errors import BadValue
from companion.engine.requests import Option, Request
from companion.engine.table import Pair, Side, Table, Unit

if TYPE_CHECKING:
    from companion.engine.procedure import Procedure


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of a round, as data."""

    id: str
    title: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class RuleOption:
    """A place where the digest leaves a choice. `choices` empty: yes/no or a number, by the type of the default."""

    name: str
    label: str
    default: Any
    choices: tuple[Any, ...] = ()
    why: str = ""
    lo: int | None = None
    hi: int | None = None
    ask_at_setup: bool = False


@dataclass(frozen=True, slots=True)
class Action:
    """Something that may be started while the table is at rest, and why it may not be now.

    `param` is the name of its one parameter with the values that are legal; everything else is asked inside.
    `by` is the side whose move it is, or None where anyone may press the key. `code` is the digest's own name for the
    refusal of a value that is not among them.
    """

    name: str
    title: str
    procedure: Procedure[Any, Any]
    by: str | None = None
    param: str = ""
    values: tuple[Option, ...] = ()
    why_not: str | None = None
    code: str = ""

    @property
    def open(self) -> bool:
        """Whether it may be started now."""
        return self.why_not is None


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances before a decision: one row a value of an option."""

    of: str
    goal: str
    assumes: tuple[str, ...]
    rows: tuple[tuple[str, str, float], ...]
    exact: bool = True
    error: float | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table of the game that players can read: `companion rules GAME` and a screen show it."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text: str = ""


def _no_odds(table: Table[Any, Any], request: Request[Any]) -> Odds | None:
    return None


def _no_faults(table: Table[Any, Any]) -> Sequence[tuple[str, str, str]]:
    return ()


def _no_sheets() -> Sequence[Sheet]:
    return ()


def _no_badges(table: Table[Any, Any], unit: Any) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class Ruleset:
    """One game. `revision` grows with every change that could make an old journal replay otherwise.

    Hooks, all pure functions of the table:
    `actions` – what may be started at rest and why not; `links` – the unit pairs that melees are made of;
    `faults` – what bounds alone cannot say, as (of, field, reason); `badges` – derived words for a card (engaged with
    whom, exhausted); `odds` – chances for a standing request; `sheets` – tables players can read; `next_action` – the
    one line that says what to do next.
    """

    id: str
    title: str
    revision: int
    owner: str
    covers: str
    unit_type: type[Unit]
    side_type: type[Side]
    table_type: type[Table[Any, Any]]
    phases: tuple[Phase, ...]
    procedures: tuple[Procedure[Any, Any], ...]
    actions: Callable[[Any], Sequence[Action]]
    options: tuple[RuleOption, ...] = ()
    links: Callable[[Any], Sequence[Pair]] = enemy_pairs
    faults: Callable[[Any], Sequence[tuple[str, str, str]]] = _no_faults
    badges: Callable[[Any, Any], Sequence[str]] = _no_badges
    odds: Callable[[Any, Request[Any]], Odds | None] = _no_odds
    sheets: Callable[[], Sequence[Sheet]] = _no_sheets
    next_action: Callable[[Any], str] | None = None
    contact_flags: tuple[str, ...] = ()
    contact_level: str = "unit"
    friends_touch: bool = False
    most_requests: int = 500
    example: Callable[[], Table[Any, Any]] | None = field(default=None)
    """Makes a small valid table for the contract tests and `companion new`."""
    templates: Callable[[], Sequence[Unit]] | None = field(default=None)
    """The units that a new game may copy, each under its own id; None: those of the example."""

    @property
    def offers_odds(self) -> bool:
        """Whether this game knows chances at all; for a given request there may still be none."""
        return self.odds is not _no_odds

    def unit_templates(self) -> list[Unit]:
        """Every unit that a new game may copy; empty where the game brings none."""
        if self.templates is not None:
            return list(self.templates())
        return list(self.example().units.values()) if self.example is not None else []

    def default_options(self) -> dict[str, Any]:
        """Every option at its default."""
        return {o.name: o.default for o in self.options}

    def option(self, name: str) -> RuleOption:
        """The option of that name; raises BadValue where there is none."""
        for option in self.options:
            if option.name == name:
                return option
        raise BadValue(f"there is no option {name!r}", hint="options: " + ", ".join(o.name for o in self.options))

    def checked_option(self, name: str, value: Any) -> Any:
        """The value as it may stand; raises BadValue with what is allowed."""
        option = self.option(name)
        if option.choices:
            if value not in option.choices:
                raise BadValue(
                    f"{option.label} cannot be {value!r}", hint="one of: " + ", ".join(str(c) for c in option.choices)
                )
        elif isinstance(option.default, bool):
            if not isinstance(value, bool):
                raise BadValue(f"{option.label} is yes or no, not {value!r}")
        elif isinstance(option.default, int):
            if not isinstance(value, int) or isinstance(value, bool):
                raise BadValue(f"{option.label} is a whole number, not {value!r}")
            if (option.lo is not None and value < option.lo) or (option.hi is not None and value > option.hi):
                raise BadValue(f"{option.label} cannot be {value}", hint=f"{option.lo} to {option.hi}")
        return value

    def phase(self, of: str) -> Phase:
        """The phase with this id."""
        return next((p for p in self.phases if p.id == of), Phase(of, of))

    def procedure_named(self, name: str) -> Procedure[Any, Any]:
        """The procedure of that name; raises KeyError where there is none."""
        for known in self.procedures:
            if known.name == name:
                return known
        raise KeyError(name)

    def table(self, units: Sequence[Unit], sides: Sequence[Side], **fields: Any) -> Table[Any, Any]:
        """A new table with these units and sides."""
        contacts: Mapping[Pair, Any] = fields.pop("contacts", {})
        return self.table_type(
            ruleset=self,
            units={u.id: u for u in units},
            sides={s.id: s for s in sides},
            contacts=dict(contacts),
            **fields,
        )
