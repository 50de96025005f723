"""What a procedure may do: read the table, ask the sides, compute with reasons, and record changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar

from companion.engine import requests as ask
from companion.engine.announcer import Announcer
from companion.engine.dice import Dice
from companion.engine.errors import RuleFault
from companion.engine.odds import Odds
from companion.engine.progress import TableT
from companion.engine.state.changes import Ruling
from companion.engine.state.entity import Entity
from companion.engine.table_writer import TableWriter
from companion.engine.thrown import Thrown

RequestT = TypeVar("RequestT", bound=ask.Request[object])
P = ParamSpec("P")
V = TypeVar("V")


def _asking(kind: Callable[P, RequestT]) -> Callable[Concatenate[Context[Any], P], RequestT]:
    """The method of `Context` that makes a request of this kind, with the arguments of its class, and asks it."""

    def make(game: Context[Any], /, *args: P.args, **kwargs: P.kwargs) -> RequestT:
        if game.pending is not None or game._unexplained:
            game.settle()
        request = kind(*args, **kwargs)
        game.pending = request
        by = request.by if isinstance(request.by, str) else "+".join(request.by)
        request.key = game._unique(f"{game.frames[-1].path}/{request.name}:{by}")
        step = game.at_step
        request.step, request.step_title, request.procedure = step.id, step.title, game._step_title
        request.small_names = game.small_names
        if game._fresh:
            fresh, game._fresh = game._fresh, []
            if request.tally:
                shown = {tally.key for tally in request.tally}
                fresh = [tally for tally in fresh if tally.key not in shown]
            request.tally = (*request.tally, *fresh)
        if isinstance(request, ask.Roll):
            game._unexplained.append(request)
        return request

    make.__doc__ = kind.__doc__
    return make


class Context(Announcer[TableT], TableWriter[TableT]):
    """What a running procedure reads and acts through; rule code calls it `game`.

    Where the rules are is in `progress.py`, what they change in `table_writer.py`, what players see in `announcer.py`.
    """

    def __init__(self, table: TableT, overrules: Mapping[str, Ruling] | None = None) -> None:
        super().__init__(table, overrules)
        self.pending: ask.Request[object] | None = None
        """The request that was made last, until it is awaited."""
        self.small_names = table.small_names()
        """The names on the table that players spell small."""

    # Await what these return. They take what the class takes (companion/engine/requests): a name, then keywords.
    choose = _asking(ask.Choose)
    pick = _asking(ask.Pick)
    number = _asking(ask.Number)
    yes_no = _asking(ask.YesNo)
    text = _asking(ask.Text)
    do = _asking(ask.Do)
    roll = _asking(ask.Roll)
    split = _asking(ask.Split)
    grid = _asking(ask.Grid)
    _secret = _asking(ask.Secret)

    def secret(self, name: str, *, title: str, slots: Mapping[str, ask.Request[V]]) -> ask.Secret[V]:
        """Await it: one slot per side, sealed one by one and revealed together.

        A slot is a request that is made by its class, such as `Split(...)`.
        """
        made = self._secret(name, title=title, slots=slots)
        for side, slot in made.slots.items():
            slot.key = f"{made.key}:{side}"
            slot.step, slot.step_title, slot.procedure = made.step, made.step_title, made.procedure
        return made

    async def throw(
        self, name: str, *, by: ask.By, title: str, dice: Sequence[Dice], odds: Callable[[], Odds | None] | None = None
    ) -> Thrown:
        """A roll of dice that succeed or not; what it returns says which do.

        Dice with a face of `Dice.again` are still to be thrown once more: tell what fell, and go on with `throw_again`.
        """
        roll = self.roll(name, by=by, title=title, dice=dice)
        return Thrown(tuple(dice), await (roll if odds is None else roll.with_odds(odds)))

    async def throw_again(
        self, first: Thrown, name: str, *, by: ask.By, title: str, odds: Callable[[], Odds | None] | None = None
    ) -> Thrown:
        """Throws those dice of a throw once more that have to be; the result shows what they showed before."""
        roll = self.roll(name, by=by, title=title, dice=first.dice_again, again=first.again)
        return Thrown(first.dice, first.faces, await (roll if odds is None else roll.with_odds(odds)))

    def cost(self, entity: Entity, field: str, spend: int) -> ask.Cost:
        """What an answer spends of a number that a unit, side or the table has."""
        return ask.Cost(entity.id, field, entity.specs()[field].label, int(entity.get(field) or 0), spend)

    def close(self) -> None:
        """For the engine: the procedure is over. If the game ended in it, so do the states of a turn."""
        self.settle()
        if self.ended:
            for unit in self.table.units.values():
                self.forget_turn(unit, "the game is over")

    def settle(self) -> None:
        """For the engine: something else is asked, or the procedure is over. A roll without a result gets a plain one.

        Raises RuleFault if a request was made and never awaited.
        """
        if self.pending is not None:
            raise RuleFault(f"{self.frames[-1].name} asks {self.pending.name!r} and never awaits the answer")
        if self._unexplained:
            self.result("")
