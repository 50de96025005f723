"""Closing up after wounds: minis that lost their opponents are put against others, if there is room.

Players may mark minis as defeated by a manual adjustment: they leave their melees, and the others close up too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.contacts import components
from companion.engine.state.paths import Pair
from companion.engine.state.phrases import phrase, step_said
from companion.engine.wording import does, listed
from companion.rules.legion.engagement import free_minis, mark_of, pairs, picture, scope, touched
from companion.rules.legion.melee.wounds import clear_tokens, fall
from companion.rules.legion.records import Mini
from companion.rules.legion.turn.ending import end_if_decided
from companion.rules.legion.units import Game, LegionTable, LegionUnit, blue
from companion.rules.legion.words import Refusal, offer

CLOSING = (Step("U1", "Who places first"), Step("U2", "Close up"), Step("U3", "Melees that are over"))

Closed = dict[str, Any]

BUNDLE = 3
"""From this many minis on, one question first sorts out those that have no room."""


def first_player(table: LegionTable) -> str:
    """Who closes up first: the activating player, else who last activated a unit this round, else blue."""
    return table.active_player or table.last_activation_player or blue(table)


def requests(table: LegionTable, side: str, before: list[Pair]) -> list[tuple[LegionUnit, Mini]]:
    """The minis of a side that must be placed now: the leaders of all units first, then the rest as listed.

    `before`: the melees as they stood just before the wounds or the removal. A mini that had no room is left out
    while its melees stand as they stood then.
    """
    touching = touched(table)
    found = [
        (unit, mini)
        for unit in table.of_side(side)
        if scope(table, unit, before)
        for mini in free_minis(unit, touching)
        if unit.mini_armed(mini) and not (mini.no_room and mini.no_room == mark_of(table, unit, before))
    ]
    return sorted(found, key=lambda waiting: waiting[1] is not waiting[0].leader)


def place_refusal(table: LegionTable, mini: Mini, target: Mini, before: list[Pair]) -> Refusal | None:
    """Why a mini may not be placed against this enemy mini, or None if it may."""
    unit, foe = table.owner(mini.id), table.owner(target.id)
    if not table.enemies(unit, foe):
        return Refusal("friendly_unit", "it is a friend")
    if not target.alive:
        return Refusal("mini_defeated", "it is defeated")
    if foe.id not in scope(table, unit, before):
        return Refusal("not_in_same_melee", "its unit is not in a melee with this one")
    return None


def place_options(table: LegionTable, mini: Mini, before: list[Pair]) -> list[Option[str]]:
    """The living enemy minis of the whole group of melees; those of units that this one does not fight are closed."""
    unit = table.owner(mini.id)
    group = next((g for g in components(list(table.units), before) if unit.id in g), [])
    foes = [table.unit(of) for of in group if table.enemies(unit, table.unit(of))]
    return [offer(m.id, table.mini_title(m.id), place_refusal(table, mini, m, before)) for f in foes for m in f.living]


@procedure("Closing up", CLOSING)
async def close_up(game: Game, before: list[Pair]) -> Closed:
    """Both players place their free minis, `first_player` first; returns which melees are over."""
    table = game.table
    game.at("U1")
    first = first_player(table)
    if not before:
        game.skip("U2", "nobody was in a melee")
        game.skip("U3", "nobody was in a melee")
        return {"first_player": first, "asked": {}, "ended": []}
    game.at("U2")
    asked: dict[str, list[str]] = {}
    for side in (first, *(s for s in table.sides if s != first)):
        waiting = requests(table, side, before)
        if waiting:
            asked[side] = [mini.id for _, mini in waiting]
            await place_side(game, side, waiting, before)
    game.at("U3")
    now = pairs(table)
    ended = [list(pair) for pair in before if pair not in now]
    for a, b in ended:
        game.note(f"The melee of {table.title(a)} and {table.title(b)} is over", ended=[a, b])
    remember_no_room(game, [mini for minis in asked.values() for mini in minis])
    return {"first_player": first, "asked": asked, "ended": ended}


async def place_side(game: Game, side: str, waiting: list[tuple[LegionUnit, Mini]], before: list[Pair]) -> None:
    """One player's placements, one mini after the other."""
    room = [mini.id for _, mini in waiting]
    if len(waiting) >= BUNDLE:
        room = list(
            await game.pick(
                "room_for",
                by=side,
                title=phrase(
                    "which of these minis have room to ",
                    step_said("close up"),
                    "? Whoever has room must. "
                    "Without room a mini touches nobody, and a melee in which nobody touches is over",
                ),
                options=[Option(m.id, game.table.mini_title(m.id)) for _, m in waiting],
                default=room,
            )
        )
    told: set[tuple[str, str]] = set()
    for place, (_, mini) in enumerate(waiting):
        # Looked at anew for each: a manual adjustment may have placed or removed a mini meanwhile.
        if not mini.alive or mini.id in touched(game.table):
            continue
        if mini.id in room:
            await place_mini(game, mini.id, before, sure=len(waiting) >= BUNDLE)
        else:
            note_no_room(game, mini, [other for _, other in waiting[place:] if other.id not in room], told)


