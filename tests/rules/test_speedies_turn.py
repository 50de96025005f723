"""A turn of Speedies without its movement and its melee: Upkeep, phases, shots, casts, improvements and ends."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.log import lines
from companion.engine.requests import Choose
from companion.rules.speedies.story import story
from companion.rules.speedies.units import Spell, Warband
from tests.rules.scene import now
from tests.rules.speedies_setups import BARE, DAZED, STUNNED, Battle, Fields, battle, plain, skirmish

# -- Upkeep -----------------------------------------------------------------------------------------------------------


def test_only_the_current_players_units_recover_one_step() -> None:
    session = skirmish("abcd x", a=STUNNED, b=DAZED, c={"status": "staggered"}, x=DAZED, phase="upkeep")
    assert session.do("upkeep")["recovered"] == ["a", "b", "c"]
    assert session.statuses() == {"a": "dazed", "b": "staggered", "c": "ok", "d": "ok", "x": "dazed"}
    assert session.table.phase == "engage"


def losing(hero: Fields | None = None, **options: Any) -> Battle:
    """Five lost and a Treasure in the hands of the enemy."""
    mine = {} if hero is None else {"type": "hero", **hero}
    sides = [Warband(id="R", units_lost=5), Warband(id="K", units_lost=5)]
    held: Fields = {"treasure": True}
    return skirmish("ab x", a=mine, b={"morale": 12}, x=held, phase="upkeep", options=options, sides=sides)


def test_rout_counts_losses_and_treasure_and_the_best_hero_tests() -> None:
    session = losing({"morale": 8})
    assert session.do("upkeep", dice=[8])["routed"] is False
    assert session.table.phase == "engage"
    session = losing({"morale": 8})
    assert session.do("upkeep", dice=[7])["routed"] is True
    assert (session.table.over_winner, session.table.over_why) == ("K", "R failed its rout check")
    assert session.facts("scars")[0] == []
    assert session.unit("b").fled
    assert list(session.table.faults()) == []


def test_rout_by_choice_and_staggered_heroes() -> None:
    session = losing({"morale": 8}).begun("upkeep")
    session.answer([15])
    assert now(session).title == "R stands. Rout by choice? It has lost then: 2 units leave"
    session.undo(2)
    session.do("upkeep", dice=[15], script=[("rout", True)])
    assert session.table.over_why == "R routed by choice"
    session = losing({"morale": 8, "status": "staggered"})
    session.do("upkeep", dice=[15, 7])
    assert session.table.over_winner == "K"


def test_rout_without_a_hero() -> None:
    session = losing()
    session.do("upkeep")
    assert session.table.over_why == "R routed without a hero"
    session = losing(rout_without_hero="best_morale")
    session.do("upkeep", dice=[10])
    assert session.table.over is None


def test_a_third_warband_fights_on_after_a_rout() -> None:
    units = [plain("a", "A", status="staggered", treasure=True), plain("b", "B"), plain("c", "C")]
    sides = [Warband(id="A", units_lost=6), Warband(id="B"), Warband(id="C")]
    session = battle(units, [("a", "b")], phase="upkeep", active="A", sides=sides)
    session.do("upkeep")
    table = session.board
    assert (table.over, table.active, table.phase, table.round) == (None, "B", "upkeep", 4)
    assert (table.contacts, table.tokens) == ({}, 1)
    session.do("upkeep")
    session.start("next_phase")
    session.start("next_phase")
    assert session.table.phase == "melee"
    session.melee()
    assert session.table.active == "C"


def test_treasure_is_picked_up_by_units_with_no_enemy_near() -> None:
    session = skirmish("abc x", "bx", c={"treasure": True}, phase="upkeep", tokens=1).begun("upkeep")
    assert session.reasons() == {"a": None, "b": 'an enemy is within 2"', "c": "carries one already"}
    with pytest.raises(InvalidInput):
        session.answer(["b"])
    session.answer(["a"])
    assert session.unit("a").treasure
    assert session.board.tokens == 0


def test_the_first_turn_of_the_first_player_forbids_much() -> None:
    hexer: Fields = {"ranged": 10, "spells": (Spell("Hex", 10, harmful=True),)}
    session = skirmish("a x", a=hexer, phase="upkeep", turn=1, tokens=1, options={"pass_empty_phases": False})
    assert session.do("upkeep")["treasure"] == []
    assert session.closed("engage") == "not in the first player's first turn"
    session.start("next_phase")
    session.start("next_phase")
    assert session.closed("shoot") == "not in the first player's first turn"
    session.start("next_phase")
    assert session.table.phase == "cast"
    assert session.closed("cast", "a") == "no harmful spells in the first turn"
    session.start("next_phase")
    session.melee()
    assert (session.table.round, session.table.active) == (2, "K")
    session.do("upkeep")
    assert session.closed("engage") is None


def test_ongoing_spells_end_with_a_failed_morale_check() -> None:
    session = skirmish("a x", a={"ongoing": ("Ward", "Haste")}, x={"ongoing": ("Fog",)}, phase="upkeep")
    assert session.do("upkeep", dice=[10, 9])["spells_ended"] == ["Haste"]
    assert (session.unit("a").ongoing, session.unit("x").ongoing) == (("Ward",), ("Fog",))


def test_neutrals_act_where_the_option_says_so() -> None:
    assert now(skirmish("a x", phase="upkeep", options={"neutrals": True}).begun("upkeep")).name == "neutrals"


def test_phases_in_which_nobody_can_act_pass_and_are_named() -> None:
    session = skirmish("a x", phase="upkeep", turn=1)
    session.do("upkeep")
    assert session.table.phase == "move"
    assert session.facts("passed") == [["Engage"]]
    session.start("next_phase")
    assert session.table.phase == "melee"
    assert session.facts("passed") == [["Ranged", "Cast"]]
    assert session.notes() == ["Ranged and Cast pass: no unit of R can act."]
    assert all(line.small for line in lines(session) if "can act." in line.text), "the phases that begin tell it"


def test_who_has_moved_is_not_named_as_yet_to_act_though_it_may_still_climb() -> None:
    session = skirmish("ab x", phase="move")

    def waiting() -> list[str]:
        return session.ruleset.waiting_to_act(session.table, session.actions())

    assert waiting() == ["a", "b"]
    session.start("move", {"unit": "a"})
    session.answer(session.offered()[0], "R")
    assert session.run is None
    assert waiting() == ["b"]


# -- Ranged ----------------------------------------------------------------------------------------------------------


def test_who_may_not_shoot_and_at_whom() -> None:
    kept_from = {"b": "ran", "c": "cast", "d": "attempted_engage"}
    shooters: dict[str, Any] = {of: {"ranged": 10, flag: True} for of, flag in kept_from.items()}
    shooters |= {"a": {"ranged": 10}, "e": {"ranged": 10, "status": "dazed"}, "g": {"ranged": 10}}
    session = skirmish("abcdefg xy", "gy", **shooters, phase="ranged")
    assert [session.closed("shoot", u) for u in "abcdefg"] == [
        None,
        "ran this turn",
        "cast this turn",
        "tried to Engage this turn",
        "dazed",
        "cannot shoot",
        "engaged",
    ]
    done = session.do("shoot", "a", dice=[10, 17])
    assert (done["target"], done["mode"], done["unsaved"], done["result"]) == ("x", "ranged", 1, "dazed")
    assert session.closed("shoot", "a") == "has shot already"


def test_a_critical_shot_hits_twice_and_may_end_the_battle() -> None:
    shooter: Fields = {"ranged": 10, "ranged_injury": 1, "type": "hero"}
    session = skirmish("a x", a=shooter, x={"treasure": True}, phase="ranged")
    done = session.do("shoot", "a", dice=[20, 18, 2, 15])
    assert (done["hits"], done["crits"], done["unsaved"], done["injury_value"]) == (2, 1, 1, 21)
    assert (session.table.over_winner, session.board.tokens) == ("R", 1)


@pytest.mark.parametrize(("injury", "left"), [(0, ("incapacitated", 0)), (-5, ("stunned", 1))])
def test_a_milder_injury_of_a_shot_still_costs_the_wounds(injury: int, left: tuple[str, int]) -> None:
    target = BARE | STUNNED | {"max_wounds": 2}
    session = skirmish("a xy", a={"ranged": 10, "ranged_injury": injury}, x=target, phase="ranged")
    assert session.do("shoot", "a", dice=[20, 3], script=[("shoot_target", "x")])["unsaved"] == 2
    assert (session.unit("x").status, session.unit("x").wounds) == left


# -- Cast ------------------------------------------------------------------------------------------------------------


def test_casting() -> None:
    mage: Fields = {"spells": (Spell("Ward", 12, ongoing=True), Spell("Hex", 15, harmful=True))}
    session = skirmish("abcd x", "ax", a=mage, b=mage | {"ran": True}, d=mage | STUNNED, phase="cast")
    assert [session.closed("cast", u) for u in "abcd"] == [None, None, "knows no spell", "stunned"]
    assert session.do("cast", "a", dice=[13], script=[("spell", "Ward")])["passed"] is False
    assert session.do("cast", "b", dice=[14], script=[("spell", "Ward")])["passed"] is True
    assert session.unit("b").ongoing == ("Ward",)
    assert session.closed("cast") == "no unit can"


@pytest.mark.parametrize(("early", "row"), [(False, ["ranged", "cast", "melee"]), (True, ["cast", "ranged", "melee"])])
def test_cast_may_come_before_ranged(early: bool, row: list[str]) -> None:
    session = skirmish("a x", phase="move", options={"cast_before_ranged": early, "pass_empty_phases": False})
    seen = []
    for _ in row:
        session.start("next_phase")
        seen.append(session.table.phase)
    assert seen == row


def test_a_spell_is_offered_with_what_it_needs_now() -> None:
    session = skirmish("a x", "ax", a={"spells": (Spell("Ward", 12), Spell("Hex", 15))}, phase="cast")
    asked = now(session.begun("cast", {"unit": "a"}), Choose)
    assert [option.label for option in asked.options] == ["Ward (14+)", "Hex (17+)"], "2 more because it is engaged"


# -- improvements ----------------------------------------------------------------------------------------------------


def drawing(
    dice: Sequence[int], script: Sequence[Any] = (), options: Mapping[str, Any] | None = None, **fields: Any
) -> Battle:
    session = skirmish("a xy", "ax", a={"type": "hero", **fields}, x=STUNNED, options=options)
    session.melee(dice, script)
    return session


@pytest.mark.parametrize(
    ("dice", "script", "fields", "stat", "value"),
    [
        ([3, 10], [], {}, "morale", 9),
        ([3, 11], [], {}, "morale", 10),
        ([4, 2], [], {}, "agility", 9),
        ([7, 14], [("improve", "melee")], {"ranged": 12}, "melee", 13),
        ([11, 12], [("improve", "ranged")], {"ranged": 12}, "ranged", 11),
        ([8, 1], [], {}, "melee", 13),
        ([12, 18], [], {}, "defence", 17),
        ([17], [], {}, "injury", 1),
        ([18], [], {}, "pierce", 1),
        ([19], [], {}, "attacks", 2),
        ([20], [], {}, "max_wounds", 2),
        ([1, 2, 17], [], {"morale": 5}, "injury", 1),
        ([12, 13, 18], [], {"defence": None}, "pierce", 1),
        ([20, 19], [], {"max_wounds": 3}, "attacks", 2),
        ([8, 9, 17], [], {"melee": 5}, "injury", 1),
    ],
)
def test_what_a_hero_improves(dice: list[int], script: list[Any], fields: Fields, stat: str, value: int) -> None:
    session = drawing(dice, script, **fields)
    assert getattr(session.unit("a"), stat) == value
    gained = value != getattr(plain("a", "R", **fields), stat)
    assert session.unit("a").improvements == ((stat,) if gained else ())
    if script:
        assert [text for text in session.notes() if "improves" in text] == [f"a improves: {stat.title()}."]


def test_an_improvement_by_card() -> None:
    card = {"improvement_by": "card"}
    assert drawing([5], [("improvement_card", "agility")], card).unit("a").agility == 9
    session = skirmish("a xy", "ax", a={"type": "hero", "morale": 5}, x=STUNNED, options=card).begun("melee_phase")
    with pytest.raises(InvalidInput, match="at its limit"):
        session.answer("morale")


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Grey Ghouls", "Grey Ghouls draw for x (henchman): does the card promote them?"),
        ("Fang", "Fang draws for x (henchman): does the card promote it?"),
    ],
)
def test_who_draws_agrees_with_its_name(name: str, title: str) -> None:
    session = skirmish("a xy", "ax", x=STUNNED)
    session.unit("a").name = name
    session.begun("melee_phase").advance("promotes")
    assert now(session).title == title


# -- ends ------------------------------------------------------------------------------------------------------------


def test_the_end_of_a_turn_clears_what_lasts_a_turn() -> None:
    mine = {"status": "staggered", "engaged_this_turn": True, "ran": True, "cast": True}
    session = skirmish("a xy", a=mine, x={"status": "staggered", "moved": True, "shot": True}, y=DAZED)
    session.melee()
    assert session.statuses() == {"a": "ok", "x": "ok", "y": "dazed"}
    flags = ("engaged_this_turn", "ran", "cast", "moved", "shot")
    assert not any(getattr(u, f) for u in session.table.units.values() for f in flags)
    assert (session.table.round, session.table.active, session.table.phase) == (4, "K", "upkeep")


@pytest.mark.parametrize(("lost", "treasure", "winner"), [(2, False, "R"), (0, True, "R"), (0, False, None)])
def test_the_agreed_turns_end_the_battle(lost: int, treasure: bool, winner: str | None) -> None:
    sides = [Warband(id="R"), Warband(id="K", units_lost=lost)]
    session = skirmish("a x", a={"treasure": treasure}, turn=20, sides=sides)
    session.melee()
    assert session.table.over is not None
    assert session.table.over_winner == winner
    assert all(not a.open for a in session.actions())


def test_the_last_unit_ends_the_battle_with_reminders() -> None:
    session = skirmish("ay x", "ax xy", a=STUNNED, y=STUNNED | {"type": "hero"})
    session.melee([], [("declare", "a"), ("promotes", False)])
    assert session.table.over is None
    session = skirmish("a x", "ax", a=STUNNED | {"type": "hero"})
    session.melee([], [("promotes", True)])
    assert session.table.over_winner == "K"
    assert session.facts("scars")[0] == [{"unit": "a", "table": "hero"}]
    steps = ("Record", "income", "promotion: x", "a scar", "the Blight", "for 25 gold", "skills", "hero slots")
    assert [step for step, text in zip(steps, session.facts("reminder"), strict=True) if step not in text] == []
    assert session.facts("promoted") == [["x"]] * len(steps)


# -- the story -------------------------------------------------------------------------------------------------------


def told(session: Battle) -> list[tuple[str, ...]]:
    """The sentences of each scene of what was played last."""
    return [scene.sentences for scene in story(session.board, session.entries[-1])]


def test_an_improvement_is_told_once_with_the_combat_it_came_from() -> None:
    session = drawing([3, 10])
    assert sum("improves: Morale" in line.text for line in lines(session)) == 1
    (scene,) = story(session.board, session.entries[-1])
    assert sum("improves: Morale" in sentence for sentence in scene.sentences) == 1
    assert scene.units[0] == "a", "told with the combat in which it was earned"


def test_whoever_engages_is_told_even_where_nothing_is_rolled_and_a_spell_by_its_name() -> None:
    session = skirmish("a x", phase="engage")
    session.do("engage", "a")
    assert told(session) == [("a goes for x.",)]
    session = skirmish("a x", a={"spells": (Spell("Ward", 12),)}, phase="cast")
    session.do("cast", "a", dice=[12])
    assert told(session) == [("a casts Ward.", "Ward works: 12 against 12+.")]
