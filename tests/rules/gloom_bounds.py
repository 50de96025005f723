"""Probes for the bounds of God's Gloom: fields, rounds, contacts, wounds and tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.engine.session import Session
from companion.frontend.setup import table_faults
from companion.rules.gods_gloom import RULESET
from companion.rules.gods_gloom.engagement import engaged_with
from companion.rules.gods_gloom.engagement import rows as contact_rows
from companion.rules.gods_gloom.turn.order import cannot_activate
from companion.rules.gods_gloom.units import GloomSide, GloomUnit
from companion.testing import drive
from tests.rules.bounds import option_of
from tests.rules.gloom import CALL, NONE, before, board, clash, illegal, pair, table, those, unit

# -- 2: fields ---------------------------------------------------------------------------------------------------------


def unit_with(field: str) -> Callable[[Any], bool]:
    """Whether a unit may have this value in a field."""
    return lambda value: not table_faults(those("rav", "ski", rav={field: value}))


def pool_with(field: str, key: str) -> Callable[[int], bool]:
    return lambda number: unit_with(field)({**NONE, key: number})


def side_with(field: str) -> Callable[[int], bool]:
    """Whether a player may have this number."""

    def probe(value: int) -> bool:
        fields: dict[str, Any] = {field: value}
        return not list(GloomSide(id="p1", **fields).faults())

    return probe


option = partial(option_of, RULESET)
"""Whether an option may have a value."""


# -- 4: rounds and activations -----------------------------------------------------------------------------------------


def round_of(units: Sequence[GloomUnit] = (), **options: Any) -> Session:
    """Two Ravagers and a Shieldband, far from each other, in the Activation Phase of round 1."""
    session = Session(table(units or [unit("rav", "p1"), unit("rav-2", "p1"), unit("shield", "p2")], [], **options))
    session.start("start_round")
    drive(session, [("player_a", "p1")])
    return session


def activate(session: Session, *units: str) -> None:
    for of in units:
        session.start("activate", {"unit": of})
        drive(session)


def activations(alive: int) -> int:
    units = [unit(f"rav-{n}", "p1", health=5 if n < alive else 0) for n in range(4)]
    return board(round_of([*units, unit("shield", "p2")])).side("p1").activations_left


def fixed(number: int) -> int:
    return board(round_of(activations_per_round=number)).side("p1").activations_left


def again(waiting: int) -> str:
    """Why a unit may not act again while so many of its side were not activated."""
    session = round_of(activations_per_round=4)
    activate(session, "rav", "shield", *["rav-2"] * (1 - waiting))
    return cannot_activate(board(session), board(session).unit("rav"))


def left(number: int) -> str:
    """Why a unit may not act while its player has so many activations left."""
    session = round_of()
    session.adjust("p1", "activations_left", number)
    return cannot_activate(board(session), board(session).unit("rav"))


def repeated(morale: int, health: int = 5) -> tuple[int, int, bool]:
    """Morale, health and Weak of a unit that was activated again."""
    session = round_of([unit("rav", "p1"), unit("shield", "p2"), unit("ski", "p1")], activations_per_round=4)
    activate(session, "rav", "shield", "ski")
    session.start("pass_turn")
    session.adjust("rav", "morale", morale)
    session.adjust("rav", "health", health)
    activate(session, "rav")
    one = board(session).unit("rav")
    return one.morale, one.health, one.weak


def counted(times: int) -> tuple[int, int, int]:
    """Activations counted for a unit and left for its player after so many, and counted once the round is over."""
    session = round_of([unit("rav", "p1"), unit("shield", "p2")], activations_per_round=3)
    activate(session, *["rav", "shield"] * times)
    one, left = board(session).unit("rav").activations, board(session).side("p1").activations_left
    for side in ("p1", "p2"):
        session.adjust(side, "activations_left", 0)
    session.start("end_round")
    drive(session)
    return one, left, board(session).unit("rav").activations


def left_over(number: int) -> int:
    """The activations of a player who has so many left, once the round is over."""
    session = round_of([unit("rav", "p1", traits=("morale_immune",)), unit("shield", "p2")])
    activate(session, "rav", "shield")
    session.adjust("p1", "activations_left", number)
    session.start("end_round")
    drive(session)
    return board(session).side("p1").activations_left


def upkeep(morale: int) -> int:
    """The morale of Lancers (3 at most) after an upkeep that brings 2 back."""
    session = round_of([unit("lan", "p1", morale=morale), unit("shield", "p2")], upkeep_morale_recovery=2)
    activate(session, "lan", "shield")
    session.start("end_round")
    drive(session)
    return board(session).unit("lan").morale


def over_after(rounds: int) -> bool:
    """Whether a game of two rounds is over after so many."""
    session = Session(those("rav", "shield", rounds=2))
    for _ in range(rounds):
        session.start("start_round")
        drive(session, [("player_a", "p1")])
        activate(session, "rav", "shield")
        session.start("end_round")
        drive(session)
    return session.table.over is not None


def actions_used(used: int) -> str:
    on = pair({"standard_action_used": bool(used)})
    return illegal(on, "rav", "shield")


def pace(speed: int) -> tuple[int, int, int]:
    """Hexes of a Move: Slow, plain, Fast."""
    return (
        unit("rav", "p1", speed=speed, slow=True).pace,
        unit("rav", "p1", speed=speed).pace,
        (unit("rav", "p1", speed=speed, fast=True).pace),
    )


def players(number: int) -> bool:
    sides = [GloomSide(id=f"p{n + 1}") for n in range(number)]
    units = [unit(f"rav-{n}", f"p{n + 1}") for n in range(number)]
    return not list(RULESET.faults(RULESET.table(units, sides)))


def seals_in_round(number: int) -> int:
    """The seals of a player who has none when this round starts, 3 being agreed."""
    session = Session(those("rav", "shield", command_seals=3))
    session.adjust("table", "round", number)
    session.start("start_round")
    drive(session, [("player_a", "p1")])
    return board(session).side("p1").command_seals


def sides_with_units(number: int) -> bool:
    """Whether the game is over once so many players have a unit."""
    session = Session(
        those("rav", "shield", rav={"health": 5 if number else 0}, shield={"health": 6 if number > 1 else 0})
    )
    session.start("start_round")
    drive(session, [("player_a", "p1")])
    return session.table.over is not None


# -- 5 and 6: contacts, wounds, morale, tokens -------------------------------------------------------------------------


def contacts(times: int) -> int:
    session = Session(pair(contacts=[]))
    for _ in range(times):
        session.connect("rav", "shield")
    return len(session.table.contacts)


def listed(health: int) -> int:
    """The rows of a contact that names a unit of so much health."""
    return len(contact_rows(pair(d={"health": health})))


def engaged(flag: bool, traits: tuple[str, ...] = ()) -> int:
    on = pair(d={"traits": traits}, contacts=[("rav", "shield", flag, True)])
    return len(engaged_with(on, on.unit("rav")))


def wounded(health: int, wounds: int = 1) -> tuple[int, bool, bool]:
    """Health, Weak and destroyed of a Shieldband with so much health after so many wounds."""
    one = clash(wounds, d={"health": health}).unit("shield")
    return one.health, one.weak, one.destroyed


def demoralised(morale: int, health: int = 6) -> tuple[int, int]:
    """Morale and health of a winner that loses 2 tokens at the end."""
    lost = f"effect MEL.80 shield morale {2 if morale + health > 1 else 1}"
    one = clash(0, 0, 0, 0, CALL, lost, d={"morale": morale, "health": health}).unit("shield")
    return one.morale, one.health


def gained(token: str, held: str) -> tuple[bool, bool]:
    """Boost and Weak of a unit that has one of them, or none, and gains another."""
    has = {held: True} if held else {}
    one = before("MEL.20.effects", CALL, f"effect MEL.10 shield {token}", d=has).table.unit("shield")
    assert isinstance(one, GloomUnit)
    return one.boost, one.weak
