"""Each trait, special and feat that no other scene needs, through a session."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.bushido.records import Feat, Special, Trait
from companion.testing import Scripted, drive
from tests.legal import legal
from tests.rules.bushido_kit import AB, DEFEND, act, fight, model, notes, pair, session, slot, split
from tests.rules.scene import begun, now

HARD = [[6, 5, 5], [], [], [2, 1, 1]]
"""An attack of all three dice that wins by six."""


def test_endurance_and_indomitable_and_the_lonely_bear() -> None:
    for traits, alone, pool in (
        ((), False, 1),
        (("Endurance",), False, 2),
        (("Endurance", "Indomitable"), False, 3),
        (("Endurance", "Bear Stands Alone"), True, 3),
        (("Endurance", "Bear Stands Alone"), False, 2),
    ):
        s = session(
            model("a", "red", activation_counters=0, traits=tuple(Trait(t) for t in traits)),
            model("b", "blue"),
            model("x", "blue"),
            contacts=(*AB, ("a", "x")),
        )
        s.start("melee", {"pair": "a+b"})
        asked: list[Scripted] = [("4.alone", alone)] if traits[-1:] == ("Bear Stands Alone",) else []
        drive(s, asked, stop=lambda r: r.name == "5")
        assert slot(s, "red").plans[0].total == pool


def test_indomitable_still_lists_the_assists_that_it_ignores() -> None:
    s = session(
        model("a", "red", traits=(Trait("Indomitable", x=1),)),
        model("b", "blue"),
        model("x", "blue"),
        contacts=(*AB, ("a", "x")),
    )
    out = fight(s, "a+b", split(0, 3), split(0, 3), [[], [2, 2, 2], [], [2, 2, 2]])
    assert out["assists"]["a"] == ["x"]
    assert ["X assists, ignored", 0] in out["pools"]["a"]["lines"]


@pytest.mark.parametrize(
    ("types", "touches", "pool"), [(("Samurai",), True, 4), (("Samurai",), False, 3), (("Monk",), True, 3)]
)
def test_co_ordinated_attack_needs_another_such_friend_on_the_enemy(
    types: tuple[str, ...], touches: bool, pool: int
) -> None:
    own = model("a", "red", types=("Samurai",), traits=(Trait("Co-ordinated Attack", of="Samurai"),))
    s = session(own, model("f", "red", types=types), model("b", "blue"), contacts=(*AB, ("b", "f")) if touches else AB)
    begun(s, "melee", {"pair": "a+b"}, until="5")
    assert slot(s, "red").plans[0].total == pool


def test_a_chain_weapon_takes_a_shield_away() -> None:
    s = pair(a={"arms": (Trait("Chain Weapon", x=1),)}, b={"traits": (Trait("Shield", x=1),)})
    s.start("melee", {"pair": "a+b"})
    drive(s, DEFEND)
    assert "Chain Weapon: the Shield of B does not count" in notes(s)


@pytest.mark.parametrize(
    ("arms", "trait", "special", "states"),
    [
        (Trait("Fire", x=2, y=3), None, None, {"on_fire": (3, 3)}),
        (Trait("Fire", x=2, y=3), Trait("Kami"), None, {}),
        (None, None, "Stun Attack", {"stunned": 1}),
        (None, Trait("Immune", of="Stunned"), "Stun Attack", {}),
        (Trait("Entangling"), Trait("Intangible"), None, {}),
        (None, Trait("Intangible"), "Grapple Attack", {}),
        (None, Trait("Immune", of="On Fire"), "Grapple Attack", {"held": ("a",)}),
    ],
)
def test_markers_and_what_keeps_them_off(
    arms: Trait | None, trait: Trait | None, special: str | None, states: dict[str, Any]
) -> None:
    s = pair(
        a={"arms": (arms,) if arms else (), "specials": (Special(special, 0),) if special else ()},
        b={"traits": (trait,) if trait else (), "wounds_max": 19, "ki_tokens": 4},
    )
    rolls: list[Scripted] = [] if special == "Grapple Attack" or arms == Trait("Entangling") else [("12", [[1, 1]])]
    fight(s, "a+b", split(3, 0, special or "plain"), split(0, 3), HARD, *rolls)
    assert s.table.unit("b").states == states


def test_sacrifice_may_be_refused() -> None:
    s = session(
        model("a", "red"),
        model("b", "blue", traits=(Trait("Sacrifice", x=3, of="Guard"),)),
        model("g", "blue", types=("Guard",)),
        model("m", "blue"),
        contacts=AB,
    )
    s.start("melee", {"pair": "a+b"})
    drive(s, [("5", "red", split(3, 0)), ("5", "blue", split(0, 3)), ("7", HARD)], stop=lambda r: r.name == "12.friend")
    assert (now(s).by, [o["value"] for o in legal(now(s))["options"]]) == ("blue", ["pass", "g"])
    assert drive(s, [("12.friend", "pass"), ("12", [[1, 1]])])["wounds"]["b"] == 3


@pytest.mark.parametrize(("trait", "dice"), [("Tiny", 1), ("Huge", 4)])
def test_sizes_printed_as_traits(trait: str, dice: int) -> None:
    s = session(model("a", "red", size="medium", states={"immobilised": 1}, traits=(Trait(trait),)), model("b", "blue"))
    act(s, "a", ("action", "walk"), ("size", [[6] * dice]))
    assert s.table.unit("a").states == {}


@pytest.mark.parametrize(
    ("special", "wounds", "states", "touching", "ended"),
    [
        ("Drag Attack", None, {}, True, "both_attacked"),
        ("Forceback Attack", 1, {}, True, "both_attacked"),
        ("Sidestep Attack", None, {}, False, "not_in_btb"),
        ("Slam Attack", 1, {"prone": 1}, False, "defender_prone"),
    ],
)
def test_special_attacks(special: str, wounds: int | None, states: dict[str, int], touching: bool, ended: str) -> None:
    s = pair(a={"specials": (Special(special, 0),)}, b={"states": {"immobilised": 1}})
    rolls: list[Scripted] = [("12", [[1, 1]])] if wounds is not None else []
    out = fight(s, "a+b", split(3, 0, special), split(0, 3), HARD, *rolls)
    moved = special != "Sidestep Attack"
    assert s.table.unit("b").states == {**({} if moved else {"immobilised": 1}), **states}
    assert [d["wounds"] for d in out["comparisons"][0]["damage"]] == ([] if wounds is None else [wounds])
    assert ((out["contacts"] == [["a", "b"]]), out["ended"]) == (touching, ended)


@pytest.mark.parametrize(
    ("special", "states", "touching", "ended"),
    [
        ("Forceback Defence", {}, True, "both_attacked"),
        ("Grapple Defence", {"held": ("b",)}, True, "both_attacked"),
        ("Push Defence", {}, False, "not_in_btb"),
        ("Throw Defence", {"prone": 1}, False, "not_in_btb"),
    ],
)
def test_special_defences(special: str, states: dict[str, Any], touching: bool, ended: str) -> None:
    s = pair(b={"specials": (Special(special, 0),)})
    out = fight(s, "a+b", split(2, 1), split(0, 3, special), [[2, 1], [2], [], [6, 1, 1]])
    assert s.table.unit("a").states == states
    assert ((out["contacts"] == [["a", "b"]]), out["ended"]) == (touching, ended)


def test_nuki_do_is_for_the_model_without_the_initiative_once_a_turn() -> None:
    feat = {"ki_feats": (Feat("Nuki Do"),), "ki_tokens": 3}
    s = begun(pair(a=feat, b=feat), "melee", {"pair": "a+b"})
    out = drive(
        s,
        [
            ("4.feat", "blue", "Nuki Do"),
            ("5", "red", split(3, 0)),
            ("5", "blue", split(1, 3)),
            ("7", [[6, 1, 1], [], [2], [6, 2, 2]]),
            ("7b1", "blue", ["attack 1"]),
            ("7b1", "red", [[2]]),
            ("12", "blue", [[1, 1]]),
        ],
    )
    assert out["pools"]["b"]["pool"] == 4
    assert (s.table.unit("b").opt_used, s.table.unit("a").ki_tokens) == (("Nuki Do",), 3)


@pytest.mark.parametrize(
    ("feat", "special", "cost"),
    [
        ("Hack", "Powerful Attack", 0),
        ("Chain Attack", "Combo Attack", 0),
        ("Sweep", "Sweep Attack", 0),
        ("Takashi Koryu", "Critical Attack", 1),
        ("Stagger", "Sidestep Defence", 0),
    ],
)
def test_feats_that_bring_a_special_are_plans_and_active_ones_the_active_players_alone(
    feat: str, special: str, cost: int
) -> None:
    own = {"ki_feats": (Feat(feat),), "ki_tokens": 2}
    s = begun(pair(a=own, b=own), "melee", {"pair": "a+b"}, until="5")
    assert s.run is not None
    plan = (f"{feat}: {special}", 3 - cost)
    assert plan in [(p.plan, p.total) for p in slot(s, "red").plans]
    theirs = [(p.plan, p.total) for p in slot(s, "blue").plans]
    assert (plan in theirs) is (feat == "Stagger")


def test_hack_pays_ki_at_the_reveal_and_adds_three_to_damage() -> None:
    s = pair(a={"ki_feats": (Feat("Hack"),), "ki_tokens": 2})
    out = fight(s, "a+b", split(3, 0, "Hack: Powerful Attack"), split(0, 3), HARD, ("12", [[1, 1]]))
    assert (s.table.unit("a").ki_tokens, out["comparisons"][0]["damage"][0]["total"]) == (0, 5)
