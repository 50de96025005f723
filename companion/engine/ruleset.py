"""What a ruleset declares: types, phases, actions, options, tables and hooks. Front ends know a game only by this."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from companion.engine.campaign import Batch
from companion.engine.carry_over import Fought, Loss, carry_over, struck
from companion.engine.dice import Die
from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.odds import Calculator, Odds
from companion.engine.procedure import Procedure
from companion.engine.requests import Option
from companion.engine.state.paths import Pair
from companion.engine.state.spec import Phase, RuleOption, TableSpec
from companion.engine.state.table import AnyTable, Side, Unit
from companion.engine.story import Teller, plain_story
from companion.engine.wording import declare_number

ActionKind = Literal["turn", "out_of_turn", "bookkeeping"]
START = "start"
"""What Enter does with an action whose title is that of a phase or of a fight."""


@frozen
class Action:
    """Something that may be started while the table is at rest, and why it may not be now.

    `param` is the name of its one parameter with the values that are legal; everything else is asked inside.
    `by` is the side whose move it is, or None if anyone may press the key. `code` is the ruleset's own name for the
    refusal of a value that is not among them, `closed_code` for `why_not`. `kind`: a `turn` action is what the rules
    let this side do now, an `out_of_turn` tool runs a procedure whenever the table wants it, `bookkeeping` goes on
    to the next phase or round. `verb` says in one word what Enter does with it: activate, pass, shoot.
    """

    name: str
    title: str
    procedure: Procedure[..., object]
    by: str | None = None
    param: str = ""
    values: tuple[Option[object], ...] = ()
    why_not: str | None = None
    code: str = ""
    closed_code: str = ""
    kind: ActionKind = "turn"
    verb: str = START

    @property
    def open(self) -> bool:
        return self.why_not is None

    def arguments(self, table: AnyTable, given: Mapping[str, object]) -> dict[str, object]:
        """The arguments of its procedure; a parameter with just one legal value may be left out.

        Raises InvalidInput if it is closed or an argument is missing, not legal or too much.
        """
        if self.why_not is not None:
            raise InvalidInput(f"{self.title}: {self.why_not}", code=self.closed_code)
        args = dict(given)
        if self.param:
            if self.param not in args:
                legal = self._legal()
                if len(legal) != 1:
                    raise InvalidInput(f"{self.title}: which {self.param}?", hint=self._hint())
                args[self.param] = legal[0]
            value = args[self.param]
            option = next((option for option in self.values if option.value == value), None)
            if option is None:
                if not self.code:
                    table.find(str(value))
                raise InvalidInput(f"{value!r} cannot be the {self.param}", hint=self._hint(), code=self.code)
            if option.why_not is not None:
                raise InvalidInput(f"{option.label}: {option.why_not}", code=option.code)
        extra = [name for name in args if name != self.param]
        if extra:
            raise InvalidInput(f"{self.title} takes no {extra[0]!r}")
        return args

    def _legal(self) -> list[object]:
        return [option.value for option in self.values if option.why_not is None]

    def _hint(self) -> str:
        return "one of: " + ", ".join(map(str, self._legal()))


@frozen
class Sheet:
    """One table of the game that players can read: `companion rules GAME` and a screen show it."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text: str = ""


