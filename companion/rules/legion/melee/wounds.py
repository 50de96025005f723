"""Who takes the wounds (attack step 10), and what becomes of a unit that has lost its last mini."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.procedure import procedure
from companion.engine.requests import Option
from companion.engine.state.phrases import Phrase, falls
from companion.engine.wording import count, does, listed
from companion.rules.legion.morale import lose_nerve
from companion.rules.legion.records import Mini
from companion.rules.legion.units import GREEN, HARMFUL, Game, LegionUnit
from companion.rules.legion.words import Refusal, offer


def legal_minis(unit: LegionUnit) -> list[Mini]:
    """The minis that may take the next wound, of which the owner picks one.

    The most wounded of all but the leader, else any ordinary mini, else noncombatants, and the leader when alone.
    """
    leader = unit.leader
    others = [m for m in unit.living if m is not leader]
    most = max((m.wounds for m in others), default=0)
    if most:
        return [m for m in others if m.wounds == most]
    return [m for m in others if not m.noncombatant] or others or unit.living


def wound_refusal(unit: LegionUnit, mini: Mini) -> Refusal | None:
    """Why this mini may not take the next wound, or None if it may."""
    if not mini.alive:
        return Refusal("mini_defeated", "it is defeated already")
    if any(m is mini for m in legal_minis(unit)):
        return None
    if mini is unit.leader:
        return Refusal("leader_last", "the leader falls last")
    if any(m.wounds for m in unit.living if m is not unit.leader):
        return Refusal("wounded_first", "wounded minis come first")
    return Refusal("noncombatant_later", "the fighting minis come first")


def foreseen(unit: LegionUnit, wounds: int, first: int = 0) -> tuple[int, int]:
    """How many minis `wounds` fell, and how many stand then, wherever the owner has a choice.

    Minis that differ are taken as listed, or those that take the fewest or most wounds first (`in_order_of_loss`).
    """
    minis = unit.in_order_of_loss(first)
    fallen = 0
    for mini in minis:
        room = mini.threshold - mini.wounds
        if wounds < room:
            break
        wounds -= room
        fallen += 1
    return fallen, len(minis) - fallen


@procedure("Assigning wounds")
async def assign_wounds(game: Game, unit: LegionUnit, wounds: int, source: LegionUnit | None = None) -> list[str]:
    """Deals wounds to a unit mini by mini; returns the minis defeated, in order. What no mini can take is lost."""
    why = f"attack of {source.name}" if source is not None else "another effect"
    lost: list[str] = []
    left = wounds
    for _ in range(len(unit.minis)):
        legal = legal_minis(unit)
        if left <= 0 or not legal:
            break
        for mini in await _chosen(game, unit, legal, left):
            left -= game.shift(mini, "wounds", left, why, source)
            if mini.wounds >= mini.threshold and not mini.defeated:
                fall(game, mini)
                lost.append(mini.id)
    if lost and unit.alive and len(unit.minis) > 1:
        names = listed(game.table.mini_title(of) for of in lost)
        fallen = [mini for mini in unit.minis if mini.id in lost]
        game.note(falls(f"{names} {'falls' if len(lost) == 1 else 'fall'}", *fallen))
    if not unit.alive:
        clear_tokens(game, unit)
    elif wounds:
        lose_nerve(game, unit)
    return lost


async def _chosen(game: Game, unit: LegionUnit, legal: list[Mini], left: int) -> list[Mini]:
    """The minis that take the next wounds, in order. The owner is asked only if the choice leads somewhere else."""
    if len(legal) == 1:
        return legal
    room = [mini.threshold - mini.wounds for mini in legal]
    if left >= sum(room):
        return legal
    if left > 1 and max(room) == 1:
        return await _pick_several(game, unit, legal, left)
    return [await _pick(game, unit, left)]


async def _pick_several(game: Game, unit: LegionUnit, legal: list[Mini], left: int) -> list[Mini]:
    """One question for several wounds if each fells a mini."""
    picked = await game.pick(
        "assign_wounds",
        by=unit.side,
        at_least=left,
        at_most=left,
        why=f"{count(left, 'wound')}, one a mini",
        code="mini_defeated",
        title=f"{unit.name}: which {left} minis fall?",
        options=_wound_options(game, unit),
    )
    return [game.table.mini(of) for of in picked]


def _wound_options(game: Game, unit: LegionUnit) -> list[Option[str]]:
    options = []
    for mini in unit.living:
        taken = f" ({mini.wounds} of {mini.threshold} wounds)" if mini.threshold > 1 else ""
        options.append(offer(mini.id, game.table.mini_title(mini.id) + taken, wound_refusal(unit, mini)))
    return options


async def _pick(game: Game, unit: LegionUnit, left: int) -> Mini:
    which = "the wound" if left == 1 else f"the first of {left} wounds"
    picked = await game.choose(
        "assign_wound",
        by=unit.side,
        options=_wound_options(game, unit),
        code="mini_defeated",
        title=f"{unit.name}: which mini takes {which}?",
    )
    return game.table.mini(picked)


def fall(game: Game, mini: Mini) -> None:
    """A mini leaves the table; it touches nobody any more."""
    game.change(mini, "defeated", True, "its health is gone")
    game.disconnect_all(mini.id, f"{does(game.table.mini_title(mini.id), 'is')} gone")


def clear_tokens(game: Game, unit: LegionUnit) -> None:
    """A unit that is no more holds no tokens and no order any more."""
    for token in (*GREEN, *HARMFUL, "suppression"):
        game.change(unit, token, 0, "the unit is gone")
    game.change(unit, "order", "none", "the unit is gone")
    game.note(is_defeated(unit), defeated=unit.id)


def is_defeated(unit: LegionUnit) -> Phrase:
    """`Wookiees are defeated`"""
    return falls(f"{does(unit.name, 'is')} defeated", unit)


@procedure("Replacing a leader")
async def remove_one(game: Game, unit: LegionUnit, mini: Mini) -> None:
    """A mini is removed by some other effect. A leader's place is taken by a mini its owner names, wounds and all."""
    heirs = [m for m in unit.living if m is not mini]
    if mini is unit.leader and heirs:
        named = await game.choose(
            "new_leader",
            by=unit.side,
            title=f"{unit.name}: which mini becomes the leader?",
            options=[Option(m.id, game.table.mini_title(m.id)) for m in heirs],
        )
        heir = game.table.mini(named)
        game.change(mini, "leader", False, "the leader was removed")
        game.change(heir, "leader", True, "replaced by the leader mini")
        game.change(heir, "noncombatant", False, "replaced by the leader mini")
        game.change(heir, "threshold", max(mini.threshold, heir.wounds + 1), "replaced by the leader mini")
        carries = {mini.id: heir.id, heir.id: mini.id}
        weapons = tuple(replace(w, minis=tuple(carries.get(of, of) for of in w.minis)) for w in unit.weapons)
        game.change(unit, "weapons", weapons, "replaced by the leader mini")
    fall(game, mini)
    if not unit.alive:
        clear_tokens(game, unit)
