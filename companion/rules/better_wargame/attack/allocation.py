"""Allocation of Hits: evenly, by the app, or by the defender with the option `defender_allocates`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.requests import Plan
from companion.engine.wording import count
from companion.rules.better_wargame.attack.rows import Row, deal_evenly, even_shares, in_turn
from companion.rules.better_wargame.units import Game

EVENLY = "no model takes a second hit before all have one"


async def deal_hits(game: Game, rows: Sequence[Row], models: Mapping[str, int]) -> None:
    """Says of each row which models its hits are dealt to; `models` are those that can be hit, by unit id."""
    if not game.options["defender_allocates"]:
        deal_evenly(rows, models)
        return
    taken: dict[str, list[int]] = {}
    for row in rows:
        if row.hits and models[row.target.id]:
            had = taken.setdefault(row.target.id, [0] * models[row.target.id])
            shares = await _shares(game, row, had)
            row.dealt = in_turn(shares, had)
            taken[row.target.id] = [a + b for a, b in zip(had, shares, strict=True)]


async def _shares(game: Game, row: Row, taken: Sequence[int]) -> list[int]:
    """How many hits of a row each model takes, as the defender says; asked only if that is open."""
    bounds = {str(model): pair for model, pair in enumerate(even_shares(row.hits, taken), 1)}
    given = await game.split(
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
    ).with_odds_ahead()
    return [given.allotments[model] for model in bounds]
