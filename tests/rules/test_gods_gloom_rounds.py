"""Rounds and activations, through Session."""

from pathlib import Path
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.requests import Pick, Roll
from companion.engine.session import Session
from companion.engine.state.changes import Done
from companion.frontend.campaigns import example_joining
from companion.frontend.setup import Setup
from companion.play.new_game import Asker, Flags, new_session
from companion.rules.gods_gloom import RULESET
from companion.rules.gods_gloom.actions import badges, next_action
from companion.rules.gods_gloom.units import GloomSide, GloomTable
from companion.store.battles import BattlePlan, make_session, plan_battle
from companion.store.campaigns import changing
from companion.store.closing import edit
from companion.store.joining import create_campaign
from companion.store.opening import open_session
from companion.testing import drive
from tests.examples import present
from tests.rules.gloom import steps, those, unit
from tests.rules.scene import now, refused


def game(*, seals: tuple[int, int] = (0, 0), **options: Any) -> Session:
    """Two units a side, one pair in contact, before round 1."""
    return Session(those("rav lan", "shield ski", "rav+shield", seals=seals, **options))


def begun(first: str = "p1", **options: Any) -> Session:
    session = game(**options)
    session.start("start_round")
    drive(session, [("player_a", first)])
    return session


def board_of(session: Session) -> GloomTable:
    return present(session.table, GloomTable)


def activate(session: Session, of: str, script: str = "") -> dict[str, Any]:
    happened = session.start("activate", {"unit": of})
    ended = [dict(event.outcome) for event in happened if isinstance(event, Done)]
    return ended[0] if ended else drive(session, steps(script))


def test_a_round_from_its_start_to_the_next() -> None:
    session = begun("p2")
    board = board_of(session)
    assert (board.phase, board.active, board.player_a) == ("activation", "p2", "p2")
    assert [s.activations_left for s in board.sides.values()] == [2, 2]
    with pytest.raises(InvalidInput, match="not its player's turn"):
        session.start("activate", {"unit": "rav"})
    for of, after in (("ski", "p1"), ("lan", "p2"), ("shield", "p1"), ("rav", None)):
        assert activate(session, of)["action"] == "pass"
        assert board.active == after
    assert board.unit("rav").activated
    assert [a.name for a in session.actions() if a.open] == ["end_round", "melee"]
    session.start("end_round")
    assert drive(session) == {"round": 1, "over": False, "winner": None}
    assert (board.round, board.phase, board.active) == (2, "start", None)
    assert not any(u.activated or u.activations for u in board.units.values())


def test_the_standard_actions() -> None:
    session = begun()
    board = session.table
    session.adjust("lan", "morale", 1)
    assert activate(session, "rav", "UAP.30.action focus")["action"] == "focus"
    assert board.unit("rav").boost
    activate(
        session, "ski", "UAP.30.action skill; UAP.30.effects yes; UAP.30.effects.unit rav; UAP.30.effects.what weak"
    )
    assert (board.unit("rav").boost, board.unit("rav").weak) == (False, False)
    activate(session, "lan", "UAP.30.action rally")
    assert board.unit("lan").morale == 3
    assert board.unit("lan").standard_action_used


def test_a_melee_from_rest_on_ones_turn_is_the_activation_and_out_of_turn_is_not() -> None:
    session = begun()
    session.start("melee", {"attacker": "shield"})
    drive(session, steps("1 1 1 / 2 v 1 1 / 2; MEL.60.push decline"))
    assert (session.table.unit("shield").activated, session.table.active) == (False, "p1")
    session.start("melee", {"attacker": "rav"})
    drive(session, steps("1 1 1 1 1 v 1 1 / 2 2 2; MEL.60.push decline"))
    assert (session.table.unit("rav").activated, session.table.active) == (True, "p2")
    assert session.table.side("p1").activations_left == 1


def test_leaving_the_hex_while_engaged_bars_the_melee_until_the_activation_ends() -> None:
    session = begun()
    session.start("activate", {"unit": "rav"})
    drive(session, steps("UAP.30.move move; left_hex yes"), stop=lambda r: r.name == "new_contacts")
    assert [option.label for option in now(session, Pick).options] == ["Shieldband", "Skirmishers"]
    drive(session, steps("new_contacts [rav/ski]"), stop=lambda r: r.name == "UAP.30.action")
    assert refused(session, "melee") == "barred_after_disengage"
    drive(session, steps("UAP.30.action focus"))
    assert not session.table.unit("rav").melee_barred
    assert list(session.table.contacts) == [("rav", "ski")]


