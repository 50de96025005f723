"""Allocation of Hits: evenly, by the app, or by the defender with the option `defender_allocates`."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from companion.engine.requests import Allotment, Plan
from companion.engine.wording import count
from companion.rules.better_wargame.attack.rows import Row, deal_evenly, even_shares, in_turn
from companion.rules.better_wargame.units import Game

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
