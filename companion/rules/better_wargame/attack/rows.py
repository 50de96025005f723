"""Rows: one attacker against one target. How hits are dealt to its models: evenly, by the app, or by the defender.

Only `deal_hits` asks anybody, with the option `defender_allocates`; all others are pure functions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.engine.requests import Allotment, Plan
from companion.engine.wording import count
from companion.rules.better_wargame.units import Game, WargameUnit


class Cast(NamedTuple):
    """The dice of one row in a throw: what each came to, None for those that are still to be rolled.

    `again`: those that are still to be rolled are the extra dice.
    """

    results: tuple[bool | None, ...]
    target: int
    again: bool = False


@dataclass(slots=True)
class Row:
    """One attacker and one target, the models assigned, and what became of it.

    `asked` are the circumstances of a shot; `dealt`, `wounded` and `failed` list the target's models, numbered from 1,
    once for each hit, Wound and failed save. `label` is the row's short name on dice: attacker and target by id.
    `needs` are the target numbers counted so far, each under the words that players read; `cast` are its dice in the
    stage under way, None before they are thrown.
    """

    attacker: WargameUnit
    target: WargameUnit
    models: int = 0
    asked: tuple[str, ...] = ()
    hits: int = 0
    dealt: tuple[int, ...] = ()
    wounded: tuple[int, ...] = ()
    failed: tuple[int, ...] = ()
    label: str = ""
    needs: dict[str, int] = field(default_factory=dict)
    cast: Cast | None = None

    def __post_init__(self) -> None:
        self.label = f"{self.attacker.id}→{self.target.id}"


def deal(hits: int, models: int, start: int) -> tuple[int, ...]:
    """Who takes each of `hits` among models 1 to `models`, going on after `start` hits dealt before."""
    return tuple([(start + n) % models + 1 for n in range(hits)]) if models else ()


def deal_evenly(rows: Iterable[Row], models: Mapping[str, int]) -> None:
    """Allocation of Hits: per target, hit after hit to its models in turn, row after row without starting over.

    `models` are the numbers of models that can be hit, by unit id.
    """
    given: dict[str, int] = {}
    for row in rows:
        start = given.get(row.target.id, 0)
        row.dealt = deal(row.hits, models[row.target.id], start)
        given[row.target.id] = start + row.hits


def even_shares(hits: int, taken: Sequence[int]) -> list[tuple[int, int]]:
    """The fewest and most of `hits` that each model may take, so that none takes one more before all have as many.

    `taken` are the hits that each model has taken from rows before, themselves dealt evenly.
    """
    level, over = divmod(sum(taken) + hits, len(taken))
    if max(taken) > level + (over > 0):
        # The table ruled otherwise before: nothing even is left to ask for.
        return [(0, hits)] * len(taken)
    return [(max(0, level - had), level + (over > 0) - had) for had in taken]


def in_turn(shares: Sequence[int], taken: Sequence[int]) -> tuple[int, ...]:
    """The models in the order in which they take their shares: each hit to those that have taken fewest."""
    rounds = [
        (had + n, model) for model, (share, had) in enumerate(zip(shares, taken, strict=True), 1) for n in range(share)
    ]
    return tuple(model for _, model in sorted(rounds))


def picked_out(dealt: Sequence[int], results: Sequence[bool], *, keep: bool) -> tuple[int, ...]:
    """The models whose die came out as `keep`, in order."""
    return tuple([model for model, result in zip(dealt, results, strict=True) if result is keep])


EVENLY = "no model takes a second hit before all have one"


async def deal_hits(game: Game, rows: Sequence[Row], models: Mapping[str, int]) -> None:
    """Says of each row which models its hits are dealt to; `models` are those that can be hit, by unit id."""
    if not game.options["defender_allocates"]:
        deal_evenly(rows, models)
        return
    before: dict[str, list[list[int]]] = {}
    for row in rows:
        if row.hits and models[row.target.id]:
            had = before.setdefault(row.target.id, [[] for _ in range(models[row.target.id])])
            shares = await _shares(game, row, had)
            row.dealt = in_turn(shares, [sum(hits) for hits in had])
            for hits, share in zip(had, shares, strict=True):
                hits.append(share)


async def _shares(game: Game, row: Row, had: Sequence[Sequence[int]]) -> list[int]:
    """How many hits of a row each model takes, as the defender says; asked only if that is open.

    `had` are the hits of the rows before, by model. Models that had the same are alike.
    """
    taken = [sum(hits) for hits in had]
    bounds = {str(model): pair for model, pair in enumerate(even_shares(row.hits, taken), 1)}

    def alike(value: Allotment) -> Hashable:
        return tuple(sorted((*hits, value.allotments[model]) for model, hits in zip(bounds, had, strict=True)))

    request = game.split(
        "allocate",
        by=row.target.side,
        title=f"{row.target.name}: deal {count(row.hits, 'hit')} of {row.attacker.name} to models 1 to {len(taken)}",
        plans=[
            Plan(
                "models",
                "hits a model",
                row.hits,
                bounds,
                why_lo=dict.fromkeys(bounds, EVENLY),
                why_hi=dict.fromkeys(bounds, EVENLY),
            )
        ],
    )
    given = await request.with_odds_ahead(alike=alike).usually(
        {"plan": "models", "parts": dict(zip(bounds, _from_the_first(list(bounds.values()), row.hits), strict=True))},
        "hits that are not dealt evenly go to the models from the first on",
    )
    return [given.allotments[model] for model in bounds]


def _from_the_first(bounds: Sequence[tuple[int, int]], hits: int) -> list[int]:
    """The fewest hits of each model, and those that are left to the models from the first on."""
    left = hits - sum(least for least, _ in bounds)
    shares = []
    for least, most in bounds:
        more = min(left, most - least)
        shares.append(least + more)
        left -= more
    return shares
