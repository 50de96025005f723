"""Units on the move in Speedies: Engage, Move, climbing and falling."""

import pytest

from companion.engine.errors import InvalidInput
from companion.rules.speedies.units import Warband
from tests.rules.scene import now, results, rows
from tests.rules.speedies_setups import DAZED, STUNNED, Fields, battle, plain, skirmish

EVERY_PHASE = {"pass_empty_phases": False}
FEARED: Fields = {"causes_fear": True}

# -- Engage -----------------------------------------------------------------------------------------------------------


def test_a_seen_target_is_reached_at_one_and_a_half_moves() -> None:
    session = skirmish("ab xyz", "bz", a={"move": 5}, y=DAZED, phase="engage").begun("engage", {"unit": "a"})
    session.reply("x", True)
    assert now(session).title == 'Measure: is x within 7½" of a, 5½" over difficult ground?'
    assert rows(session, "a")["reach"] == '7½"'
    (reach,) = now(session).tally
    assert reach.sentence() == "a's reach in whole inches 7: Move 5, half as far again +2"
    assert reach.unit == "inches and a half"
    told = {"unit": "a", "target": "x", "reached": True, "intercepted": False, "contacts": ["x"], "staggered": []}
    assert session.play() == told
    assert session.melees() == [["a", "x"], ["b", "z"]]
    one = session.unit("a")
    assert (one.engaged_this_turn, one.attempted_engage) == (True, True)
    assert session.closed("engage", "a") == "has tried already"


@pytest.mark.parametrize(
    ("die", "status", "difficult", "reach", "short"),
    [
        (5, "ok", False, '2½"', '2½"'),
        (6, "ok", False, '5"', '5"'),
        (15, "ok", True, '3"', '3"'),
        (16, "ok", False, '7½"', '5"'),
        (20, "staggered", False, '4½"', '3"'),
        (1, "staggered", True, '0"', '0"'),
    ],
)
def test_reach_out_of_sight(die: int, status: str, difficult: bool, reach: str, short: str) -> None:
    options = {"ask_difficult": True, **EVERY_PHASE}
    session = skirmish("a xy", a={"move": 5, "status": status}, phase="engage", options=options)
    session.begun("engage", {"unit": "a"}).reply("x", False, [[die]], difficult)
    assert f"within {reach} of" in now(session).title
    session.answer(False)
    assert any(f"move a {short} toward x" in words for words in session.notes())
    assert session.entries[-1].outcome["reached"] is False
    assert not session.unit("a").engaged_this_turn
    session.start("next_phase")
    assert session.closed("move", "a") == "tried to Engage this turn"


@pytest.mark.parametrize(("die", "ruled", "short"), [(6, 3, '3"'), (16, 4, '4"'), (16, 6, '5"')])
def test_who_falls_short_goes_no_farther_than_a_ruled_reach(die: int, ruled: int, short: str) -> None:
    session = skirmish("a xy", a={"move": 5}, phase="engage", options=EVERY_PHASE)
    session.begun("engage", {"unit": "a"}).reply("x", False, [[die]])
    (reach,) = now(session).tally
    session.overrule(reach.key, ruled, "deep snow")
    assert f'within {ruled}" of' in now(session).title
    session.answer(False)
    assert any(f"move a {short} toward x" in words for words in session.notes())


def test_interception_takes_the_place_of_the_target() -> None:
    session = skirmish("abc xyzw", "bz cw", b=STUNNED, y=DAZED, phase="engage").begun("engage", {"unit": "a"})
    session.reply("x", True, True)
    assert now(session).by == "K"
    assert session.reasons() == {"pass": None, "y": "dazed", "z": None, "w": "touches a standing enemy"}
    session.answer("z")
    done = session.play([], [("contacts", ["y"])])
    assert (done["intercepted"], done["contacts"]) == (True, ["z", "y"])
    assert session.melees() == [["a", "y", "z"], ["c", "w"]]
    assert (session.unit("a").engaged_this_turn, session.unit("z").engaged_this_turn) == (True, False)


def test_the_option_lets_an_interceptor_strike_first() -> None:
    session = skirmish("a xy", phase="engage", options={"interceptor_strikes_first": True})
    session.do("engage", "a", script=[("engage_target", "x"), ("intercept", "y")])
    assert session.unit("y").engaged_this_turn


