"""Manual adjustments in mid-procedure, activations broken off, flows over several rounds, each through a session."""

from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.table import Side
from companion.rules.legion import RULESET
from companion.rules.legion.records import Weapon
from companion.rules.legion.units import LegionTable
from companion.testing import Scripted, drive
from tests.examples import present, table_of
from tests.rules.legion import activate, asked, named, those, unit
from tests.rules.scene import begun, not_started, now
from tests.rules.script import steps


def started(held: LegionTable, of: str, script: list[Scripted], stop: str) -> Session:
    """An activation driven to the request of this name."""
    held.unit(of).order = "faceup"
    held.active = held.unit(of).side
    return begun(held, "activate", {"unit": of}, script, until=stop)


def pair_of(**fields: Any) -> LegionTable:
    return those("one v foe*2 other", one={"threshold": 3, **fields}, foe="threshold 2", other="threshold 2")


def test_minis_marked_as_defeated_are_closed_up_for_at_rest() -> None:
    held = those("luke v bikes; luke.1+bikes.2")
    session = Session(held)
    assert not session.action("tidy_up").open
    session.adjust("bikes.2", "wounds", 3)
    session.start("tidy_up")
    out = drive(session, steps("place_mini blue bikes.1"))
    assert (out["lost"], out["asked"], out["ended"]) == (["bikes.2"], {"blue": ["luke.1"]}, [])
    assert held.mini("bikes.2").defeated
    assert list(held.contacts) == [("bikes.1", "luke.1")]


def test_a_last_unit_adjusted_away_ends_the_game() -> None:
    held = those("one v foe; one.1+foe.1")
    session = Session(held)
    session.adjust("foe.1", "defeated", True)
    session.start("tidy_up")
    assert present(held.over).winner == "blue"


def test_a_side_taken_off_out_of_contact_ends_the_game_with_the_round() -> None:
    held = those("one v foe", phase="end", active=None)
    session = Session(held)
    session.adjust("foe.1", "defeated", True)
    session.start("end_phase")
    assert session.entries[-1].outcome == {"round": 1, "over": True}
    assert present(held.over).winner == "blue"


def test_an_attack_whose_every_target_is_taken_away_ends_and_is_not_used_up() -> None:
    held = those("one*2 v foe other; one.2+foe.1 one.2+other.1")
    session = started(held, "one", steps("action melee_attack"), "choose_defender")
    session.adjust("one.2", "defeated", True)
    drive(session, stop=lambda r: r.name == "action")
    assert not held.attack_action_used
    assert held.actions_done == ()
    out = drive(session, steps("action done"))
    assert out["in_melee"] == []


def test_a_unit_engaged_by_an_adjustment_does_not_shoot() -> None:
    held = pair_of(weapons=(Weapon("blade"), Weapon("blaster", "ranged")))
    session = started(held, "one", steps("action ranged_attack"), "ranged_target")
    session.connect("one.1", "foe.1")
    assert now(session).name == "action"
    assert not held.attack_action_used


@pytest.mark.parametrize(
    ("kind", "standing"), [("wounds", "wounds"), ("removed", "removed_mini"), ("moved", "move_end")]
)
def test_an_effect_on_a_unit_adjusted_away_is_over(kind: str, standing: str) -> None:
    held = pair_of()
    session = begun(held, "effect", {"unit": "foe"})
    session.answer(kind)
    assert now(session).name == standing
    session.adjust("foe.1", "defeated", True)
    session.adjust("foe.2", "defeated", True)
    assert session.run is None
    assert not held.unit("foe").alive


def test_an_adjustment_may_leave_one_unit_of_the_rank_drawn() -> None:
    held = those("a b c v foe", a="rank corps", b="rank corps", c="rank heavy")
    session = begun(held, "draw_order")
    session.answer(["corps"])
    assert now(session).name == "order_unit"
    session.adjust("a", "activated", True)
    assert held.acting == "b"
    drive(session, steps("action done"))
    held.active = "blue"
    session.start("draw_order")
    assert held.acting == "c"


@pytest.mark.parametrize("ruin", ["unit", "foe"])
def test_a_mover_or_the_unit_it_meets_may_be_taken_off_in_mid_move(ruin: str) -> None:
    held = pair_of()
    session = started(held, "one", steps("action move; move_end foe"), "leader_contact")
    for mini in held.unit("one" if ruin == "unit" else "foe").minis:
        session.adjust(mini.id, "defeated", True)
    drive(session, steps("action done"), strict=False)
    assert not held.contacts


def test_a_mini_adjusted_away_is_not_placed() -> None:
    held = those("one*3 v foe*9")
    session = started(held, "one", steps("action move; move_end foe; leader_contact [foe.1]"), "place_mini")
    session.answer([])
    session.adjust("one.3", "defeated", True)
    drive(session, steps("action done"))
    places = [g.key for g in session.entries[-1].answers if g.name == "place_mini" and g.by == "blue"]
    assert [key.split("[")[-1].split(",")[0] for key in places] == ["one.2"]


