"""Activations and what they cost, and the Fear tests on the way, through a session."""

from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.rules.bushido.catalog import ACTIONS
from companion.rules.bushido.records import Effect, Feat, Trait
from companion.rules.bushido.turn.legality import barred
from companion.testing import drive
from tests.examples import present
from tests.rules.bushido_kit import AB, act, fight, model, notes, pair, session, slot, steps, table_of, those
from tests.rules.scene import begun, now


def closed(s: Session, of: str) -> dict[str, str | None]:
    """Why each action of an activation is closed."""
    return {a.id: barred(table_of(s), s.table.unit(of), a) for a in ACTIONS.values()}


def test_players_alternate_and_the_other_carries_on_alone() -> None:
    s = those("a", "b", a="activation_counters 1")
    act(s, "a", "action walk")
    assert s.table.active == "blue"
    act(s, "b", "action walk")
    assert s.table.active == "blue"
    assert "Ito can activate nobody: Sora carries on alone" in notes(s)
    act(s, "b", "action walk")
    with pytest.raises(InvalidInput, match="Exhausted"):
        s.start("activate", {"model": "b"})
    assert s.action("end_phase").open


def test_pass_token() -> None:
    s = those("a", "b")
    s.adjust("red", "pass_tokens", 1)
    s.start("pass_turn")
    assert (s.table.side("red").pass_tokens, s.table.active) == (0, "blue")


@pytest.mark.parametrize(
    ("fields", "touching", "wanted"),
    [
        ({}, True, {"melee", "disengage"}),
        ({}, False, {"melee", "charge", "walk", "run", "wait", "focus", "scenario"}),
        ({"ranged_pool": 2}, False, {"melee", "charge", "walk", "run", "wait", "focus", "scenario", "ranged"}),
        (
            {"ranged_pool": 0, "ranged_boost_cost": 1, "move": 0, "move_boost_cost": 1, "ki_tokens": 1},
            False,
            {"melee", "charge", "walk", "run", "wait", "focus", "scenario", "ranged"},
        ),
        (
            {"ranged_pool": None, "ranged_boost_cost": 1, "move": None, "move_boost_cost": 1, "ki_tokens": 1},
            False,
            {"wait", "focus", "scenario"},
        ),
        ({"states": {"prone": 1}}, True, {"stand_up"}),
        ({"states": {"held": ("b",)}}, True, {"disengage"}),
        ({"states": {"blind": 1}, "activation_counters": 2}, False, {"melee", "walk", "wait", "focus", "scenario"}),
        ({"traits": (Trait("Slow"),)}, False, {"melee", "walk", "wait", "focus", "scenario"}),
        ({"activation_counters": 1}, False, {"melee", "walk", "run", "wait", "scenario"}),
        (
            {"activation_counters": 1, "traits": (Trait("Banzai!"),)},
            False,
            {"melee", "charge", "walk", "run", "wait", "scenario"},
        ),
        ({"traits": (Trait("Aggressive"),)}, True, {"melee"}),
        ({"traits": (Trait("Aggressive"), Trait("Defensive"))}, True, {"melee", "disengage"}),
        ({"traits": (Trait("Stupid"),)}, True, {"melee"}),
        ({"ki_tokens": 1, "ki_feats": (Feat("Calm", timing="simple"),)}, True, {"melee", "disengage", "simple_feat"}),
    ],
)
def test_which_actions_are_open(fields: dict[str, Any], touching: bool, wanted: set[str]) -> None:
    s = those("a", "b", "ab" if touching else "", a=fields)
    assert {name for name, why in closed(s, "a").items() if why is None} == wanted


def test_disengage_binds_the_split_to_defence_even_for_the_slippery() -> None:
    slippery = model("a", "red", melee_pool=4, ki_tokens=1, ki_feats=(Feat("Slippery"),))
    s = begun(session(slippery, model("b", "blue"), contacts=AB), "activate", {"model": "a"})
    drive(s, steps("action disengage"), stop=lambda r: r.name in ("4.feat", "5"))
    s.answer("Slippery")
    assert list(s.sealed) == ["red"]
    assert s.request is slot(s, "blue")
    drive(s, steps("5 blue 2/1"), stop=lambda r: r.name == "7")
    given = next(one for one in present(s.run).answers if one.name == "5" and one.by == "red")
    assert given.how == "auto"
    assert given.value.allotments == {"attack": 0, "defence": 8}


def test_a_split_with_one_legal_way_is_not_asked() -> None:
    lone = model("a", "red", melee_pool=1, traits=(Trait("Aggressive"),))
    s = begun(session(lone, model("b", "blue"), contacts=AB), "melee", {"pair": "a+b"})
    assert s.request is slot(s, "blue")
    assert s.secret is not None
    drive(s, steps("5 blue 2/1"), stop=lambda r: r.name == "7")
    assert next(one.value.allotments for one in present(s.run).answers if one.by == "red") == {
        "attack": 1,
        "defence": 0,
    }


