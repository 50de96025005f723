"""Two turns of Speedies through all six phases, played through a session as two people would."""

from pathlib import Path
from shutil import copy

from companion.report.playback import scenes_of
from companion.store.folders import ready_dir
from companion.store.opening import open_session
from companion.testing import Scripted
from tests.rules.scene import now
from tests.rules.speedies_setups import MISS, Battle, battle, mill, plain

RED, BLUE = "red", "blue"


def test_two_turns_through_all_six_phases(tmp_path: Path) -> None:
    """The ready game at the mill: Roland hard pressed, five lost, and a Treasure in Katrin's hands."""
    copy(ready_dir() / "speedies-late-at-the-mill.toml", tmp_path)
    opened = open_session(tmp_path / "speedies-late-at-the-mill.toml")
    assert opened.notices == []
    table, made = opened.session.table, mill()
    opened.close()
    assert {u.id: u.dump() for u in table.units.values()} == {u.id: u.dump() for u in made.units.values()}
    assert {s.id: s.dump() for s in table.sides.values()} == {s.id: s.dump() for s in made.sides.values()}
    for name in ("contacts", "options", "phase", "round", "active", "tokens"):
        assert getattr(table, name) == getattr(made, name), name
    session = Battle(made)
    reds_turn(session)
    blues_turn(session)


def test_the_roll_that_draws_an_improvement_is_no_part_of_the_story() -> None:
    units = [plain("a", "R", type="hero", engaged_this_turn=True), plain("x", "K", defence=None), plain("y", "K")]
    session = battle(units, [("a", "x")], options={"confirm_order": "never", "improvement_by": "d20"})
    session.melee([18, 18])
    (scene,) = scenes_of(session, session.table, session.entries[-1])
    assert scene.sentences[1:] == ("a improves: Pierce.",)


def reds_turn(session: Battle) -> None:
    table = session.board

    # Upkeep: five lost and a Treasure in enemy hands reach the threshold of six; the captain passes at 7+.
    session.start("upkeep")
    assert now(session).title == "Captain Otto: Morale Check at 6 losses of 6, or Roland routs, d20, 7 or more"
    done = session.play([7], [("rout", False), ("treasure", ["spear"])])
    assert (done["routed"], done["recovered"], done["treasure"]) == (False, ["old"], ["spear"])
    assert (session.unit("old").status, session.unit("spear").treasure, table.tokens) == ("dazed", True, 0)

    # Engage: the captain is intercepted by the troll and fears it not; axe does; spear sees no rat and falls short.
    assert session.closed("engage", "hexer") == "touches a standing enemy"
    assert session.closed("engage", "old") == "dazed"
    script: list[Scripted] = [("engage_target", "lord"), ("sees", True), ("reached", True)]
    done = session.do("engage", "captain", dice=[7], script=[*script, ("intercept", BLUE, "troll")])
    assert (done["intercepted"], done["contacts"], done["staggered"]) == (True, ["troll"], [])
    script = [("engage_target", "troll"), ("intercept", BLUE, "pass"), ("contacts", ["rat"])]
    done = session.do("engage", "axe", dice=[9], script=script)
    assert (done["contacts"], done["staggered"]) == (["troll", "rat"], ["axe"])
    assert session.unit("axe").status == "staggered"
    script = [("engage_target", "rat"), ("sees", False), ("reached", False)]
    done = session.do("engage", "spear", dice=[4], script=script)
    assert (done["reached"], session.unit("spear").engaged_this_turn) == (False, False)
    session.start("next_phase")

    # Move: those that tried to Engage may not; the archer walks, old shuffles 1 inch.
    assert session.closed("move", "spear") == "tried to Engage this turn"
    assert session.do("move", "archer", script=[("move_how", "walk")])["how"] == "walk"
    assert session.do("move", "old")["how"] == "shuffle"
    session.start("next_phase")

    # Ranged: the archer moved, and the thief is in cover: 18 - 3 - 3 leaves the thief 12 to save.
    assert session.closed("shoot", "captain") == "tried to Engage this turn"
    done = session.do("shoot", "archer", dice=[12, 11], script=[("shoot_target", "thief"), ("cover", True)])
    assert (done["unsaved"], done["injury_value"], done["result"]) == (1, 12, "dazed")
    session.start("next_phase")

    # Cast: the hexer is engaged, so Ward needs 12; it lasts.
    done = session.do("cast", "hexer", dice=[12], script=[("spell", "Ward")])
    assert (done["passed"], session.unit("hexer").ongoing) == (True, ("Ward",))
    session.start("next_phase")
    reds_melee(session)