def test_a_mini_placed_by_an_adjustment_is_not_asked_for_again() -> None:
    held = those("a*3 v x y; a.1+y.1 a.2+x.1 a.3+x.1", active_player="blue")
    session = begun(held, "melee_attack", {"unit": "a"})
    drive(
        session,
        steps("choose_defender x; attack [hit blank blank]; defence [blank]"),
        stop=lambda r: r.name == "place_mini",
    )
    session.connect("a.3", "y.1")
    drive(session, steps("place_mini y.1"))
    assert named(session, "place_mini") == ["y.1"]


def test_what_an_activation_left_half_way_used_up_is_not_held_against_the_next() -> None:
    held = those("one two v foe*2; one.1+foe.1 two.1+foe.2", one="threshold 9", foe="threshold 9")
    session = started(held, "one", [], "action")
    drive(
        session,
        steps("action melee_attack; attack [blank]"),
        stop=lambda r: r.name == "action" and held.attack_action_used,
    )
    session.leave(True)
    session.adjust("two", "order", "faceup")
    session.start("activate", {"unit": "two"})
    assert not held.attack_action_used
    drive(session, steps("action melee_attack; attack [blank]; action done"))
    assert session.entries[-1].outcome["actions"] == ["attack"]


def test_actions_added_by_an_adjustment_are_all_offered() -> None:
    held = pair_of()
    session = started(held, "one", steps("action aim"), "action")
    drive(session, steps("action aim"), stop=lambda r: "aim" in held.actions_done)
    session.adjust("table", "actions_left", 4)
    out = drive(session, steps("action dodge; action card; action card; action standby"))
    assert out["actions"] == ["aim", "dodge", "card", "card", "standby"]


def test_commanders_are_asked_for_only_where_their_courage_would_help() -> None:
    def panicked(*more: str) -> list[str]:
        held = those(f"rebels {' '.join(more)} v bikes", rebels="suppression 4")
        session, out = activate(held, "rebels", "rally [blank*4]; commander_courage '3'")
        assert out["panicked"] is ("commander_courage" not in asked(session))
        return asked(session)

    assert "commander_courage" not in panicked("han")
    assert "commander_courage" in panicked("han", "luke", "jyn")


def test_weapons_of_fallen_minis_are_no_reason_to_attack() -> None:
    arms = (Weapon("blade", "melee", {"black": 1}, {}, ("one.2",)), Weapon("fist", "melee", {}))
    held = those("one*2 v foe; one.1+foe.1", one={"weapons": arms})
    session = Session(held)
    session.adjust("one.2", "defeated", True)
    assert not_started(session, "melee_attack", {"unit": "one"}) == "empty_pool"


def test_two_sides_of_one_alliance_are_no_game() -> None:
    held = RULESET.table(
        [unit("one", "blue"), unit("foe", "red")], [Side(id="blue", alliance="x"), Side(id="red", alliance="x")]
    )
    assert [why for _, _, why in RULESET.faults(held)] == ["the two sides are enemies, never of one alliance"]


def test_a_side_that_loses_its_commander_promotes_and_orders_again() -> None:
    held = those("luke rebels wook v vader", phase="command", active=None)
    session = Session(held)
    session.adjust("luke.1", "defeated", True)
    session.start("command_phase")
    drive(session, steps("command_card '1'; command_card '2'"))
    assert [g.by for g in session.entries[-1].answers if g.name == "orders"] == ["red"]
    session.adjust("table", "phase", "end")
    session.start("end_phase")
    # Whose commander it is stands before the question already.
    assert now(session).title == "No commander is left: which unit is promoted?"
    drive(session, steps("promote wook"))
    session.start("command_phase")
    drive(session, steps("command_card '1'; command_card '2'; orders blue [rebels]"))
    assert held.unit("rebels").order == "faceup"


def test_prompts_count_in_words() -> None:
    held = those("one v foe; one.1+foe.1", foe="dodge 1")
    session = begun(held, "melee_attack", {"unit": "one"})
    titles = []
    for answer in (["hit"], 0, ["block"]):
        titles.append(now(session).title)
        session.answer(answer)
    assert titles == [
        "one against foe: roll 1 attack die",
        "foe: spend how many of 1 dodge against 1 hit?",
        "foe against 1 hit: roll 1 white defence die",
    ]


def test_the_minis_of_a_unit_are_not_replaced_by_hand() -> None:
    session = Session(table_of(RULESET))
    minis = session.table.unit("rebels").miniatures
    for value in ((), minis[:2], [mini.as_record() for mini in minis[:2]]):
        with pytest.raises(InvalidInput, match="join and leave one at a time"):
            session.adjust("rebels", "minis", value)
    assert session.table.unit("rebels").miniatures == minis
    assert not session.entries