def test_a_pivot_keeps_the_contact_and_its_facing_is_asked_by_option() -> None:
    session = begun(ask_facing=True)
    activate(session, "rav", "UAP.30.move move; left_hex no; a_engaged yes; b_engaged no")
    assert session.table.contacts == {("rav", "shield"): {"a_engaged": True, "b_engaged": False}}


@pytest.mark.parametrize(
    ("script", "held"), [("pass", True), ("move; left_hex no", True), ("move; left_hex yes", False)]
)
def test_fast_and_slow_on_one_unit_are_removed_when_it_moves(script: str, held: bool) -> None:
    session = begun()
    for token in ("fast", "slow"):
        session.adjust("rav", token, True)
    activate(session, "rav", f"UAP.30.move {script}")
    assert [session.table.unit("rav").get(token) for token in ("fast", "slow")] == [held, held]


def test_only_a_unit_that_left_its_hex_may_charge() -> None:
    """One that turned where it stood was asked whether it charges."""
    session = begun()
    session.start("activate", {"unit": "rav"})
    turned = "UAP.30.move move; left_hex no; UAP.30.action melee"
    drive(session, steps(turned), stop=lambda r: r.name in ("charge", "ATC.10"))
    assert now(session, Roll).name == "ATC.10"


def test_a_repeated_activation_costs_a_token_or_a_wound() -> None:
    session = begun(activations_per_round=4)
    for of in ("rav", "shield", "lan", "ski"):
        activate(session, of)
    assert "again for 1 morale" in next_action(board_of(session)).words
    assert activate(session, "rav")["repeated"]
    assert (session.table.unit("rav").morale, session.table.unit("rav").activations) == (1, 2)
    session.start("pass_turn")
    assert session.table.side("p2").activations_left == 0
    session.adjust("rav", "morale", 0)
    session.adjust("rav", "health", 1)
    out = activate(session, "rav")
    assert (out["destroyed"], out["action"]) == (True, "pass")
    assert session.table.active is None


def test_a_unit_destroyed_by_an_adjustment_ends_its_activation() -> None:
    session = begun()
    session.start("activate", {"unit": "rav"})
    (done,) = [event for event in session.adjust("rav", "health", 0) if isinstance(event, Done)]
    assert done.outcome == {"unit": "rav", "repeated": False, "moved": False, "action": "pass", "destroyed": True}
    assert (session.table.active, session.table.side("p1").activations_left) == ("p2", 1)


def test_players_of_one_alliance_still_take_turns() -> None:
    session = begun()
    session.disconnect("rav", "shield")
    for side in ("p1", "p2"):
        session.adjust(side, "alliance", "one")
    activate(session, "rav")
    assert session.table.active == "p2"


def test_units_wait_for_those_that_were_not_activated_and_passing_too() -> None:
    session = begun(activations_per_round=4)
    activate(session, "rav")
    activate(session, "shield")
    with pytest.raises(InvalidInput, match="others have not"):
        session.start("activate", {"unit": "rav"})
    with pytest.raises(InvalidInput, match="not activated"):
        session.start("pass_turn")
    with pytest.raises(InvalidInput, match="activations left"):
        session.start("end_round")


@pytest.mark.parametrize(
    ("answer", "winner", "why"),
    [
        ("pass", "p1", "most units left"),
        ("p2", "p2", "players decided"),
        ("draw", None, "players decided"),
    ],
)
def test_the_last_round_ends_the_game(answer: str, winner: str | None, why: str) -> None:
    session = begun(rounds=1)
    session.adjust("ski", "health", 0)
    for of in ("rav", "shield", "lan"):
        activate(session, of)
    session.start("pass_turn")
    session.start("end_round")
    out = drive(session, [("winner", answer)])
    assert (out["over"], out["winner"]) == (True, winner)
    assert why in session.table.over_why
    assert not any(a.open for a in session.actions())