def reds_melee(session: Battle) -> None:
    table = session.board
    assert session.melees() == [["captain", "axe", "troll", "rat"], ["hexer", "ghoul"]]

    # Combat of four. Engaged first: captain (8) and axe (8) are one warband, so no roll; then rat 6, troll 14.
    # Roland lets axe act before the captain. Axe is staggered: two dice, the lower; 9 misses the rat.
    # The captain has Sword and Hammer: one attack with each, both on the troll. 20 is a critical with the Hammer.
    # Ogre, Def 12: against the Sword (Pierce 3) 14 fails at 15; against the Hammer 12 holds, 3 fails. Two Wounds, two
    # hits: 15 is in the second band, so the critical is only a Wound; the Sword's 13 dazes. Ogre leaves the order.
    # The rat then strikes axe (15); axe is staggered and defends with two dice, the lower: 17 fails at 18, 15 stuns.
    # Combat of hexer and ghoul, both Agility 10: 6 and 6, rolled again 3 and 11, so the ghoul is first; it misses, and
    # so does the hexer.
    dice = [17, 9, 13, 20, 14, 12, 3, 15, 15, 17, 18, 6, 6, 3, 11, MISS, MISS]
    script = [("choose_combat", "captain"), ("activate", "axe"), ("declare", "rat"), ("declare_weapon", "Sword")]
    done = session.melee(dice, [(name, RED, value) for name, value in script])
    assert done["orders"] == [["captain", "axe", "rat", "troll"], ["ghoul", "hexer"]]
    assert done["acted"] == ["axe", "captain", "rat", "ghoul", "hexer"]
    swing, blows, bite = done["volleys"][:3]
    assert (swing["hits"], swing["result"]) == (0, "ok")
    assert (blows["attacks"], blows["hits"], blows["crits"]) == (2, 3, 1)
    assert (blows["unsaved"], blows["injury_value"]) == (2, 13)
    assert (session.unit("troll").status, session.unit("troll").wounds) == ("dazed", 1)
    assert (bite["target"], bite["injury_value"], bite["result"]) == ("axe", 15, "stunned")
    assert session.struck() == [{"unit": "troll", "reason": "dazed"}]
    reasons = {p["unit"]: p["reason"] for order in session.facts("order") for p in order}
    assert reasons["captain"] == "Engaged this turn, Agility 8"
    assert reasons["ghoul"] == "Agility 10, rolled 6, then 11"
    assert (table.round, table.active, table.phase) == (3, BLUE, "upkeep")
    assert not any(u.engaged_this_turn for u in table.units.values())


def blues_turn(session: Battle) -> None:
    table = session.board

    # Upkeep: blue has lost nobody and red holds one Treasure; troll and thief recover, axe (red) does not.
    done = session.do("upkeep")
    assert done["recovered"] == ["troll", "thief"]
    found = [session.statuses()[of] for of in ("troll", "thief", "axe", "old")]
    assert found == ["staggered", "staggered", "stunned", "dazed"]

    # Engage: the lord charges the captain, the bat reaches old, who lies dazed.
    for engager, target in (("lord", "captain"), ("bat", "old")):
        done = session.do("engage", engager, script=[("engage_target", target)])
        assert done["reached"]
    while table.phase != "melee":
        session.start("next_phase")
    assert session.melees() == [["captain", "axe", "troll", "rat", "lord"], ["hexer", "ghoul"], ["old", "bat"]]

    blues_melee(session)
    red_routs(session)


def blues_melee(session: Battle) -> None:
    # Katrin begins with the bat: old is dazed, so it has Advantage: 5 and 16, the 16 counts; 17 fails, old is out.
    # The hexer and ghoul roll off 9 to 12 and miss. In the big combat the lord Engaged, then rat 6, captain 8, troll 14
    # (staggered, but standing). The lord (11) hits the captain, Def 18, 18 holds. The rat touches only axe, stunned:
    # out without dice. The captain may strike troll or lord: Sword on the lord, Hammer on the troll, the troll first.
    # Hammer 14 on the troll (12, staggered, so two dice, the lower of 13 and 8 fails): its one Wound left, 14 + 4 = 18:
    # incapacitated. The captain draws: 19 is one Attack more. Then the Sword, 15: the lord's 15 fails at 18: stunned.
    done = session.melee(
        [5, 16, 17, 9, 12, MISS, MISS, 11, 18, 14, 13, 8, 19, 15, 15],
        [
            ("choose_combat", BLUE, "bat"),
            ("choose_combat", BLUE, "ghoul"),
            ("activate", BLUE, "lord"),
            ("promotes", BLUE, True),
            ("promotes", BLUE, False),
            ("declare", RED, "lord"),
            ("declare_weapon", RED, "Sword"),
            ("declare", RED, "troll"),
            ("resolve_next", RED, "troll"),
        ],
    )
    assert done["combats"] == [["captain", "axe", "troll", "rat", "lord"], ["hexer", "ghoul"], ["old", "bat"]]
    assert done["orders"] == [["bat"], ["ghoul", "hexer"], ["lord", "rat", "captain", "troll"]]
    assert done["acted"] == ["bat", "ghoul", "hexer", "lord", "rat", "captain"]
    kills = [(v["target"], v["mode"]) for v in done["volleys"] if v["result"] == "incapacitated"]
    assert kills == [("old", "dazed"), ("axe", "stunned"), ("troll", "normal")]
    assert done["volleys"][-1]["result"] == session.unit("lord").status == "stunned"
    assert done["improvement_draws"] == ["bat", "rat", "captain"]
    assert done["units_lost"] == {RED: 7, BLUE: 1}
    assert session.unit("captain").attacks == 2
    assert session.unit("bat").promote_pending


def red_routs(session: Battle) -> None:
    table = session.board

    # Roland's Upkeep: seven lost. The captain rolls 6 against Morale 7+, and the warband routs.
    assert (table.round, table.active) == (4, RED)
    done = session.do("upkeep", dice=[6])
    assert done["routed"]
    assert (table.over_winner, table.over_why, table.phase) == (BLUE, "Roland failed its rout check", "over")
    undone = session.undo_count
    session.undo(undone)
    assert session.redo_count == undone
    session.redo(undone)
    assert (table.over_winner, session.unit("captain").attacks) == (BLUE, 2)
