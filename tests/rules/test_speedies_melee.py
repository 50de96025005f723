"""Edge cases of the Speedies melee, its attack order, skills, and what falls with a unit."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.engine.requests import Roll
from companion.engine.state.changes import Note
from companion.play.request_text import Asked
from companion.rules.speedies.stat_check_dice import dice_words, passes
from companion.rules.speedies.units import Warband, Weapon
from tests.examples import present
from tests.rules.scene import happened, now, refused, results
from tests.rules.speedies_setups import BARE, DAZED, FIRST, MISS, STUNNED, Battle, Fields, battle, duel, plain, skirmish

THREE = (Warband(id="A"), Warband(id="B"), Warband(id="C"))


# -- edge cases -----------------------------------------------------------------------------------------


def test_a_volley_treats_its_target_as_it_was_when_the_volley_began() -> None:
    session = skirmish("ab x", "ax bx", a=FIRST | {"attacks": 3}, b=5, x=BARE)
    first, second = session.melee([14] * 5, [("activate", "a"), ("promotes", False)])["volleys"]
    assert (first["mode"], first["unsaved"], first["injury_value"], first["result"]) == ("normal", 3, 14, "dazed")
    assert (second["mode"], second["result"]) == ("dazed", "incapacitated")
    assert "injury_value" not in second


def test_a_name_in_the_plural_has_its_verbs() -> None:
    ghouls = plain("Grey Ghouls", "R", engaged_this_turn=True)
    session = battle([ghouls, plain("x", "K", max_wounds=3)], [("Grey Ghouls", "x")]).begun("melee_phase")
    assert now(session).title.startswith("Grey Ghouls attack x: ")
    session.answer([19])
    assert now(session).title.startswith("x defends against Grey Ghouls: ")
    assert any(e.text.startswith("Grey Ghouls hit x once") for e in results(session))


def test_a_stunned_enemy_falls_without_dice_with_a_result_of_its_own_and_spare_attacks_are_lost() -> None:
    session = skirmish("a xy", "ax ay", a=FIRST | {"attacks": 3}, x=STUNNED, y=STUNNED)
    volley = {"attacker": "a", "target": "x", "attacks": 3, "mode": "stunned", "spent": 1, "result": "incapacitated"}
    nothing = {"hits": 0, "crits": 0, "unsaved": 0}
    assert session.melee([], [("declare", "x")] * 3 + [("promotes", False)])["volleys"] == [volley | nothing]
    assert session.unit("y").status == "stunned"
    (result,) = results(session)
    assert result.title == "a strikes x, who is stunned"
    assert result.text == "x is incapacitated: no dice are needed, and 2 attacks more are lost."


def test_both_players_lose_units_and_both_draw() -> None:
    session = skirmish("ab xy", "ax by", a=FIRST, b=BARE | {"agility": 20}, x=STUNNED, y={"agility": 6, "injury": 5})
    done = session.melee([14], [("choose_combat", "a"), ("promotes", "R", True), ("promotes", "K", False)])
    assert done["improvement_draws"] == ["a", "y"]
    assert done["units_lost"] == {"R": 1, "K": 1}
    assert session.unit("a").promote_pending


def test_three_warbands() -> None:
    units = [plain("a", "A"), plain("b", "B"), plain("c", "C"), plain("d", "B"), plain("e", "C")]
    session = battle(units, [("a", "b"), ("d", "e"), ("b", "c")], active="A", sides=THREE)
    done = session.melee([9, 10, 11, MISS, MISS, MISS], [("declare", "a")])
    assert (done["combats"], done["left_out"]) == ([["a", "b", "c"]], [["d", "e"]])
    assert done["orders"] == [["c", "b", "a"]]
    assert session.table.active == "B"


def test_the_option_resolves_the_other_combats_too() -> None:
    units = [plain("a", "A"), plain("b", "B", agility=6), plain("d", "B", agility=7), plain("e", "C")]
    touching, options = [("a", "b"), ("d", "e")], {"other_combats": "resolve"}
    session = battle(units, touching, active="A", sides=THREE, options=options)
    assert session.melee([MISS] * 4, [("choose_combat", "d")])["orders"] == [["d", "e"], ["b", "a"]]


def test_allied_warbands_act_as_one_and_each_draws_for_itself() -> None:
    session = battle(
        [
            plain("a", "A", engaged_this_turn=True),
            plain("c", "C", agility=5, type="hero", skills=("Cleave",)),
            *(plain(of, "B", status="stunned") for of in "bde"),
        ],
        [("a", "b"), ("c", "d"), ("c", "b"), ("e", "c")],
        active="A",
        sides=[Warband(id="A", alliance="west"), Warband(id="C", alliance="west"), Warband(id="B")],
        options={"improvement_by": "card"},
    )
    done = session.melee([], [("promotes", True), ("declare", "d"), *[("improvement_card", "attacks")] * 2])
    assert (done["orders"], done["improvement_draws"]) == ([["a", "c"]], ["a", "c", "c"])
    assert done["units_lost"] == {"A": 0, "C": 0, "B": 3}


# -- the order -------------------------------------------------------------------------------------------------------


def ladder(until: str = "attack_order", **options: Any) -> Battle:
    """s, m and q are slow, mid and quick; z touches nobody."""
    return skirmish("sm qz", "sq mq", s=14, m=10, q=6, until=until, options={"agility_mode": "rating", **options})


def test_the_players_may_switch_at_the_attack_order_but_not_by_a_slip() -> None:
    session = ladder()
    assert "bigger Agility" in now(session).title
    session.answer("switch")
    assert now(session).name == "switch_agility"
    session.answer(False)
    assert (session.table.options["agility_mode"], session.order()) == ("rating", ["s", "m", "q"])
    session.undo()
    session.answer(True)
    assert (session.table.options["agility_mode"], session.order()) == ("target", ["q", "m", "s"])
    session.undo(2)
    assert session.table.options["agility_mode"] == "rating"
    session.adjust("table", "options.agility_mode", "target", why="we read it so")
    assert now(session).name == "attack_order"
    assert "smaller Agility" in now(session).title
    session.answer("keep")
    assert session.order() == ["q", "m", "s"]


def test_requests_of_a_combat_carry_the_order() -> None:
    tally = next(t for t in now(ladder("activate")).tally if t.key == "attack_order")
    assert [line.label for line in tally.lines] == ["1. s (Agility 14)", "2. m (Agility 10)", "3. q (Agility 6)"]
    assert int(tally) == 3


def test_the_order_is_confirmed_once_and_only_where_the_readings_differ() -> None:
    same = skirmish("a x", "ax", a=FIRST, x=5).begun("melee_phase")
    assert now(same).name == "melee_check"
    session = ladder(agility_mode="target")
    session.play([MISS] * 3, [("activate", "m"), ("declare", "m")])
    for field, value in (("active", "R"), ("phase", "melee")):
        session.adjust("table", field, value)
    session.start("melee_phase")
    assert now(session).name != "attack_order"
    assert any(t.name == "Attack order (smaller Agility first), to act" for t in now(session).tally)


@pytest.mark.parametrize(("when", "asked"), [("always", True), ("differ", True), ("never", False)])
def test_options_say_when_the_order_is_confirmed(when: str, asked: bool) -> None:
    session = ladder(until="", confirm_order=when)
    session.adjust("table", "order_confirmed", True)
    session.start("melee_phase")
    assert (now(session).name == "attack_order") == asked


def test_two_that_fight_are_asked_too() -> None:
    held = skirmish("a x", "ax", a=8, x=12, until="", options={"confirm_order": "always"})
    assert now(held.begun("melee_phase")).name == "attack_order"


@pytest.mark.parametrize(("own", "dice", "order"), [(False, [], ["a", "b", "x"]), (True, [3, 8], ["b", "a", "x"])])
def test_own_ties_keep_the_listing_unless_the_option_rolls_them(own: bool, dice: list[int], order: list[str]) -> None:
    session = skirmish("ab x", "ax bx", a=8, b=8, x=12, options={"roll_off_own": own})
    script = [("activate", order[0]), ("declare", "a")]
    assert session.melee([*dice, MISS, MISS, MISS], script)["orders"] == [order]


def test_a_roll_off_gives_its_reason_and_says_who_drew() -> None:
    session = skirmish("a bc", "ab ac", until="roll_off")
    assert now(session).title == "Roll off (Agility 10 each), higher acts first: a, b, c"
    session.answer([[12], [12], [17]], by="R")
    assert session.last_result is not None
    assert session.last_result.text == "Roll-off: c 17, then a and b 12; a and b drew and roll again."
    assert [g.marks for g in session.last_result.groups] == [("drawn",), ("drawn",), ("",)]
    assert now(session).title == "Roll off again (Agility 10 each), higher acts first: a, b"


def test_every_draw_of_a_crowd_is_rolled_off() -> None:
    """The units that drew with nobody were counted as roll-offs, of which there are so many at most."""
    units = [plain(f"u{n}", "RK"[n // 20 % 2]) for n in range(60)]
    chain = [(f"u{n}", f"u{(n + 20) % 60}") for n in range(40)] + [(f"u{n}", f"u{n + 21}") for n in range(19)]
    session = battle(units, chain, options={"confirm_order": "never"}).begun("melee_phase")
    session.answer([[n % 20 + 1] for n in range(60)])
    for _ in range(20):
        assert now(session).name == "roll_off"
        session.answer([[1], [2], [3]])
    assert session.order()[:4] == ["u59", "u39", "u19", "u58"]


@pytest.mark.parametrize(("die", "order"), [(10, ["x", "a", "y"]), (9, ["a", "x", "y"])])
def test_a_defensive_stance_is_rolled_before_the_order_stands(die: int, order: list[str]) -> None:
    stance: dict[str, Any] = {"skills": ("Defensive Stance",)}
    wary, options = stance | {"agility": 20}, {"confirm_order": "never"}
    session = skirmish("ab xy", "ax by bx", a=FIRST, x=stance, y=wary, b=19, options=options).begun("melee_phase")
    assert (now(session).name, now(session).step) == ("defensive_stance", "M3")
    assert now(session).title == "x: Agility Check (Defensive Stance) to act before a, d20, 10 or more"
    session.answer([[die]])
    assert [of for of in session.order() if of != "b"] == order


def test_runs_merge_when_a_unit_between_is_removed() -> None:
    first = FIRST | {"agility": 5, "melee": 5}
    session = skirmish("abc xy", "ax bx by cy", a=first, x=BARE | {"agility": 6}, b=7, c=8, y=9, until="melee_check")
    session.answer([[14]], by="R")
    assert now(session).name == "activate"
    assert session.offered() == ["b", "c"]


def once_an_enemy_is_gone(*listed: tuple[str, str], after: Sequence[tuple[str, str]] = ()) -> Battle:
    """k strikes first and takes r out, so that x, who touched nobody else, has nobody left; the others touch k or a."""
    units = [
        plain("k", "K", engaged_this_turn=True, coup_de_grace=True),
        plain("r", "R", status="stunned"),
        *(plain(of, side, agility=5 + place) for place, (of, side) in enumerate(listed)),
    ]
    mine = [("k", of) for of, side in listed if side == "R"]
    theirs = [(of, "a") for of, side in listed if side == "K" and of != "x"]
    session = battle(units, [("k", "r"), ("r", "x"), *mine, *theirs]).begun("melee_phase")
    first = [("activate", "k")] if listed[0][1] == "K" else []
    session.play([MISS] * (len(listed) - 1), [*first, ("declare", "r"), ("promotes", False), *after])
    return session


def asked(session: Battle, name: str) -> int:
    """How often something was asked in the last procedure."""
    return sum(given.name == name for given in session.entries[-1].answers)


def test_a_unit_with_nobody_left_keeps_runs_apart_until_the_order_comes_to_it() -> None:
    session = once_an_enemy_is_gone(("a", "R"), ("x", "K"), ("b", "R"))
    assert asked(session, "activate") == 0, "x stands between a and b"
    assert session.entries[-1].outcome["acted"] == ["k", "a", "b"]
    told = [event.facts for event in happened(session) if isinstance(event, Note) and "struck" in event.facts]
    assert [facts["acted"] for facts in told if "x" in [one["unit"] for one in facts["struck"]]] == [["k", "a"]]


def test_a_unit_with_nobody_left_is_no_choice_in_its_own_run() -> None:
    for row in ((("w", "K"), ("x", "K"), ("a", "R")), (("x", "K"), ("w", "K"), ("a", "R"))):
        session = once_an_enemy_is_gone(*row, after=[("declare", "k")])
        assert asked(session, "activate") == 1, "only whether k is first"
        assert session.entries[-1].outcome["acted"] == ["k", "w", "a"]


def test_a_unit_without_enemies_left_is_passed_over() -> None:
    session = skirmish("ab xy", "ax bx ay", a=5, b=9, x=STUNNED, y=20, until="activate")
    session.adjust("y", "status", "incapacitated", why="a spell")
    session.answer("a", by="R")
    assert session.play([], [("promotes", False)])["acted"] == ["a"]
    assert {"unit": "b", "reason": "nobody left to fight"} in session.struck()


def test_the_order_is_a_list_that_says_who_was_struck_and_why() -> None:
    session = skirmish("ab xy", "ax bx by", a=FIRST, b=9, x=BARE, y=12).begun("melee_phase")
    assert now(session).tally[0].ranked
    session.reply("keep", "a", [[14]])
    assert now(session).title == "b attacks y: d20, 14 or more"
    told = "Attack order (smaller Agility first), to act 1: 1. y (Agility 12), out of it: x (dazed)"
    assert now(session).tally[0].sentence() == told
    shown = list(Asked().lines(session))
    at = shown.index("  Attack order (smaller Agility first), to act: 1.")
    assert shown[at + 1 : at + 3] == ["    1. y (Agility 12)", "    out of it: x (dazed)"]
    assert [text for text in session.notes() if text.startswith("Attack order")] == [
        "Attack order, smaller Agility first: a (Engaged this turn, Agility 10), b (Agility 9), x (Agility 10), "
        "y (Agility 12)."
    ]


# -- choices and refusals ----------------------------------------------------------------------------------------------


def test_refusals_carry_their_codes() -> None:
    pair = {"agility": 5, "weapons": ("Sword", "Dagger")}
    session = skirmish("abc xyz", "ax ay bx cz", a=pair, b=6, y=DAZED).begun("melee_phase")
    assert [refused(session, of) for of in ("z", "nobody")] == ["not_your_unit", "no_such_combat"]
    session.answer("c")
    session.advance("roll_off")
    session.reply([[9], [5]], [[MISS]], [[MISS]], "keep")
    assert now(session).name == "activate"
    assert refused(session, "x") == "not_your_unit"
    session.answer("a")
    assert now(session).name == "declare_weapon"
    assert refused(session, "Pike") == "unknown_weapon"
    session.answer("Sword")
    assert (present(session.run).answers[-1].how, present(session.run).answers[-1].value) == ("auto", "Dagger")
    assert now(session).name == "melee_check"
    assert [(group.name, group.count) for group in now(session, Roll).dice] == [("Sword", 1), ("Dagger", 1)]


def test_targets_that_may_not_be_struck_say_why() -> None:
    session = skirmish("ab xyzw", "ax ay az bx bw", a=5, b=20, z=DAZED, w=20, until="declare")
    assert [refused(session, of) for of in "zwa"] == ["invalid_target"] * 3
    shielded, apart = "a standing enemy touches you", "not touched"
    assert session.reasons() == {"x": None, "y": None, "z": shielded, "w": apart}


def test_a_shielded_helpless_enemy_is_named_with_the_reason() -> None:
    session = skirmish("a xy", "ax ay", a=FIRST, y=DAZED, until="melee_check")
    assert "a may not strike y (dazed): x stands against it." in session.notes()
    (shielded,) = [row.value for standing in session.standings for row in standing.rows if row.key == "shielded"]
    assert shielded == "y (dazed): a standing enemy touches it"


def test_a_used_weapon_is_closed_when_the_other_must_still_strike() -> None:
    session = duel({"attacks": 2, "weapons": ("Sword", "Hammer")}, {}, until="declare_weapon")
    session.reply("Hammer", "Hammer")
    assert [g.value for g in present(session.run).answers if g.name == "declare_weapon"] == [
        "Hammer",
        "Hammer",
        "Sword",
    ]


def test_not_in_leading_run() -> None:
    session = skirmish("abc x", "ax bx cx", a=5, b=6, x=7, c=8, until="activate")
    assert [refused(session, of) for of in "cx"] == ["not_in_leading_run", "not_your_unit"]


def test_weapons_that_differ_in_name_only_are_not_asked_for_and_each_strikes() -> None:
    for pierce, name in ((0, "melee_check"), (1, "declare_weapon")):
        weapons = (Weapon("Left"), Weapon("Right", pierce=pierce))
        session = duel({"weapons": weapons}, {}).begun("melee_phase")
        assert now(session).name == name
        if name == "melee_check":
            assert [group.name for group in now(session).dice] == ["Left", "Right"]


@pytest.mark.parametrize(
    ("needs", "auto_fail", "told"),
    [((-7,), 4, "5 or more"), ((-7,), 1, "2 or more"), ((24, 14), 4, "20/14 or more"), ((12, 12), 4, "12 or more")],
)
def test_a_title_names_the_natural_die_that_is_enough(needs: tuple[int, ...], auto_fail: int, told: str) -> None:
    assert dice_words(2, needs, 0, auto_fail) == f"2 d20, {told}"
    enough = min(20, max(auto_fail + 1, needs[0]))
    assert all((die >= enough) == passes(die, needs[0], auto_fail) for die in range(1, 21))


# -- adjustments in mid-combat ---------------------------------------------------------------------------------------


def splitting() -> Battle:
    return skirmish("a xyz", "ax ay az", a=FIRST | {"attacks": 2}, x=6, y=7, z=8, until="declare")


def test_a_target_that_goes_while_attacks_are_declared_is_no_longer_offered() -> None:
    session = splitting()
    session.answer("x", by="R")
    session.adjust("y", "status", "incapacitated", why="a falling beam")
    assert now(session).name == "declare"
    assert [option.value for option in now(session).options] == ["x", "z"]
    session.adjust("z", "status", "dazed", why="the same beam")
    assert now(session).name == "melee_check"
    assert now(session).dice[0].count == 2


def test_a_striker_that_is_dazed_between_its_volleys_loses_the_rest() -> None:
    session = splitting()
    session.reply("x", "y", "x", [[MISS]])
    assert now(session).title.startswith("a attacks y")
    session.adjust("a", "status", "dazed", why="a trap")
    done = session.play([MISS] * 6, [("activate", "x"), ("activate", "y")])
    assert [(v["attacker"], v["target"]) for v in done["volleys"]] == [("a", "x"), ("x", "a"), ("y", "a"), ("z", "a")]
    assert [text for text in session.notes() if "are lost" in text] == ["a's attacks on y are lost: it is dazed."]


GREAT = "Great Weapon Specialist"


@pytest.mark.parametrize(
    ("one", "two", "dice", "result"),
    [
        ({}, {"skills": ("Undead",)}, [16], "dazed"),
        ({}, {"skills": ("Pit Fighter",)}, [14, MISS, MISS], "staggered"),
        ({}, {"skills": ("Pit Fighter", "Sturdy")}, [14, MISS], "ok"),
        ({"skills": ("Ambush",)}, {}, [3, 14], "dazed"),
        ({"skills": ("Diseased",)}, {}, [3, 14], "dazed"),
        ({"melee_advantage": 1, "weapons": ()}, {}, [14], "dazed"),
        ({"skills": ("Deadly",)}, {}, [14, 18], "incapacitated"),
        ({"skills": (GREAT,), "weapons": ("Great Sword",)}, {"defence": 5}, [17, 19, 2], "incapacitated"),
        ({"weapons": ("Great Sword",)}, {"defence": 5}, [17, 19, MISS], "ok"),
        ({}, {"defence": 5, "defence_advantage": 1}, [14, 2, 19, MISS], "ok"),
    ],
)
def test_skills_and_situations(one: Fields, two: Fields, dice: list[int], result: str) -> None:
    script = [("promotes", False)] if result == "incapacitated" else []
    assert duel(one, BARE | two).melee(dice, script)["volleys"][0]["result"] == result


@pytest.mark.parametrize(
    ("fields", "attacks"),
    [
        ({"attacks": 2, "bonus_attacks": 1}, 3),
        ({"attacks": 2, "weapons": ("Dagger", "Dagger"), "skills": ("Dual Wielding Specialist",)}, 4),
        ({"weapons": ("Fighting Claws",)}, 2),
        ({"weapons": (Weapon("Talons", attacks=2),)}, 3),
    ],
)
def test_how_often_a_unit_strikes(fields: Fields, attacks: int) -> None:
    assert duel(fields, BARE).melee([MISS] * (attacks + 1))["volleys"][0]["attacks"] == attacks


def test_reminders_and_unknown_skills_are_told() -> None:
    session = duel({"skills": ("Shove", "Whirlwind")}, BARE)
    session.melee([MISS, MISS])
    told = ["Shove: May shove an enemy away instead of striking.", "Whirlwind: as its card says."]
    assert session.facts("reminder") == told


def test_a_large_carrier_counts_twice_and_loses_its_treasure_to_the_striker() -> None:
    session = duel({}, STUNNED | {"large": True, "treasure": True})
    assert session.melee([], [("promotes", False)])["units_lost"]["K"] == 2
    assert (session.unit("a").treasure, session.unit("x").treasure) == (True, False)
    assert session.table.over_winner == "R"


def test_a_striker_with_treasure_leaves_the_token_lying() -> None:
    session = duel({"treasure": True}, STUNNED | {"treasure": True})
    session.melee([], [("promotes", False)])
    assert session.board.tokens == 1


def test_hits_without_a_defence_roll_keep_their_place_among_the_others() -> None:
    session = duel({"attacks": 2, "skills": ("Hero Killer",)}, {"defence": 15, "max_wounds": 2})
    done = session.melee([14, 18, 3, 1])
    assert session.facts("die")[0] == 14
    assert (done["volleys"][0]["unsaved"], done["volleys"][0]["injury_value"]) == (2, 18)


def test_more_hits_than_a_d20_has_faces_still_go_on() -> None:
    session = duel({"attacks": 3}, BARE | {"max_wounds": 2}, until="melee_check")
    session.overrule(next(t.key for t in now(session).tally if t.unit == "attacks"), 24, "a great banner")
    session.answer([[14] * 24])
    assert now(session).name == "random_hit"
    assert session.play([20])["volleys"][0]["injury_value"] == 14
