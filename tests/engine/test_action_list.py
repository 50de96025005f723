"""Actions declared as data."""

from collections.abc import Sequence

from companion.engine.action_list import ActionEntry, ActionList
from companion.engine.requests import Option
from companion.engine.ruleset import Action, ActionKind
from companion.engine.state.table import AnyTable
from tests.games.pit import PIT, Pit, example, exchange


def fighters(table: Pit) -> Sequence[Option[str]]:
    return [Option(unit.id, unit.name, None if unit.alive else "has fallen") for unit in table.units.values()]


def last(table: AnyTable) -> Sequence[Action]:
    return (Action("last", "Last", exchange),)


def over(table: Pit) -> str | None:
    return "the fight is over" if table.over_why else None


LIST: ActionList[Pit] = ActionList(
    ActionEntry(
        "exchange",
        lambda table: f"Blows of round {table.round}",
        exchange,
        over,
        lambda table: table.active,
        "fighter",
        fighters,
        "nobody stands",
        closed_code="over",
        none_open_code="nobody",
    ),
    last=last,
)


def test_an_entry_says_what_may_be_started_by_whom_and_else_why_not() -> None:
    table = example()
    table.unit("bob").health = 0
    action = LIST.all(table)[0]
    assert (action.title, action.by, action.open, action.closed_code) == ("Blows of round 1", "red", True, "over")
    values = [(option.value, option.why_not) for option in action.values]
    assert values == [("ann", None), ("bob", "has fallen"), ("cid", None)]
    assert LIST.named(table, "exchange") == action
    assert LIST.named(table, "last") is None
    assert [action.name for action in LIST.all(table)] == ["exchange", "last"]
    for unit in table.units.values():
        unit.health = 0
    action = LIST.all(table)[0]
    assert (action.why_not, action.closed_code) == ("nobody stands", "nobody")
    assert {option.why_not for option in action.values} == {"has fallen"}, "each still says why"
    table.over_why = "rain"
    action = LIST.all(table)[0]
    assert (action.why_not, action.closed_code, action.values) == ("the fight is over", "over", ())


def test_an_entry_is_open_in_its_phases_alone_and_none_once_the_game_is_over() -> None:
    entries = (
        ActionEntry[Pit]("exchange", "Blows", exchange, lambda table: "not now", phases=("fight",)),
        ActionEntry[Pit]("rest", "Rest", exchange),
    )
    told: ActionList[Pit] = ActionList(
        *entries, last=last, over="it is over", elsewhere=lambda table, phases: f"in {phases[0]}"
    )
    table = example()
    table.phase = "rest"
    assert [action.why_not for action in told.all(table)] == ["in fight", None, None]
    table.phase = "fight"
    assert [action.why_not for action in told.all(table)] == ["not now", None, None]
    table.over_why = "rain"
    assert [action.why_not for action in told.all(table)] == ["it is over", "it is over", None]
    table.over_why, table.phase = "", "rest"
    plain: ActionList[Pit] = ActionList(*entries, last=last)
    assert plain.all(table)[0].why_not == "this is the rest"


def test_what_is_suggested_is_of_the_turn_else_of_any_kind_and_never_a_tool() -> None:
    kinds: tuple[ActionKind, ...] = ("out_of_turn", "bookkeeping", "turn")
    tool, end, turn = (Action(kind, kind, exchange, kind=kind) for kind in kinds)
    table = example()
    suggested = [PIT.suggested(table, actions) for actions in ([tool, end, turn], [tool, end], [tool])]
    assert suggested == [turn, end, None]
