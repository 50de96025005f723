"""What a table has to know of its game: phases, options, and who may be in contact. A `Ruleset` is one of these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from companion.engine.errors import InvalidValue
from companion.engine.frozen import frozen
from companion.engine.state.paths import Pair
from companion.engine.values import check_choice, check_flag, check_text, check_whole


@frozen
class Phase:
    """One phase of a round, as data. One of `both` is nobody's turn, whoever was active last."""

    id: str
    title: str
    text: str = ""
    both: bool = False


@frozen
class RuleOption:
    """A choice that the rules leave to the table.

    `default` is a bool, an int (from `lo` to `hi`) or, if there are `choices`, one of them. `why` says what the
    option decides. A new game asks for those with `ask_at_setup`.
    """

    name: str
    label: str
    default: bool | int | str
    choices: tuple[bool | int | str, ...] = ()
    why: str = ""
    lo: int | None = None
    hi: int | None = None
    ask_at_setup: bool = False

    def checked(self, value: object) -> bool | int | str:
        """The value as it may stand. Raises InvalidValue with what is allowed."""
        if self.choices:
            check_choice(self.label, value, self.choices)
        elif isinstance(self.default, bool):
            check_flag(self.label, value)
        elif isinstance(self.default, int):
            check_whole(self.label, value, self.lo, self.hi)
        else:
            check_text(self.label, value)
        return cast("bool | int | str", value)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class TableSpec:
    """The declarations that a table carries.

    `contact_flags` are the names a contact may be flagged with, `contact_off` what is said of one whose own flag is
    off (`behind or beside` the other; empty: `not` and the flag); `contact_level` is `unit` or `mini`, the things that
    contacts are pairs of; `friends_touch` allows contacts inside one side. `links` gives the pairs of unit ids that
    melees are made of; None: every pair of living enemies in contact. `faults` finds what bounds alone cannot say in
    a table, as (of, field, reason); `badges` gives derived words for the card of a unit of a table. `revision` grows
    with every change that could make an old journal replay differently.
    """

    id: str
    title: str
    revision: int
    unit_type: type[Any] = object
    phases: tuple[Phase, ...] = ()
    options: tuple[RuleOption, ...] = ()
    contact_flags: tuple[str, ...] = ()
    contact_off: str = ""
    contact_level: str = "unit"
    friends_touch: bool = False
    links: Callable[[Any], Sequence[Pair]] | None = None
    faults: Callable[[Any], Sequence[tuple[str, str, str]]] = lambda table: ()
    badges: Callable[[Any, Any], Sequence[str]] = lambda table, unit: ()
    round_word: str = "round"
    """What players of this game call a round."""
    most_requests: int = 500
    """How often a procedure may ask before it is taken to loop."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}>"

    def default_options(self) -> dict[str, object]:
        return {option.name: option.default for option in self.options}

    def option(self, name: str) -> RuleOption:
        """The option of that name. Raises InvalidValue if there is none."""
        for option in self.options:
            if option.name == name:
                return option
        known = ", ".join(option.name for option in self.options)
        raise InvalidValue(f"there is no option {name!r}", hint=f"options: {known}")

    def checked_option(self, name: str, value: object) -> bool | int | str:
        return self.option(name).checked(value)

    def round_named(self, number: int) -> str:
        """`turn 2`, as players of this game call it."""
        return f"{self.round_word} {number}"

    def phase(self, of: str) -> Phase:
        """The phase with this id; one made up of the id if none is declared (`over`)."""
        return next((phase for phase in self.phases if phase.id == of), Phase(of, of))