def test_either_of_two_opponents_may_intercept() -> None:
    units = [plain("a", "A"), plain("b", "B"), plain("c", "C"), plain("d", "B")]
    held = battle(units, phase="engage", active="A", sides=[Warband(id=of) for of in "ABC"])
    session = held.begun("engage", {"unit": "a"})
    session.reply("b", True, True)
    assert now(session).by == ("C", "B")
    with pytest.raises(InvalidInput):
        session.answer("c", by="A")
    session.answer("c", by="C")
    assert session.play()["contacts"] == ["c"]


def test_who_may_not_engage() -> None:
    session = skirmish("abc xy", "bx cy", a=DAZED, y=STUNNED, phase="engage")
    assert [session.closed("engage", u) for u in "abc"] == ["dazed", "touches a standing enemy", None]
    with pytest.raises(InvalidInput, match="touches a standing enemy"):
        session.start("engage", {"unit": "b"})
    session.do("engage", "c", script=[("engage_target", "x")])
    assert session.melees() == [["b", "c", "x"]]


@pytest.mark.parametrize(
    ("engager", "target", "dice", "shaken"),
    [
        ({}, FEARED, [9], ["a"]),
        ({}, FEARED, [10], []),
        ({}, {"skills": ("Fearsome",)}, [9], ["a"]),
        (FEARED, {}, [9], ["x"]),
        (FEARED, FEARED, [], []),
        (FEARED, DAZED, [], []),
        ({"status": "staggered"}, FEARED, [], []),
        ({"skills": ("Sturdy",)}, FEARED, [], []),
    ],
)
def test_fear_at_contact(engager: Fields, target: Fields, dice: list[int], shaken: list[str]) -> None:
    session = skirmish("a x", a=engager, x=target, phase="engage")
    assert session.do("engage", "a", dice=dice)["staggered"] == shaken
    assert all(session.unit(u).status == "staggered" for u in shaken)


@pytest.mark.parametrize(("near", "status"), [("near", "ok"), ("none", "staggered")])
def test_a_leader_near_enough_lends_its_morale(near: str, status: str) -> None:
    session = skirmish("al x", a={"morale": 15}, l={"morale": 7, "skills": ("Leader",)}, x=FEARED, phase="engage")
    session.do("engage", "a", dice=[8], script=[("leader", near)])
    assert session.unit("a").status == status


# -- Move -------------------------------------------------------------------------------------------------------------


def test_who_may_move_and_how_far() -> None:
    slow = {"status": "staggered", "move": 7}
    session = skirmish("abcde x", "dx", a={"move": 5}, b={"treasure": True}, c=STUNNED, e=slow, phase="move")
    assert [session.closed("move", u) for u in "abcde"] == [None, None, "stunned", "touches a standing enemy", None]
    session.start("move", {"unit": "a"})
    assert [o.words for o in session.options()] == ['move 5"', 'run 7½": without shooting']
    assert session.play([], [("move_how", "run")])["how"] == "run"
    assert session.unit("a").ran
    assert session.entries[-1].conclusion == ('a runs up to 7½"',)
    assert session.closed("move", "a") == "has moved already"
    assert session.do("move", "b")["how"] == "walk"
    session.start("move", {"unit": "e"})
    assert '4"' in session.options()[0].label


def test_walking_away_from_the_helpless() -> None:
    session = skirmish("a xy", "ax ay", x=DAZED, y=STUNNED, phase="move")
    assert session.do("move", "a", script=[("move_how", "walk"), ("still_touches", ["y"])])["contacts"] == ["y"]
    assert session.melees() == [["a", "y"]]


@pytest.mark.parametrize(
    ("other", "option", "why", "far"),
    [
        ("ok", "inch", None, '1"'),
        ("ok", "half", None, '3"'),
        ("dazed", "inch", "dazed, and an enemy has no other standing target", ""),
    ],
)
def test_a_dazed_unit_shuffles_only_when_covered(other: str, option: str, why: str | None, far: str) -> None:
    session = skirmish("abc x", "ax bx", a=DAZED, b={"status": other}, phase="move", options={"dazed_move": option})
    assert session.closed("move", "a") == why
    if why is None:
        assert session.do("move", "a")["contacts"] == []
        assert f"shuffles up to {far}" in session.entries[-1].conclusion[0]
        assert session.melees() == [["b", "x"]]


