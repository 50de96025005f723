"""Procedures: the rules, one section of a rulebook each.

A procedure is an `async def` that reads like its page. It awaits requests and other procedures, reads the table, and
changes it only through its `Context`. It rolls no dice, reads no clock and opens no file.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from companion.engine.context import Context
from companion.engine.progress import Step

P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)
Rules = Callable[Concatenate[Context[Any], P], Coroutine[Any, Any, R_co]]


class Procedure(Generic[P, R_co]):
    """A rule procedure: its function, its title and its declared steps, in order and by id."""

    def __init__(self, fn: Rules[P, R_co], title: str, steps: Sequence[Step]) -> None:
        self.fn = fn
        self.name = fn.__name__
        self.title = title
        self.steps = tuple(steps)
        self.by_id: Mapping[str, Step] = {step.id: step for step in self.steps}
        self.__doc__ = fn.__doc__

    async def __call__(self, game: Context[Any], *args: P.args, **kwargs: P.kwargs) -> R_co:
        game.enter(self.name, self.title, self.by_id, (*args, *kwargs.values()) if kwargs else args)
        result = await self.fn(game, *args, **kwargs)
        game.leave()
        return result


def procedure(title: str, steps: Sequence[Step] = ()) -> Callable[[Rules[P, R_co]], Procedure[P, R_co]]:
    """Makes an `async def` a procedure. Its steps are those `game.at` may name, here and in what it awaits."""

    def wrap(fn: Rules[P, R_co]) -> Procedure[P, R_co]:
        return Procedure(fn, title, steps)

    return wrap


__all__ = ["Context", "Procedure", "Step", "procedure"]