def test_wait_focus_run_ranged_and_scenario() -> None:
    s = those(
        "a",
        "b",
        a="states stunned 2, on_fire (1 3 2); ranged_pool 2; ki_stat 2; activation_counters 8",
        b="activation_counters 8",
    )
    a = s.table.unit("a")
    for script in (
        "action wait; wait stunned",
        "action wait; wait on_fire",
        "action run",
        "action ranged; reloading yes",
    ):
        act(s, "a", script)
        act(s, "b", "action scenario")
    assert a.states == {"on_fire": (1,), "reloading": 1}
    assert a.ran_this_turn is True
    assert closed(s, "a")["ranged"] == "Reloading"
    act(s, "a", "action focus")
    assert a.ki_tokens == 2
    assert "A gains 2 Ki by Focus" in s.entries[-1].conclusion
    assert a.activation_counters == 2


def test_focus_of_a_model_that_is_full_says_so() -> None:
    s = those("a", "b", a="ki_stat 2; ki_max 4; ki_tokens 4")
    act(s, "a", "action focus")
    assert "A gains 0 Ki by Focus: 4 is the most it may hold" in s.entries[-1].conclusion


def test_impetuous_models_go_first_and_work_it_off() -> None:
    s = those("ac", "b", a="states impetuous")
    with pytest.raises(InvalidInput, match="A is Impetuous"):
        s.start("activate", {"model": "c"})
    act(s, "a", "action walk")
    assert s.table.unit("a").states == {}


def test_feat_limits_are_kept() -> None:
    once = Feat("Calm", timing="simple", limit="turn")
    s = those("a", "b", a={"ki_tokens": 4, "ki_feats": (once,), "activation_counters": 4})
    assert closed(s, "a")["simple_feat"] is None
    act(s, "a", "action simple_feat")
    act(s, "b", "action walk")
    assert table_of(s).unit("a").ki_tokens > 0
    assert closed(s, "a")["simple_feat"] is not None


def test_once_an_activation_is_over_with_an_exchange_out_of_turn() -> None:
    rush = Feat("Rush", ki=1, limit="activation", windows=("4",), effects=(Effect("pool", x=1),))
    s = pair({"ki_tokens": 1, "ki_feats": (rush,)})
    fight(s, "4.feat Rush; 0/4 v 0/3: / 2*4 / / 2*3")
    assert table_of(s).unit("a").opa_used == ()


@pytest.mark.parametrize("timing", ["simple", "instant"])
def test_a_feat_for_enemies_is_theirs(timing: str) -> None:
    curse = Feat("Curse", ki=1, timing=timing, lasts="turn", target="enemy", effects=(Effect("pool", x=-1),))
    s = those("a", "b", a={"ki_tokens": 2, "ki_feats": (curse,)})
    if timing == "simple":
        act(s, "a", "action simple_feat")
        assert closed(s, "a")["simple_feat"] is not None, "it is in force"
    else:
        s.start("feat", {"feat": "a: Curse: b"})
    assert [len(table_of(s).unit(of).granted) for of in "ab"] == [0, 1]
    assert "A uses Curse on B" in notes(s)


# -- Fear tests --------------------------------------------------------------------------------------------------------


FEAR = (Trait("Fear", x=4),)


@pytest.mark.parametrize(
    ("traits", "source", "rolls", "dared"),
    [
        ((Trait("Courage", x=1),), FEAR, [[3]], True),
        ((Trait("Courage", x=4),), FEAR, [[1]], False),
        ((Trait("Bravery"),), FEAR, [[2], [5]], True),
        ((Trait("Cowardly"),), FEAR, [[5], [2]], False),
        ((), (*FEAR, Trait("Terror")), [[5], [5]], True),
        ((Trait("Bravery"), Trait("Cowardly")), (*FEAR, Trait("Terror")), [[5]], True),
        ((Trait("Fearless"),), FEAR, [], True),
        ((Trait("Soulless"),), FEAR, [], True),
        ((Trait("Fear", x=4),), FEAR, [], True),
        ((Trait("Fear", x=4),), (*FEAR, Trait("Dread", x=1)), [[2]], False),
        ((Trait("Leadership", x=1),), FEAR, [[3]], True),
    ],
)
def test_fear_tests(traits: tuple[Trait, ...], source: tuple[Trait, ...], rolls: list[list[int]], dared: bool) -> None:
    s = those("a", "b", a={"traits": traits}, b={"traits": source, "ki_stat": 3})
    s.start("activate", {"model": "a"})
    drive(
        s,
        [("action", "melee"), *[("fear", "red", [r]) for r in rolls]],
        stop=lambda r: r.name == "reach" or r.by == "blue",
    )
    assert (s.run is not None) is dared


def test_what_a_fear_test_needs_has_its_reason_and_may_be_ruled() -> None:
    s = those("a", "b", a={"traits": (Trait("Bravery"),)}, b={"traits": FEAR, "ki_stat": 3})
    s.start("activate", {"model": "a"})
    drive(s, steps("action melee"), stop=lambda r: r.name == "fear")
    needs = now(s).tally[0]
    assert [(line.label, line.rule) for line in needs.lines] == [("Fear of B", "Fear test")]
    s.overrule(needs.key, 6, "it is night")
    assert now(s).title == "Fear test: A needs 6 or more against B"
    s.answer([[5]])
    assert now(s).reach == 6, "Bravery tests again, for the same number"
    s.undo(2)
    assert now(s).reach == int(needs) != 6
