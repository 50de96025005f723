"""Edge cases, rulings and other effects (the prompts `….effects`), through Session."""

from typing import Any

import pytest

from companion.engine.state.results import Result
from companion.testing import Scripted, drive
from tests.rules.gloom import CALL, PUSHED, TIE, fight, pair, steps, those
from tests.rules.scene import begun, happened, now

# -- morale and winning ----------------------------------------------------------------------------------------------


# -- formations ------------------------------------------------------------------------------------------------------


def declared(first: str, second: str) -> list[Scripted]:
    return [("TFP.10", "p1", "declare"), ("TFP.10", "p2", "declare"), ("TFP.20", "p1", first), ("TFP.20", "p2", second)]


@pytest.mark.parametrize(
    ("mine", "theirs", "applied"),
    [
        ("advance", "harass", [("attacker", "advance")]),
        ("harass", "hold", [("attacker", "harass")]),
        ("hold", "advance", [("attacker", "hold")]),
        ("harass", "advance", [("defender", "advance")]),
        ("hold", "hold", []),
        ("advance", "advance", []),
        ("harass", "harass", []),
    ],
)
def test_only_the_formation_that_beats_the_other_applies(
    mine: str, theirs: str, applied: list[tuple[str, str]]
) -> None:
    session = begun(pair(seals=(1, 1)), "melee", {"attacker": "rav"})
    drive(session, declared(mine, theirs), stop=lambda r: r.kind == "roll")
    facts = next(dict(n.facts) for n in happened(session) if isinstance(n, Result) and "applied" in n.facts)
    assert facts["applied"] == [{"who": who, "formation": what} for who, what in applied]
    assert [s.command_seals for s in session.table.sides.values()] == [0, 0]
    red = session.request.tally[0]  # type: ignore[union-attr]
    assert int(red) == 5 + (("attacker", "advance") in applied)


# -- dice ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("blocks", "asked"), [(4, ["ATC.20.pool", "ATC.20.single"]), (9, [])])
def test_no_reroll_is_offered_where_none_can_change_the_end(blocks: int, asked: list[str]) -> None:
    stands = {"defence": {"red": 1, "blue": 0, "auto_hits": 0, "auto_blocks": blocks}}
    session = begun(pair({"single_rerolls": 1}, stands, seals=(1, 0)), "melee", {"attacker": "rav"})
    drive(session, steps("1 1 1 1 1 v 1; MEL.60.push decline"))
    assert [given.name for given in session.entries[-1].answers if given.name.startswith("ATC.20")] == asked


def test_a_reroll_is_offered_where_most_ends_are_alike_and_one_is_not() -> None:
    mine = {"health": 1, "single_rerolls": 1, "offence": {"red": 1, "blue": 1, "auto_hits": 0, "auto_blocks": 0}}
    theirs = {"defence": {"red": 3, "blue": 0, "auto_hits": 0, "auto_blocks": 0}}
    session = begun(pair(mine, theirs, seals=(1, 0)), "melee", {"attacker": "rav"})
    drive(session, steps("1 / 1 v 5 5 4"), stop=lambda r: r.name.startswith("ATC.20"))
    assert now(session).name == "ATC.20.pool"


def test_weak_is_used_up_even_with_an_empty_pool_and_boost_is_kept_if_kept() -> None:
    weak = those("rav", "ski", "rav+ski", rav={"boost": True}, ski={"weak": True}, weak_red=-5, weak_blue=-5)
    out = fight(weak, "rav", f"ATC.10.boost keep; ATC.10 [3 1 1 1 1]; {PUSHED}")
    assert out["pools"]["defender"] == {"red": 0, "blue": 0}
    assert not out["units"]["ski"]["weak"]
    assert out["units"]["rav"]["boost"]


def test_boost_and_weak_on_one_unit_are_removed_when_a_melee_starts() -> None:
    four = dict.fromkeys(("boost", "weak", "fast", "slow"), True)
    on = pair({**four, "traits": ("exploit_negative_tokens",)}, four)
    out = fight(on, "rav", f"1 {TIE}")
    assert out["pools"]["attacker"]["red"] == 6  # the target has not moved: it is Slow
    assert [[getattr(unit, token) for token in four] for unit in on.units.values()] == [[False, False, True, True]] * 2


# -- traits ----------------------------------------------------------------------------------------------------------


def test_exploits_read_the_tokens_before_this_test_removes_them() -> None:
    on = pair({"traits": ("exploit_broken", "exploit_negative_tokens")}, {"morale": 0, "weak": True})
    out = fight(on, "rav", "1 2 1 2 1 2 2 v 1 / 1 2; MEL.60.push decline")
    assert out["pools"]["attacker"]["red"] == 7