# -- climbing and falling ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("inches", "die", "wounds", "before", "after"),
    [
        (4, 11, 1, "ok", ("stunned", 1)),
        (5, 12, 1, "ok", ("incapacitated", 0)),
        (5, 12, 3, "ok", ("stunned", 2)),
        (4, 8, 1, "stunned", ("stunned", 1)),
        (4, 11, 1, "dazed", ("stunned", 1)),
    ],
)
def test_falls(inches: int, die: int, wounds: int, before: str, after: tuple[str, int]) -> None:
    session = skirmish("ab x", a={"max_wounds": wounds, "status": before}, phase="move")
    how = [("climb_what", "fall")] if before == "ok" else []
    assert session.do("climb", "a", dice=[die], script=[*how, ("fall_inches", inches)])["result"] == after[0]
    assert (session.unit("a").status, session.unit("a").wounds) == after
    assert session.table.sides["R"].units_lost == (1 if after[0] == "incapacitated" else 0)


def test_a_fall_says_what_it_adds_up() -> None:
    session = skirmish("ab x", phase="move")
    session.do("climb", "a", dice=[10], script=[("climb_what", "fall"), ("fall_inches", 5)])
    (made,) = results(session)
    assert made.text.endswith('a fall of 5", 10 on the die and 6 for the height are 16')
    # The reason of the change has no number of its own: `fell 5", 16` told nobody what 16 is.
    assert [c.why for c in session.entries[-1].changes() if c.field == "status"] == ['a fall of 5"']


def test_climbing_is_an_agility_check() -> None:
    session = skirmish("a x", a={"agility": 12, "status": "staggered"}, phase="engage")
    assert session.do("climb", "a", dice=[12, 19], script=[("climb_what", "jump")])["passed"] is True
    assert session.closed("climb") == "no unit can"
    session = skirmish("a x", a=12, phase="engage")
    assert session.do("climb", "a", dice=[11], script=[("climb_what", "climb")])["result"] == "ok"


def test_the_fall_of_the_last_unit_ends_the_battle() -> None:
    session = skirmish("a x", phase="move")
    session.do("climb", "a", dice=[20], script=[("climb_what", "fall"), ("fall_inches", 3)])
    assert (session.table.over_winner, session.table.phase) == ("K", "over")


@pytest.mark.parametrize(
    ("status", "reasons", "ways"),
    [
        ("ok", "a's move in whole inches 5: Move 5", ['move 5"', 'run 7½"']),
        ("staggered", "a's move in whole inches 3: half its Move, staggered 3", ['move 3"', 'run 4½"']),
    ],
)
def test_how_far_a_unit_moves_has_its_reason(status: str, reasons: str, ways: list[str]) -> None:
    session = skirmish("a x", a={"move": 5, "status": status}, phase="move", options=EVERY_PHASE)
    session.start("move", {"unit": "a"})
    (far,) = now(session).tally
    assert (far.sentence(), [option.label for option in now(session).options]) == (reasons, ways)


def test_a_ruled_move_is_run_half_as_far_again() -> None:
    session = skirmish("a x", a={"move": 5}, phase="move", options=EVERY_PHASE)
    session.start("move", {"unit": "a"})
    session.overrule(now(session).tally[0].key, 4, "the ground is soft")
    assert [option.label for option in now(session).options] == ['move 4"', 'run 6"']
    session.answer("run")
    assert list(session.entries[-1].conclusion) == ['a runs up to 6"']


@pytest.mark.parametrize(("options", "far"), [({}, '1"'), ({"dazed_move": "half"}, '2½"')])
def test_a_dazed_unit_shuffles_so_far(options: Fields, far: str) -> None:
    session = skirmish("a x", a={"move": 5, "status": "dazed"}, phase="move", options={**EVERY_PHASE, **options})
    session.start("move", {"unit": "a"})
    assert list(session.entries[-1].conclusion) == [f"a shuffles up to {far}"]
