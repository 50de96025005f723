"""What bounds an answer and what it costs, in words; the same in every front end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.engine.dice import Dice
from companion.engine.requests import Cost, Option, Request
from companion.engine.wording import count


def because(why: str) -> str:
    """The reason of a bound in brackets; empty if there is none."""
    return f" ({why})" if why else ""


def bounds_words(lo: int, why_lo: str, hi: int, why_hi: str) -> str:
    """What is allowed and why: `0 to 2 (two hits)`."""
    return f"{lo}{because(why_lo)} to {hi}{because(why_hi)}"


def cost_words(spent: Sequence[Cost]) -> str:
    """`2 of 4 ki`."""
    return ", ".join(cost.sentence() for cost in spent)


def shared_costs(options: Sequence[Option[object]], least: int = 2) -> tuple[Cost, ...]:
    """What most open options spend, `least` of them at least: said once, and no more beside each of them."""
    costs = Counter(option.cost for option in options if option.why_not is None and option.cost)
    most, times = next(iter(costs.most_common(1)), ((), 0))
    return most if times >= least else ()


def spends_words(request: Request[object]) -> str:
    """What any answer spends, in words; of a number what each one does. Empty if it spends nothing."""
    return ", ".join(cost.sentence(each=request.each) for cost in request.cost)


def costs_of(request: Request[object]) -> list[Cost]:
    """What any open answer to a request spends."""
    return [*request.cost, *(cost for option in request.options if option.why_not is None for cost in option.cost)]


def dice_words(group: Dice) -> str:
    """`2 d6`, `1 black attack die`, `4 black attack dice`."""
    die = group.die
    return count(group.count, die.name, die.several or die.name)
