"""Rounds, orders, actions, morale and the end of the game, each through a session."""

from random import Random
from typing import Any

import pytest

from companion.engine.ruleset import Next
from companion.engine.session import Session
from companion.rules.legion import RULESET
from companion.rules.legion.actions import badges, next_action
from companion.rules.legion.engagement import engaged_with, pairs
from companion.rules.legion.turn.order import activation_order, next_player
from companion.rules.legion.units import LegionTable
from companion.testing import drive, play_random
from tests.examples import present, table_of
from tests.legal import legal
from tests.rules.legion import activate, those
from tests.rules.scene import begun, not_started, now, refused
from tests.rules.script import steps


def duel(**fields: Any) -> LegionTable:
    return those("luke rebels v vader bikes", **{"phase": "command", "active": None, **fields})


def test_orders_pool_and_alternation() -> None:
    held = duel()
    session = begun(held, "command_phase")
    drive(session, steps("command_card '1'; command_card '2'; orders blue [luke]"))
    assert (held.priority, held.active, held.phase) == ("blue", "blue", "activation")
    assert session.entries[-1].outcome["activation_order"] == ["blue", "red", "blue", "red"]
    assert held.unit("luke").order == "faceup"
    assert held.unit("rebels").order == "none"
    assert not_started(session, "activate", {"unit": "rebels"}) == "no_order"
    session.start("activate", {"unit": "luke"})
    drive(session, steps("action done"))
    assert held.active == "red"
    assert not session.action("activate").open
    assert next_action(held) == Next("draw an order token", ("red",))
    session.start("draw_order")
    assert legal(now(session))["dice"][0]["faces"] == ["commander", "support"]
    out = drive(session, steps("draw_order [support]; action done"))
    assert out["unit"] == "bikes"
    assert activation_order(held) == ["blue", "red"]
    for _ in range(2):
        session.start("draw_order")
        drive(session, steps("action done"), strict=False, stop=lambda r: r.name == "draw_order")
        if session.run is not None:
            session.answer([legal(now(session))["dice"][0]["faces"][0]])
            drive(session, steps("action done"))
    assert held.phase == "end"
    assert held.get("active") is None
    assert next_player(held, "blue") is None


def test_a_side_with_nothing_left_lets_the_other_go_on() -> None:
    held = those("one v foe other", active="red")
    activate(held, "foe", "")
    assert held.active == "blue"
    session, _ = activate(held, "one", "")
    assert held.active == "red"
    session.adjust("other", "activated", True, why="a card")
    assert session.action("end_phase").open


def test_the_end_phase() -> None:
    held = those(
        "one luke v foe; one.1+foe.1",
        one="courage 2; suppression 2; aim 1; dodge 2; surge 1; standby 1; activated yes; order facedown",
        phase="end",
        active=None,
        last_activation_player="red",
        priority="blue",
    )
    session = begun(held, "end_phase")
    drive(session)
    one = held.unit("one")
    assert [one.aim, one.dodge, one.surge, one.standby, one.suppression] == [0, 0, 0, 0, 1]
    assert (one.order, one.activated) == ("none", False)
    assert (held.round, held.phase, held.last_activation_player, held.priority) == (2, "command", None, None)
    assert held.contacts == {("foe.1", "one.1"): {}}
    assert held.unit("foe").rank == "commander"


@pytest.mark.parametrize(("rounds", "ends"), [(6, False), (5, True)])
def test_the_last_round(rounds: int, ends: bool) -> None:
    held = duel(phase="end", round=5, options={"rounds": rounds})
    session = begun(held, "end_phase")
    drive(session, steps("winner red"), strict=ends)
    assert session.entries[-1].outcome == {"round": 5, "over": ends}
    assert (held.over is not None) is ends
    assert held.phase == ("over" if ends else "command")
    assert held.over_winner == ("red" if ends else None)


