"""One answer of a choice."""

from __future__ import annotations

from typing import Generic, TypeVar

from companion.engine.frozen import frozen
from companion.engine.requests.costs import Cost

V_co = TypeVar("V_co", covariant=True)


@frozen
class Option(Generic[V_co]):
    """One answer of a choice. `why_not` says why it is closed; None if it may be chosen.

    `code` is the ruleset's own name for that reason, where it has one; a refusal carries it. `cost` is what it spends.
    `also` are other values that mean the same, where a thing has several names: taken, and never listed. Options of one
    pick with the same `like` come to the same, dice that show the same face: the odds name the first of them. An `idle`
    one does nothing and lets a chance pass: no front end starts with it, so that an Enter too many wastes nothing.
    `does` says in few words what it does or has, beside the label, which is a name.
    """

    value: V_co
    label: str
    why_not: str | None = None
    code: str = ""
    cost: tuple[Cost, ...] = ()
    also: tuple[object, ...] = ()
    like: str = ""
    idle: bool = False
    does: str = ""

    @property
    def words(self) -> str:
        """The label and what it does: `Focus: gain Boost`."""
        return f"{self.label}: {self.does}" if self.does else self.label

    def means(self, value: object) -> bool:
        """Whether this is the option that a value names."""
        if self.value == value and type(self.value) is type(value):
            return True
        return bool(self.also) and any(known == value and type(known) is type(value) for known in self.also)

    def schema(self) -> dict[str, object]:
        """The option as JSON; its code only if it is closed."""
        code = self.code if self.why_not is not None and self.code else None
        data = {"value": self.value, "label": self.label, "why_not": self.why_not, "code": code}
        cost = {"cost": [cost._asdict() for cost in self.cost]} if self.cost else {}
        does = {"does": self.does} if self.does else {}
        return data | cost | does | ({"like": self.like} if self.like else {})