def test_paying_is_never_the_first_answer() -> None:
    session = begun(pair({"traits": ("berserk",), "boost": True}, seals=(1, 1)), "melee", {"attacker": "rav"})
    first: dict[str, Any] = {}

    def look(request: Any) -> bool:
        if request.kind == "choose":
            first.setdefault(request.name, request.options[0].value)
        return False

    drive(session, steps(TIE), stop=look)
    assert first == {
        "MEL.10.pivot": "none",
        "MEL.10.berserk": "pass",
        "TFP.10": "pass",
        "ATC.10.boost": "keep",
        "ATC.20.pool": "keep",
        "MEL.60.push": "push",
    }


def test_the_active_player_may_order_the_end_effects_by_option() -> None:
    on = those(
        "rav",
        "ski",
        "rav+ski",
        rav={"traits": ("berserk", "bloodlust"), "health": 2},
        ski={"traits": ("death_curse",)},
        order_end_effects=True,
    )
    out = fight(
        on,
        "rav",
        "MEL.10.berserk declare; 3 4 5 1 1 v 1 / 2 2; MEL.70 hold; MEL.80.order thirst rav; MEL.80.order frenzy rav",
    )
    held = out["units"]["rav"]
    assert (held["health"], held["destroyed"], held["boost"]) == (0, True, False)
    assert out["winner"] == "rav"


def test_a_curse_with_nobody_left_to_suffer_it_is_no_end_effect() -> None:
    on = those(
        "rav", "ski", "rav+ski", rav={"traits": ("berserk",)}, ski={"traits": ("death_curse",)}, order_end_effects=True
    )
    out = fight(
        on,
        "rav",
        f"{CALL}; MEL.10.berserk declare; 3 4 5 1 1 v 1 / 2 2; MEL.40.effects yes; "
        "MEL.40.effects.what wounds; MEL.40.effects.amount 5",
    )
    assert (out["winner"], out["path"][-2:]) == (None, ["MEL.50", "MEL.80"])


# -- contacts, assists, pushes ---------------------------------------------------------------------------------------


def test_a_push_drops_all_other_contacts_and_asks_for_new_ones() -> None:
    on = those("rav lan", "shield ski", "rav+shield lan+shield rav+ski")
    out = fight(
        on,
        "rav",
        f"3 1 1 1 1 1 v 1 1 / 2 2 2 2; {PUSHED}; loser_in_winner_zone no; new_contacts [shield/lan]",
        "shield",
    )
    assert out["contacts"] == [
        ["lan", "shield", True],
        ["rav", "shield", True],
        ["shield", "lan", True],
        ["shield", "rav", False],
    ]


def test_facing_is_asked_by_option_and_circular_defence_needs_none() -> None:
    on = those("rav", "shield ski", "rav+shield", rav={"traits": ("circular_defence",)}, ask_facing=True)
    out = fight(on, "rav", f"3 1 1 1 1 v 1 1 / 2 2 2; {PUSHED}; new_contacts [rav/ski]; a_engaged no")
    assert ["rav", "ski", False] in out["contacts"]
    assert ["ski", "rav", True] in out["contacts"]


def test_control_push_direction_lets_the_winner_move_the_loser() -> None:
    session = begun(pair({"traits": ("control_push_direction",)}), "melee", {"attacker": "rav"})
    drive(session, steps(f"3 1 1 1 1 v 1 1 / 2 2 2; {PUSHED}"), stop=lambda r: r.name == "loser_in_winner_zone")
    assert now(session).title == (
        "Move Shieldband 1 hex back to the hex that Ravagers choose, facing the hex left behind, "
        "and Ravagers into that hex with the same facing. Is Shieldband in Ravagers' front now?"
    )


def test_a_challenge_forbids_assists() -> None:
    on = those("shield rav", "ogre", "shield+ogre rav+ogre", ogre={"traits": ("challenge",)})
    out = fight(on, "shield", "no_assists yes; 1 1 1 / 2 v 1 1 1 / 2 2; MEL.60.push decline")
    assert out["assists"]["offensive"] == []


# -- other effects: when they are asked for, and what they do ----------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "pivot", "asked"),
    [
        ("called", "none", []),
        ("called", "effects", ["MEL.10", "MEL.20", "MEL.40", "MEL.80"]),
        ("melee", None, ["MEL.10", "MEL.20", "MEL.40", "MEL.80"]),
        ("never", None, []),
    ],
)
def test_effects_are_asked_for_where_they_are_called_for(option: str, pivot: str | None, asked: list[str]) -> None:
    session = begun(pair(ask_effects=option), "melee", {"attacker": "rav"})
    drive(session, steps((f"MEL.10.pivot {pivot}; " if pivot else "") + TIE))
    assert [g.name for g in session.entries[-1].answers if "effects" in g.name] == [f"{step}.effects" for step in asked]