def test_each_action_once_moves_repeated_one_attack() -> None:
    held = those("one v foe; one.1+foe.1", one="threshold 3", foe="threshold 3")
    held.unit("one").order = "faceup"
    session = begun(held, "activate", {"unit": "one"})
    session.answer("aim")
    for closed, code in (
        ("aim", "already_done"),
        ("withdraw", "already_acted"),
        ("move", "engaged_cannot_move"),
        ("ranged_attack", "engaged_cannot_shoot"),
    ):
        assert refused(session, closed) == code
    session.answer("standby")
    drive(session)
    assert (held.unit("one").aim, held.unit("one").standby) == (1, 1)


def test_standby_and_attack_exclude_each_other() -> None:
    doing = {"standby": ("melee_attack", "standby_taken"), "melee_attack": ("standby", "attack_action_used")}
    for first, (closed, code) in doing.items():
        held = those("one v foe; one.1+foe.1", one="threshold 3; order faceup", foe="threshold 3")
        session = begun(held, "activate", {"unit": "one"})
        script = [("action", first), ("attack", ["blank"])]
        drive(session, script, strict=False, stop=lambda r: r.name == "action" and "(1 action left)" in r.title)
        assert refused(session, closed) == code


def test_indomitable_rallies_with_red_dice() -> None:
    session = begun(those("wook v foe", wook="suppression 2; order faceup"), "activate", {"unit": "wook"})
    assert legal(now(session))["dice"][0]["die"] == "red defence die"


def test_the_wounds_of_poison_stand_with_their_reason_and_can_be_overruled() -> None:
    held = those("one*4 v foe", one="poison 1; order faceup")
    session = begun(held, "activate", {"unit": "one"})
    session.answer("done")
    request = now(session)
    assert [made.sentence() for made in request.tally] == ["wounds to one by poison 1: poison tokens 1"]
    session.overrule(request.tally[0].key, 0, "an antidote")
    assert session.run is None
    assert len(held.unit("one").living) == 4


def test_retinue_readies_itself_when_activations_begin() -> None:
    held = duel()
    held.unit("rebels").keywords = {"Retinue": True}
    session = begun(held, "command_phase")
    drive(session, steps("command_card '1'; command_card '2'; retinue dodge"))
    assert held.unit("rebels").dodge == 1


def test_badges_say_what_is_derived() -> None:
    held = those(
        "luke v bikes storm; luke.1+bikes.2 luke.1+storm.1", luke="suppression 3", storm="suppression 1; Whatever"
    )
    assert badges(held, held.unit("luke")) == [
        "engaged with Stormtroopers",
        "in a melee with 74-Z Speeder Bikes",
        "suppressed",
    ]
    assert badges(held, held.unit("bikes")) == ["in a melee with Luke Skywalker"]
    assert badges(held, held.unit("storm")) == ["engaged with Luke Skywalker", "suppressed", "remember: Whatever"]
    held.unit("storm").suppression = 2
    assert "panicked" in badges(held, held.unit("storm"))


# -- whole games by a random player ------------------------------------------------------------------------------------


def sound(session: Session) -> None:
    """What must hold of the table whenever somebody is asked."""
    table = present(session.table, LegionTable)
    for a, b in table.contacts:
        assert table.enemies(table.owner(a), table.owner(b))
        assert table.mini(a).alive
        assert table.mini(b).alive
    fights = pairs(table)
    for one in table.units.values():
        assert one.alive or not any(one.id in pair for pair in fights)
        assert one.nerve is not None or not one.suppression
        for mini in one.minis:
            assert mini.defeated or mini.wounds < mini.threshold
        if not one.trooper:
            assert engaged_with(table, one, fights) == []


def test_random_games_leave_a_sound_table_at_every_request() -> None:
    for seed in range(10):
        session = Session(table_of(RULESET), rng=Random(seed))
        assert play_random(session, Random(seed), most=3000, most_entries=400, each=sound)
        assert session.table.over is not None
