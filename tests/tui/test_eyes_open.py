"""How a fight stands, what came of a roll, and why anything is limited: in view beside the request."""

from dataclasses import replace

from companion.engine.context import Context
from companion.engine.dice import D6, Dice
from companion.engine.procedure import procedure
from companion.engine.requests import Option, Plan
from companion.engine.ruleset import Action
from companion.tui.screens.guide import GuideScreen
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.folded import FOLDED
from tests.examples import run_of
from tests.games.duel import DUEL, Arena, example
from tests.games.odd import playing
from tests.tui.fakes import MemoryOpened, comes_to, misses, on_top, press, screen_text, sees, showing, until

TO_THE_ROLL = ("1", "enter", "enter", "enter", "2", "1", "enter", "1", "2", "enter")


@procedure("Trial")
async def trial(game: Context[Arena]) -> None:
    ann, bob = game.table.units["ann"], game.table.units["bob"]
    game.fight({"attacker": [ann], "defender": [bob]})
    await game.number(
        "n",
        by="red",
        title="How many boosts?",
        lo=0,
        hi=2,
        why_hi="two seals are left",
        cost=[game.cost(ann, "skill", 1)],
    )
    await game.pick(
        "p", by="red", title="Which?", options=[Option("a", "A"), Option("b", "B")], at_most=1, why="one hand is free"
    )
    await game.choose(
        "c",
        by="red",
        title="Which feat?",
        options=[
            Option("x", "Sweep", cost=(game.cost(ann, "skill", 2),)),
            Option("y", "Leap", "too tired"),
            Option("z", "None"),
        ],
    )
    await game.split(
        "s",
        by="red",
        title="Split",
        plans=[Plan("p", "plain", 3, {"attack": (0, 3), "guard": (0, 1)}, why_hi={"guard": "Aggressive"})],
    )
    await game.roll("r", by="red", title="Luck", dice=[Dice("luck", D6, 2)])
    game.result("Bob [/ is out", mark=lambda _, face: "critical" if face == 6 else "")
    await game.yes_no("y", by="red", title="again?")


def trial_table() -> Arena:
    table = example()
    actions = (
        Action("later", "Later", trial, why_not="not yet"),
        Action("tool", "Any fight", trial, kind="out_of_turn"),
        Action("trial", "Trial", trial, "red"),
        Action("never", "Never", trial, why_not="a cup is missing"),
    )
    table.spec = replace(DUEL, procedures=(*DUEL.procedures, trial), actions=lambda _: actions)
    return table


async def test_bounds_and_costs_stand_with_their_choices_and_their_reasons() -> None:
    async with showing(MemoryOpened(trial_table())) as (pilot, _):
        await press(pilot, "1")
        await sees(pilot, "0 to 2 (two seals are left)", "costs 1 each, of 3 Skill")
        await press(pilot, "enter")
        await sees(pilot, "0 ticked, 0 to 1 (one hand is free) allowed")
        await press(pilot, "enter")
        await sees(pilot, "1  Sweep   2 of 3 Skill", "1 closed  Leap: too tired")
        await press(pilot, "w")
        await sees(pilot, "Closed: Leap: too tired.")
        await press(pilot, "escape", "enter")
        await sees(pilot, "0 to 1 (Aggressive)")
        await press(pilot, "3", "enter")
        await press(pilot, "w")
        await sees(pilot, "luck: 2 d6.")


async def test_faces_rolled_by_the_app_are_drawn_until_the_next_roll() -> None:
    async with showing() as (pilot, game):
        await press(pilot, *TO_THE_ROLL, "r")
        result = game.session.last_result
        assert result is not None
        faces = result.groups[0].faces
        await sees(pilot, "attack", *(f"▐{face}▌" if int(face) >= 4 else f" {face} " for face in faces))
        await sees(pilot, result.text)
        await press(pilot, "escape")
        await sees(pilot, "Continue")
        await press(pilot, "enter")
        await sees(pilot, result.text)


async def test_a_roll_stands_on_the_table_once_its_procedure_is_over() -> None:
    async with showing() as (pilot, _):
        await press(pilot, *TO_THE_ROLL, "6", "5", "1", "2", "enter")
        await sees(pilot, "attack ▐6▌▐5▌", "2 against 0, Bob [/ takes 2", "●××  1 of 3")
        await press(pilot, "6", "1", "enter", "y")
        await comes_to(pilot, "table")
        await sees(pilot, "last", "attack ▐6▌ hits 1", "1 against 0, Ann takes 1", "The crowd cheers.")