def test_a_side_without_units_has_lost_at_once() -> None:
    session = Session(those("rav", "ski", "rav+ski", ski={"health": 1}))
    session.start("melee", {"attacker": "rav"})
    drive(session, steps("3 3 3 1 1 v 1 / 2 2; MEL.70 hold"))
    assert (present(session.table.over).winner, session.table.phase) == ("p1", "over")
    assert next_action(board_of(session)).words == "Rhea wins: all enemies are destroyed"


def test_badges_tell_who_is_engaged_and_who_stands_behind() -> None:
    board = those("rav", "shield ogre", "rav+shield rav<ogre")
    assert list(badges(board, board.unit("rav"))) == ["Engaged with Shieldband", "behind or beside Ogre"]


def test_every_prompt_of_rounds_and_activations_with_effects_always() -> None:
    session = game(ask_effects="always")
    session.start("start_round")
    drive(session, steps("SOR.effects yes; SOR.effects.unit rav; SOR.effects.what boost; player_a p1"))
    activate(
        session,
        "rav",
        "UAP.20.effects yes; UAP.20.effects.unit lan; UAP.20.effects.what wounds; "
        "UAP.20.effects.amount 3; UAP.40.effects yes; UAP.40.effects.unit lan; "
        "UAP.40.effects.what boost",
    )
    assert (session.table.unit("lan").health, session.table.unit("lan").weak) == (1, False)


def test_a_third_player_fights_on_when_one_is_destroyed() -> None:
    sides = [GloomSide(id=of) for of in ("p1", "p2", "p3")]
    board = RULESET.table(
        [unit("rav", "p1"), unit("ski", "p2", health=1), unit("ogre", "p3")], sides, contacts={("rav", "ski"): {}}
    )
    assert list(RULESET.faults(board)) == [("table", "sides", "God's Gloom is played by two players")]
    session = Session(board)
    session.start("melee", {"attacker": "rav"})
    drive(session, steps("3 3 3 1 1 v 1 / 2 2; MEL.70 hold"))
    assert session.table.over is None


# -- command seals at the start --------------------------------------------------------------------------------------


def seals(session: Session) -> list[int]:
    return [side.command_seals for side in board_of(session).sides.values()]


def test_seals_are_handed_out_when_the_game_begins_and_only_then() -> None:
    session = begun(command_seals=3)
    assert seals(session) == [3, 3]
    session.adjust("p1", "command_seals", 0)
    for of in ("rav", "shield", "lan", "ski"):
        activate(session, of)
    session.start("end_round")
    drive(session)
    session.start("start_round")
    drive(session, steps("player_a p1"))
    assert seals(session) == [0, 3]


def test_seals_that_were_set_on_the_table_before_the_first_round_stay() -> None:
    assert seals(begun(seals=(0, 5), command_seals=3)) == [3, 5]
    assert seals(begun()) == [0, 0]


def test_a_new_game_asks_for_seals(tmp_path: Path) -> None:
    asked = []

    def answer(question: str) -> str:
        asked.append(question)
        return "4" if "seals" in question else ""

    file = new_session(Flags("gods-gloom"), tmp_path, Asker(answer, lambda _: None))
    assert "Command seals of each player at the start [0]: " in asked
    session = open_session(file).session
    session.start("start_round")
    session.answer(next(iter(session.table.sides)))
    assert seals(session) == [4, 4]
    assert "command_seals" in [option.name for option in Setup(RULESET).asked()]


def test_every_battle_of_a_campaign_begins_with_its_seals_or_with_those_of_a_roster(tmp_path: Path) -> None:
    setup = Setup(RULESET)
    players = [example_joining(setup, name, place) for place, name in enumerate(("Rhea", "Boris"))]
    file = create_campaign(tmp_path, "Feud", RULESET.id, {"command_seals": 2}, players)
    for own, practice, found in ((0, True, [2, 2]), (4, False, [4, 2])):
        with changing(file) as made:
            if own:
                edit(made, "rhea", [("rhea", "command_seals", own)], "her commanders")
            of = plan_battle(made, BattlePlan(("rhea", "boris"), practice=practice))
        session = open_session(make_session(file, made.campaign, of)).session
        session.start("start_round")
        session.answer("rhea")
        assert seals(session) == found
        session.adjust("rhea", "command_seals", 0)
