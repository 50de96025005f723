"""Every cap, bound and "at least" of God's Gloom, from fields to tokens: both sides tried.

A row is a rule, a probe, and what the probe finds for numbers on both sides of the bound.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from companion.engine.session import Session
from companion.frontend.setup import table_faults
from companion.rules.gods_gloom import RULESET
from companion.rules.gods_gloom.engagement import engaged_with
from companion.rules.gods_gloom.engagement import rows as contact_rows
from companion.rules.gods_gloom.traits import malformed
from companion.rules.gods_gloom.turn.order import cannot_activate
from companion.rules.gods_gloom.units import GloomSide, GloomUnit
from companion.testing import drive
from tests.examples import present
from tests.rules.bounds import Bound, option_of, within
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
    one = present(
        before("MEL.20.effects", CALL, f"effect MEL.10 shield {token}", d=has).table.unit("shield"), GloomUnit
    )
    return one.boost, one.weak


# -- 2: fields --------------------------------------------------------------------------------------------------------

FIELDS = [
    *(
        Bound(f"2 {field} {key} 0 to 20", pool_with(field, key), within(0, 20))
        for field in ("offence", "defence")
        for key in ("red", "blue", "auto_hits", "auto_blocks")
    ),
    Bound("2 morale_max 0 to 10", unit_with("morale_max"), within(0, 10)),
    Bound("2 health_max 1 to 30", unit_with("health_max"), within(1, 30)),
    Bound("2 speed 0 to 10", unit_with("speed"), within(0, 10)),
    Bound("2 single_rerolls 0 to 5", unit_with("single_rerolls"), within(0, 5)),
    Bound("2 morale 0 to morale_max", unit_with("morale"), within(0, 2)),
    Bound("2 health 0 to health_max", unit_with("health"), within(0, 5)),
    Bound("2 destroyed as soon as health is 0", lambda n: unit("rav", "p1", health=n).destroyed, {0: True, 1: False}),
    Bound("2 wounds are what health lacks", lambda n: unit("rav", "p1", health=n).wounds, {0: 5, 4: 1, 5: 0}),
    Bound("2 activations at least 0", unit_with("activations"), {-1: False, 0: True, 1: True}),
    Bound("2 command_seals 0 to 20", side_with("command_seals"), within(0, 20)),
    Bound("4 activations_left 0 to 60", side_with("activations_left"), within(0, 60)),
    Bound("12 manual red dice -20 to 20", unit_with("modifier_red"), within(-20, 20)),
    Bound("12 manual blue dice -20 to 20", unit_with("modifier_blue"), within(-20, 20)),
    Bound(
        "12 X is a number of one or two digits", lambda x: malformed(f"direct_wounds:{x}") == "", {99: True, 100: False}
    ),
    *(
        Bound(f"3 {name} {lo} to {hi}", option(name), within(lo, hi))
        for name, lo, hi in (
            ("rounds", 1, 30),
            ("command_seals", 0, 20),
            ("success_on", 2, 6),
            ("charge_attacker_red", 0, 5),
            ("flank_attacker_red", -5, 5),
            ("flank_defender_blue", -5, 5),
            ("boost_red", 0, 5),
            ("boost_blue", 0, 5),
            ("weak_red", -5, 0),
            ("weak_blue", -5, 0),
            ("upkeep_morale_recovery", 0, 10),
            ("activations_per_round", 0, 60),
        )
    ),
]


# -- 4: rounds and activations ----------------------------------------------------------------------------------------

ROUNDS = [
    Bound("2 two players", players, {1: False, 2: True, 3: False}),
    Bound("2 command seals are handed out in round 1", seals_in_round, {1: 3, 2: 0}),
    Bound("3 activations: one a living unit", activations, {1: 1, 3: 3, 4: 4}),
    Bound("3 activations: or as many as the option says", fixed, {0: 2, 1: 1, 5: 5}),
    Bound("4 again only if no unit waits", again, {0: "", 1: "already activated, and others have not been"}),
    Bound("4 only with an activation left", left, {0: "its player has no activation left", 1: ""}),
    Bound("4 again: 1 token, or 1 wound at none", repeated, {0: (0, 4, False), 1: (0, 5, False), 2: (1, 5, False)}),
    Bound(
        "4 again at none may make Weak",
        lambda h: repeated(0, h),
        {3: (0, 2, False), 2: (0, 1, True), 1: (0, 0, False)},
    ),
    Bound(
        "4 each activation counts, and is forgotten at the end",
        counted,
        {0: (0, 3, 0), 1: (1, 2, 0), 2: (2, 1, 0)},
    ),
    Bound("4 what is left of them too", left_over, {0: 0, 2: 0}),
    Bound("4 upkeep up to morale_max", upkeep, {0: 2, 1: 3, 2: 3, 3: 3}),
    Bound("4 the last round ends the game", over_after, {1: False, 2: True}),
    Bound("4 one player with units: over", sides_with_units, {0: True, 1: True, 2: False}),
    Bound("4 one Standard Action", actions_used, {0: "", 1: "action_used"}),
    Bound("6 pace with Slow, plain, with Fast", pace, {0: (0, 0, 1), 1: (0, 1, 2), 2: (1, 2, 3)}),
]


# -- 5 and 6: contacts, wounds, morale, tokens ------------------------------------------------------------------------

TOKENS = [
    Bound("5 one contact a pair", contacts, {1: 1, 2: 1}),
    Bound("5 a contact of the destroyed is none", listed, {0: 0, 1: 2}),
    Bound("5 engaged by the flag", engaged, {False: 0, True: 1}),
    Bound("5 circular_defence: always", lambda flag: engaged(flag, ("circular_defence",)), {False: 1, True: 1}),
    Bound(
        "6 Weak at exactly 1 health",
        wounded,
        {3: (2, False, False), 2: (1, True, False), 1: (0, False, True)},
    ),
    Bound("6 Weak only where health fell to 1", lambda n: wounded(1, n), {0: (1, False, False), 1: (0, False, True)}),
    Bound(
        "6 health never below 0",
        lambda n: wounded(3, n),
        {1: (2, False, False), 2: (1, True, False), 3: (0, False, True), 4: (0, False, True)},
    ),
    Bound(
        "6 two tokens lost: each that is not there is a wound",
        demoralised,
        {3: (1, 6), 2: (0, 6), 1: (0, 5), 0: (0, 4)},
    ),
    Bound("6 until it is destroyed", lambda h: demoralised(1, h), {2: (0, 1), 1: (0, 0)}),
    Bound("6 Boost against Weak", lambda held: gained("boost", held), {"": (True, False), "weak": (False, False)}),
    Bound("6 Weak against Boost", lambda held: gained("weak", held), {"": (False, True), "boost": (False, False)}),
]


BOUNDS = [*FIELDS, *ROUNDS, *TOKENS]


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda bound: bound.rule)
def test_both_sides_of_every_bound(bound: Bound) -> None:
    bound.holds()