async def test_closed_actions_are_behind_one_row_and_the_mark_is_on_the_suggested_one() -> None:
    async with showing(MemoryOpened(trial_table())) as (pilot, _):
        screen = on_top(pilot, TableScreen)
        await sees(pilot, "1  Trial", "2  Any fight", "2 closed")
        await misses(pilot, "a cup is missing")
        assert screen.next.actions.value == "trial"
        screen.next.actions.mark(FOLDED)
        await press(pilot, "enter")
        await sees(pilot, "What is closed now, and why", "Later  not yet", "Never  a cup is missing")
        await press(pilot, "escape")
        assert screen.next.actions.value == "trial"


async def test_the_steps_open_as_a_list() -> None:
    async with showing() as (pilot, _):
        await press(pilot, "1", "enter", "enter")
        await sees(pilot, "FACE   Split in secret", "1 of 5")
        await press(pilot, "s")
        await sees(pilot, "Exchange of blows: the steps", "B Split in secret", "E Rest")


async def test_numbers_of_an_older_request_are_called_earlier() -> None:
    async with showing() as (pilot, _):
        await press(pilot, *TO_THE_ROLL, "w")
        await sees(pilot, "FOR THIS QUESTION", "EARLIER IN THIS PROCEDURE")
        text = screen_text(pilot.app)
        assert text.index("FOR THIS QUESTION") < text.index("attack: 2 d6.") < text.index("EARLIER IN THIS PROCEDURE")
        assert text.index("EARLIER IN THIS PROCEDURE") < text.index("Ann's pool")


async def test_a_reader_sees_the_fight_too() -> None:
    game = MemoryOpened()
    for value in ("bob", True):
        if game.session.run is None:
            game.session.start("exchange", {"fighter": "ann"})
        game.session.answer(value)
    game.read_only = True
    async with showing(game) as (pilot, _):
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GuideScreen))
        await sees(pilot, "READ-ONLY", "Ann attacks Bob [/", "◆ ANN", "●●●  3 of 3", "■ BOB [/")


@procedure("Ranges")
async def ranges(game: Context[Arena]) -> None:
    far = {"ann": (0, 24), "bob": (0, 24)}
    await game.split("d", by="red", title="How far?", plans=[Plan("far", "inches", None, far)])
    await game.text("t", by="red", title="What happens?")
    await game.yes_no("y", by="red", title="again?")


@procedure("Counts")
async def many(game: Context[Arena]) -> None:
    parts = {"touch": (3, 9), "near": (0, 6), "behind": (0, 6)}
    why = dict.fromkeys(("near", "behind"), "three touch")
    await game.split("s", by="red", title="Where?", plans=[Plan("p", "models", 9, parts, {}, why)])


async def test_a_bound_is_said_once_where_each_part_has_a_row() -> None:
    async with showing(MemoryOpened(playing(many, started=False).table), size=(100, 30)) as (pilot, _):
        await press(pilot, "1")
        await sees(pilot, "three touch")
        assert screen_text(pilot.app).count("three touch") == 2, "once for each part that it bounds"


@procedure("Usual")
async def usual(game: Context[Arena]) -> None:
    await game.number("n", by="red", title="How many hexes?", lo=0, hi=3, default=3)
    await game.pick("p", by="red", title="Who has room?", options=[Option("a", "A"), Option("b", "B")], default=["b"])
    plan = Plan("p", "plain", 3, {"touch": (0, 3), "near": (0, 3)})
    await game.split("s", by="red", title="Where?", plans=[plan], default={"touch": 2, "near": 1})
    await game.yes_no("y", by="red", title="again?")


async def test_enter_alone_is_the_usual_answer() -> None:
    async with showing(MemoryOpened(playing(usual, started=False).table)) as (pilot, game):
        await press(pilot, "1")
        await sees(pilot, "Enter alone is 3")
        await press(pilot, "enter")
        await sees(pilot, "1 ticked, 0 to 2 allowed")
        await press(pilot, "enter")
        await sees(pilot, "Enter alone is 2 touch, 1 near")
        await press(pilot, "enter")
        await sees(pilot, "again?")
        run = run_of(game.session)
        number, picked, split = (given.value for given in run.answers)
        assert (number, picked, dict(split.allotments)) == (3, ("b",), {"touch": 2, "near": 1})


async def test_numbers_without_a_total_and_free_words_are_typed() -> None:
    async with showing(MemoryOpened(playing(ranges, started=False).table)) as (pilot, game):
        await press(pilot, "1")
        await sees(pilot, "one that is left out is its highest")
        await press(pilot, "7", "enter")
        await sees(pilot, "   ▌", "   a few words; Enter alone leaves them out")
        await press(pilot, *"q u?", "enter")
        await sees(pilot, "again?")
        run = run_of(game.session)
        assert dict(run.answers[0].value.allotments) == {"ann": 7, "bob": 24}
        assert run.answers[1].value == "q u?"