class Next(NamedTuple):
    """What is to do next at the table.

    `by` are the sides that do it, whom the words do not name: words begin small then. `of_round`: they are told with
    the number of the round.
    """

    words: str
    by: tuple[str, ...] = ()
    of_round: bool = False


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Ruleset(TableSpec):
    """One game. `revision` grows with every change that could make an old journal replay differently.

    Hooks, all pure functions of the table:
    `actions` – what may be started at rest and why not; `action` – the same of one name, without making the others
    (None if the name is none of those it makes); `links` – the unit pairs that melees are made of;
    `faults` – what bounds alone cannot say, as (of, field, reason); `badges` – derived words for a card (engaged with
    whom, exhausted); `sheets` – tables players can read, from the options in force; `next_action` – the one line that
    says what to do next.
    """

    owner: str
    covers: str
    unit_type: type[Unit]
    side_type: type[Side]
    table_type: type[AnyTable]
    procedures: tuple[Procedure[..., object], ...]
    melees: tuple[Procedure[..., object], ...] = ()
    """Those, here or awaited by them, that fight one melee: players go through a battle from melee to melee."""
    actions: Callable[[Any], Sequence[Action]]
    action: Callable[[Any, str], Action | None] = lambda table, name: None
    knows_odds: bool = False
    """Whether requests of this game have chances (`Request.with_odds`); for a given moment there may still be none."""
    calculator: Calculator | None = None
    """Chances for dice and numbers alone, without a session: `companion odds GAME`."""
    dice: tuple[Die, ...] = ()
    """Its dice besides those with numbers, which are known by their names (`d6`): how often they show what."""
    sheets: Callable[[Mapping[str, object]], Sequence[Sheet]] = lambda options: ()
    next_action: Callable[[Any], Next] | None = None
    suggested_action: Callable[[Any], str | None] | None = None
    to_act: Callable[[Any], Iterable[str]] | None = None
    """The ids of the units that have yet to act in this phase; None: whom an open action of the turn can name."""
    must_fight: Callable[[Any], bool] | None = None
    """Whether the melees on the table must be fought before this phase can end."""
    moving: tuple[str, ...] = ()
    """Names of the actions in whose course units are moved on the table: an app that plays says where it wants them."""
    unit_word: str = "unit"
    """What players call one unit: `model`, if each is a single miniature."""
    most_sides: int = 2
    """How many players a game may have; two at least."""
    has_first_player: bool = False
    """Whether a new game says who has the first turn: the table's `active`. Other games find it out in play."""
    example: Callable[[], AnyTable] | None = field(default=None)
    """Makes a small valid table for the contract tests and `companion new`."""
    templates: Callable[[], Sequence[Unit]] | None = field(default=None)
    """The units that a new game may copy, each under its own id; None: those of the example."""
    aftermath: Procedure[..., object] | None = None
    """Played by each side after a battle of a campaign, with its id as `side`; None: there is nothing to ask."""
    batch: Callable[[Any, str], Batch] = carry_over
    """What a session leaves to the roster of a side: a pure function of both."""
    counts_wins: str = ""
    """The field of a side that counts battles won, where its rules ask how many: a result that players give counts."""
    losses: Callable[[Fought], Iterable[Loss]] = struck
    """Who cost whom what, in the order played: read from the record alone."""
    numbers: Mapping[str, bool] = field(default_factory=dict)
    """Names of its data that are those of several (True) or of one (False), where their letters tell otherwise."""
    story: Teller = plain_story
    """Tells a recorded procedure in sentences, for reports and chronicles."""

    def __post_init__(self) -> None:
        for name, plural in self.numbers.items():
            declare_number(name, plural=plural)

    def unit_templates(self) -> list[Unit]:
        """Every unit that a new game may copy; empty if the game brings none."""
        if self.templates is not None:
            return list(self.templates())
        return list(self.example().units.values()) if self.example is not None else []

    def suggested(self, table: AnyTable, actions: Sequence[Action] | None = None) -> Action | None:
        """The action that the line "what to do next" names; else the first open one of the turn, else of any kind.

        `actions` are those of this table, if the caller has them. Out-of-turn tools are never suggested. None if
        nothing can be started.
        """
        offered = self.actions(table) if actions is None else actions
        open_ = [action for action in offered if action.open and action.kind != "out_of_turn"]
        named = self.suggested_action(table) if self.suggested_action is not None else None
        open_.sort(key=lambda action: (action.name != named, action.kind != "turn"))
        return open_[0] if open_ else None

    def waiting_to_act(self, table: AnyTable, actions: Sequence[Action]) -> list[str]:
        """The ids of the units that have yet to act, in listing order. `actions` are those of this table."""
        if table.over is not None:
            return []
        if self.to_act is not None:
            found = set(self.to_act(table))
        else:
            turn = [action for action in actions if action.open and action.kind == "turn"]
            found = {o.value for a in turn for o in a.values if o.why_not is None and isinstance(o.value, str)}
        return [unit.id for unit in table.units.values() if unit.id in found and unit.alive]

    def procedure_named(self, name: str) -> Procedure[..., object]:
        """The procedure of that name. Raises InvalidInput if there is none any more."""
        for known in self.procedures:
            if known.name == name:
                return known
        raise InvalidInput(f"there is no procedure {name!r} in these rules any more")

    def table(self, units: Sequence[Unit], sides: Sequence[Side], **fields: Any) -> AnyTable:
        """A new table with these units and sides."""
        contacts: Mapping[Pair, Any] = fields.pop("contacts", {})
        return self.table_type(
            spec=self,
            units={u.id: u for u in units},
            sides={s.id: s for s in sides},
            contacts=dict(contacts),
            **fields,
        )


__all__ = ["Action", "Odds", "Phase", "RuleOption", "Ruleset", "Sheet"]
