"""The odds of God's Gloom against the explorer, which plays the real procedure through every fall of the dice."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine.goals import KILL, SURVIVE, TRADE
from companion.engine.odds import Given, Odds
from companion.engine.session import Session
from companion.engine.state.results import Result
from companion.odds.chances import Chances
from companion.rules.gods_gloom import RULESET
from companion.testing.playing import harmless_answer
from tests.examples import present
from tests.odds.explorer import explore
from tests.odds.stepping import column
from tests.rules.gloom import odds_at, pair, same, unpushed
from tests.rules.scene import begun, results
from tests.searching import one_in

Wounds = tuple[int, int]

SMALL: dict[str, Any] = {"offence": {"red": 2, "blue": 1}, "defence": {"red": 1, "blue": 2}}


def started(a: dict[str, Any] | None = None, d: dict[str, Any] | None = None, **fields: Any) -> Session:
    return begun(pair({**SMALL, **(a or {})}, {**SMALL, **(d or {})}, **fields), "melee", {"attacker": "rav"})


def result_of(s: Session) -> Result | None:
    return next((e for e in results(s) if e.title == "Attack Test"), None)


def read(s: Session) -> Wounds:
    found = present(result_of(s))
    return found.facts["inflicted"]["attacker"], found.facts["inflicted"]["defender"]


def played(s: Session) -> Chances[Wounds]:
    return explore(s, harmless_answer, read, stop=lambda now: result_of(now) is not None, same=same)


def agree(found: Odds, option: Given, wounds: Chances[Wounds], health: tuple[int, int], mine: int = 0) -> None:
    """The rows of an option say what playing gave; `health` are the two that fight, attacker first."""
    of = ("rav", "shield")
    for measure, place in (("dealt", mine), ("taken", 1 - mine)):
        left = health[1 - place]
        expected = wounds.map(lambda w, place=place, left=left: min(w[place], left))  # type: ignore[misc]
        hurt = of[1 - place]
        assert column(found, measure, hurt, option) == expected.fractions()


@pytest.mark.parametrize(
    ("attacker", "defender", "options"),
    one_in(
        3,
        [
            ({}, {}, {}),
            ({"traits": ("frenzied",)}, {"weak": True}, {}),
            ({"offence": {"red": 2, "blue": 1, "auto_hits": 1}}, {}, {"criticals": False}),
        ],
    ),
)
def test_the_rolls_are_worth_what_playing_them_gives(
    attacker: dict[str, Any], defender: dict[str, Any], options: dict[str, Any]
) -> None:
    s = started(attacker, defender, **options)
    found = odds_at(s, "ATC.10")
    units = s.table.units
    agree(found, None, played(s), (units["rav"].health, units["shield"].health))
    s.answer([[6, 6], [1]])
    agree(odds_at(s, "ATC.10"), None, played(s), (units["rav"].health, units["shield"].health), mine=1)


def test_dice_alone_are_worth_what_the_same_dice_are_in_a_melee() -> None:
    calculator = present(RULESET.calculator)
    s = started()
    health = s.table.units["rav"].health, s.table.units["shield"].health
    alone = calculator.odds(
        {"red": 2, "blue": 1, "enemy-red": 1, "enemy-blue": 2, "health": health[0], "enemy-health": health[1]}
    )
    found = odds_at(s, "ATC.10")
    same_columns = (("dealt", "shield", "defender"), ("taken", "rav", "attacker"), ("wins", "rav", "attacker"))
    for measure, of, named in same_columns:
        assert column(alone, measure, named) == column(found, measure, of)


def test_rerolls_are_compared_by_what_playing_them_gives() -> None:
    s = started({"single_rerolls": 1}, seals=(1, 0))
    script = [("ATC.10", [[6, 2], [3]]), ("ATC.10", [[4], [5, 1]]), ("TFP.10", "pass")]
    found = odds_at(s, "ATC.20.pool", *script)
    health = s.table.units["rav"].health, s.table.units["shield"].health
    for option in ("keep", "reroll"):
        s.answer(option)
        after = explore(
            s,
            lambda r: "stop" if r.name == "ATC.20.single" else harmless_answer(r),
            read,
            stop=lambda now: result_of(now) is not None,
            same=same,
        )
        s.undo()
        agree(found, option, after, health)
    s.answer("keep")
    found = odds_at(s, "ATC.20.single")
    assert found.options() == ["stop", "red 0", "red 1", "blue 0"]
    for option in found.options():
        s.answer(option)
        agree(found, option, played(s), health)
        s.undo()
    assert found.safest == "red 1"


def test_criticals_are_not_earned_twice() -> None:
    s = started()
    found = odds_at(s, "ATC.30", ("ATC.10", [[6, 6], [1]]), ("ATC.10", [[6], [1, 1]]))
    health = s.table.units["rav"].health, s.table.units["shield"].health
    agree(found, None, played(s), health)


def test_boost_is_worth_what_playing_it_gives() -> None:
    s = started({"boost": True, "offence": {"red": 1, "blue": 1}}, {"defence": {"red": 1, "blue": 1}})
    found = odds_at(s, "ATC.10.boost")
    health = s.table.units["rav"].health, s.table.units["shield"].health
    assert found.options() == ["keep", "spend"]
    for option in found.options():
        s.answer(option)
        agree(found, option, played(s), health)
        s.undo()


def test_what_players_want_decides_which_option_is_named_and_what_it_is_worth() -> None:
    s = started({"boost": True, "health": 1}, {"health": 1})
    falls = {(row.of, row.option): row.p for row in odds_at(s, "ATC.10.boost").rows if row.measure == "falls"}
    worths: dict[str, Callable[[str], Any]] = {
        KILL: lambda option: falls["shield", option],
        SURVIVE: lambda option: 1 - falls["rav", option],
        TRADE: lambda option: falls["shield", option] - falls["rav", option],
    }
    for goal, worth in worths.items():
        found = present(s.odds(goal=goal))
        assert (found.aim, dict(found.guarantees)) == (goal, {option: worth(option) for option in ("keep", "spend")})
        assert found.value == worth(str(found.safest)) == max(map(worth, ("keep", "spend")))


def test_who_may_still_spend_boost_is_taken_to_keep_it() -> None:
    s = started({"boost": True}, {"boost": True})
    assert odds_at(s, "ATC.10.boost").assumes[0] == "Shieldband keeps its Boost"
    s.answer("keep")
    assert not any("Boost" in words for words in odds_at(s, "ATC.10.boost").assumes)


ENDS: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ({"traits": ("berserk",), "health": 2}, {"morale": 0}, {}),
    ({"morale": 1}, {"traits": ("brittle",), "health": 3, "morale": 0}, {}),
    ({"morale": 1}, {"traits": ("brittle",), "health": 3, "morale": 0}, {"morale_loss_at_zero": "nothing"}),
    ({"health": 2, "morale": 1}, {"traits": ("death_curse",), "health": 1}, {}),
    ({"traits": ("demoralizing:2",)}, {"morale": 1, "health": 2}, {}),
    ({"morale": 1}, {"traits": ("morale_immune",), "morale": 0, "health": 2}, {}),
]


@pytest.mark.parametrize(("a", "d", "options"), ENDS, ids=range(len(ENDS)))
def test_what_a_melee_costs_is_counted_to_its_end_but_for_a_push(
    a: dict[str, Any], d: dict[str, Any], options: dict[str, Any]
) -> None:
    few = {"offence": {"red": 2, "blue": 0}, "defence": {"red": 1, "blue": 0}}
    s = started(few | a, few | d, **options)
    found = odds_at(s, "ATC.10", ("MEL.10.berserk", "declare"))
    assert "counted to the end of the melee, but for what a push costs" in found.assumes
    health = {of: s.table.units[of].health for of in ("rav", "shield")}

    def lost(now: Session) -> Wounds:
        one, two = (health[of] - now.table.units[of].health for of in ("rav", "shield"))
        return one, two

    ends = explore(s, unpushed, lost)
    for measure, of, place in (("taken", "rav", 0), ("dealt", "shield", 1)):
        by_number = ends.map(lambda both, place=place: both[place])  # type: ignore[misc]
        assert column(found, measure, of) == by_number.fractions()
        assert column(found, "falls", of).get(None, 0) == by_number.p(health[of])