@procedure("Placing a mini")
async def place_mini(game: Game, mini: str, before: list[Pair], *, sure: bool) -> str:
    """Puts one free mini in contact with an enemy mini of its melee, if there is room.

    `sure`: players said that there is. Then one enemy alone is not asked for.
    """
    table = game.table
    unit = table.owner(mini)
    places = place_options(table, table.mini(mini), before)
    alone = sure and sum(place.why_not is None for place in places) == 1
    placed = await game.choose(
        "place_mini",
        by=unit.side,
        code="not_in_same_melee",
        title=f"{does(table.mini_title(mini), 'closes')} up: against which mini?",
        options=places if alone else [*places, Option("no_room", "no room beside any of them")],
    )
    if placed == "no_room":
        note_no_room(game, table.mini(mini), [table.mini(mini)], set())
    else:
        game.connect(mini, placed, f"{does(unit.name, 'closes')} up")
    return str(placed)


def note_no_room(game: Game, mini: Mini, waiting: Sequence[Mini], told: set[tuple[str, str]]) -> None:
    """Says what becomes of a mini without room: by its leader while its unit is in a melee, else where it stands.

    One sentence tells it of all those `waiting`, this one and others without room, that do the same. `told` are the
    minis of which it was told, each with where it stands: their own notes stand beside that sentence.
    """
    table, touching = game.table, touched(game.table)

    def where(one: Mini) -> str:
        still = any(other.id in touching for other in table.owner(one.id).living)
        return "in cohesion with" if still else "where"

    mine = where(mini)
    those = [one for one in waiting if one.alive and one.id not in touching and where(one) == mine]
    known = (mini.id, mine) in told
    told.update((one.id, mine) for one in those)
    many = len(those) > 1 and not known
    names = listed(table.mini_title(one.id) for one in those) if many else table.mini_title(mini.id)
    has, stand, stay = ("have", "they stand", "they stay") if many else ("has", "it stands", "it stays")
    does = f"{stand} {mine} {'their' if many else 'its'} leader" if mine != "where" else f"{stay} where {stand}"
    game.note(f"{names} {has} no room: {does}", beside="result" if known else "", no_room=mini.id)


def remember_no_room(game: Game, minis: list[str]) -> None:
    """Marks those of these minis that still touch nobody: they are not asked again until their melees change."""
    if not minis:
        return
    table = game.table
    touching = touched(table)
    fights = pairs(table)
    for mini in map(table.mini, minis):
        free = mini.alive and mini.id not in touching and scope(table, table.owner(mini.id), fights)
        game.change(mini, "no_room", mark_of(table, table.owner(mini.id), fights) if free else "", "no room")


def fallen(table: LegionTable) -> list[Mini]:
    """The minis that players marked as defeated by a manual adjustment, and that still touch somebody."""
    return [m for of in dict.fromkeys(of for pair in table.contacts for of in pair) if not (m := table.mini(of)).alive]


def _melees_before(table: LegionTable) -> list[Pair]:
    """The melees as they stood before those minis fell: their contacts are still there."""
    place = {of: n for n, of in enumerate(table.units)}
    found = []
    for a, b in table.contacts:
        one, two = sorted((table.owner(a), table.owner(b)), key=lambda u: place[u.id])
        if table.enemies(one, two):
            found.append((one.id, two.id))
    return sorted(dict.fromkeys(found), key=lambda pair: (place[pair[0]], place[pair[1]]))


@procedure("Closing up after fallen minis")
async def tidy_up(game: Game) -> dict[str, Any]:
    """Minis marked as defeated leave the table, and the others close up as after any loss."""
    table = game.table
    before = _melees_before(table)
    lost = fallen(table)
    for mini in lost:
        fall(game, mini)
    for unit in dict.fromkeys(table.owner(m.id) for m in lost):
        if not unit.alive:
            clear_tokens(game, unit)
    closed = await close_up(game, before)
    end_if_decided(game)
    return {"lost": [m.id for m in lost], **closed, **picture(table)}


async def clean_up(game: Game) -> None:
    """Has players close up for minis that were marked as defeated, if there are any."""
    if fallen(game.table):
        await tidy_up(game)
