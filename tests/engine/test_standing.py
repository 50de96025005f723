"""What players see of a fight: how it stands at every request, and what came of every roll."""

import pytest

from companion.engine.context import Context
from companion.engine.dice import D6, Dice
from companion.engine.errors import InvalidInput
from companion.engine.procedure import procedure
from companion.engine.requests import Cost, Number, Option, Pick, Plan, Split
from companion.engine.session import Session
from companion.engine.state.declarations import StandingRow
from companion.engine.state.entity import Condition
from companion.frontend.hooks import Hooks
from companion.frontend.saying.reminders import reminders
from tests.engine.duels import at_first_roll, at_the_split, number_of, split
from tests.examples import present
from tests.games.duel import Arena, Fighter, example
from tests.games.odd import playing
from tests.legal import legal
from tests.rules.scene import results, standing
from tests.tui.fakes import MemoryOpened


def test_both_fighters_stand_with_role_health_and_numbers_which_follow_adjustments_and_rulings() -> None:
    held = Session(example())
    assert held.standings == ()
    held.start("exchange", {"fighter": "ann"})
    assert held.standings == (), "outside a fight nothing stands"
    held = at_the_split()
    assert [(s.of, s.side, s.role) for s in held.standings] == [("ann", "red", "attacker"), ("bob", "blue", "defender")]
    health, pool = StandingRow("health", "Health", 3, 3, 0), StandingRow("pool", "dice", 3)
    assert standing(held, "ann") == {"health": health, "pool": pool}
    held.adjust("bob", "health", 1, why="a miscount")
    held.adjust("ann", "shaken", True, why="a fright")
    assert standing(held, "bob")["health"].value == 1
    assert standing(held, "ann")["conditions"].value == "Shaken"
    held.overrule(number_of(held, "pool[ann]"), 5, "a hero")
    assert standing(held, "ann")["pool"].value == 5


def test_a_roll_is_followed_by_its_result_with_its_numbers() -> None:
    held = at_first_roll((2, 1), (1, 2))
    (result,) = results(held.answer([[5, 3], [4, 1]]))
    assert result.key.endswith("blow:red+blue")
    assert [(g.name, g.by, g.faces, g.marks, dict(g.counts)) for g in result.groups] == [
        ("attack", "red", (5, 3), ("hit", ""), {"hits": 1}),
        ("guard", "blue", (4, 1), ("held", ""), {"held": 1}),
    ]
    assert result.text == "1 against 1, Bob [/ takes 0"
    assert held.last_result == result
    assert [t.name for t in present(held.request).tally] == [], "they are not those of the next request"


@procedure("Odd rolls")
async def odd_rolls(game: Context[Arena]) -> None:
    one, other = game.table.units["ann"], game.table.units["bob"]
    game.fight({"attacker": [one], "defender": [other]})
    await game.roll("first", by="red", title="First", dice=[Dice("luck", D6, 2)])
    game.show(one, "hits", "hits", 2)
    await game.number(
        "n", by="red", title="How many?", lo=0, hi=2, why_hi="two hits", cost=[game.cost(one, "skill", 1)]
    )


def test_a_roll_that_no_result_tells_of_gets_a_plain_one_and_what_is_shown_and_costs_stands_with_the_request() -> None:
    held = playing(odd_rolls)
    (result,) = results(held.answer([3, 4]))
    assert (result.text, result.groups[0].faces, result.groups[0].marks) == ("luck: 3 4", (3, 4), ("", ""))
    assert standing(held, "ann")["hits"] == StandingRow("hits", "hits", 2)
    assert present(held.request).cost == (Cost("ann", "skill", "Skill", 3, 1),)
    assert present(held.request).schema() == {"lo": 0, "hi": 2, "why_hi": "two hits"}
    with pytest.raises(InvalidInput) as refused:
        held.answer(3)
    assert refused.value.hint == "0 to 2: two hits"


@procedure("Forgets")
async def forgets(game: Context[Arena]) -> None:
    game.do("touch", by="red", title="Touch it")  # type: ignore[unused-awaitable]
    await game.do("look", by="red", title="Look")


def test_a_request_that_is_never_awaited_is_a_fault_of_the_rules() -> None:
    with pytest.raises(InvalidInput, match=r"asks 'touch' and never awaits the answer .*test_standing.py, line"):
        playing(forgets)


def test_bounds_carry_their_reasons() -> None:
    plan = Plan("plain", "no trick", 3, {"attack": (0, 3), "guard": (0, 1)}, why_hi={"guard": "Aggressive"})
    asked = Split("s", by="red", title="Split", plans=[plan])
    assert legal(asked)["plans"][0]["parts"]["guard"] == {"lo": 0, "hi": 1, "why_hi": "Aggressive"}
    with pytest.raises(InvalidInput) as refused:
        asked.check(split(1, 2))
    assert refused.value.hint == "0 to 1: Aggressive"
    picks = Pick(
        "p", by="red", title="Pick", options=[Option("a", "A"), Option("b", "B")], at_least=0, at_most=1, why="one hand"
    )
    assert legal(picks)["why"] == "one hand"
    with pytest.raises(InvalidInput, match="2 picked"):
        picks.check(["a", "b"])
    with pytest.raises(InvalidInput) as refused:
        Number("n", by="red", title="N", lo=1, hi=2, why_lo="at least one").check(0)
    assert refused.value.hint == "1 to 2: at least one"


def test_a_reminder_says_when_its_own_condition_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    shaken = Condition("shaken", "Shaken", "shaken", "flag", "rolls one die less", "a rest")
    deeply = Condition("deeply", "Shaken to the bone", "shaken", "flag", "stays away", "the end of the game")
    monkeypatch.setattr(Fighter, "conditions", (shaken, deeply))
    opened = MemoryOpened()
    opened.session.adjust("ann", "shaken", True)
    said = [one.text for one in reminders(Hooks(opened), ()) if one.condition]
    assert said == ["Shaken, until a rest", "Shaken to the bone, until the end of the game"]
