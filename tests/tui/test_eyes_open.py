"""How a fight stands, what came of a roll, why anything is limited, and what is ruled: in view beside the request."""

from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from textual.pilot import Pilot

from companion.engine import registry
from companion.engine.context import Context
from companion.engine.dice import D6, Dice
from companion.engine.log import lines
from companion.engine.procedure import procedure
from companion.engine.requests import Option, Plan
from companion.engine.ruleset import Action
from companion.engine.state.changes import Line, Tally
from companion.frontend.request_words import ask_of
from companion.rules.legion.units import LegionTable
from companion.store.campaigns import read_campaign
from companion.store.opening import open_session
from companion.tui.app import CompanionApp
from companion.tui.screens.guide import GuideScreen
from companion.tui.screens.reasons import tally_row
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.folded import FOLDED
from tests.examples import present, table_of
from tests.games.duel import Arena
from tests.games.odd import playing
from tests.rules.legion import table, unit
from tests.store.feuds import begin, feud, session_file
from tests.tui.fakes import TO_THE_ROLL, MemoryOpened, app, mode, on_top, showing
from tests.tui.player import misses, press, screen_text, sees, until
from tests.tui.scenes import SCENES, Scene, at, played


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


ACTIONS = (
    Action("later", "Later", trial, why_not="not yet"),
    Action("tool", "Any fight", trial, kind="out_of_turn"),
    Action("trial", "Trial", trial, "red"),
    Action("never", "Never", trial, why_not="a cup is missing"),
)


def to_try() -> MemoryOpened:
    return MemoryOpened(playing(trial, actions=lambda _: ACTIONS, started=False))


async def test_bounds_and_costs_stand_with_their_choices_and_their_reasons() -> None:
    async with showing(to_try()) as (pilot, _):
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


async def test_the_steps_open_as_a_list_and_faces_rolled_by_the_app_are_drawn_until_the_next_roll() -> None:
    async with showing() as (pilot, game):
        await press(pilot, *TO_THE_ROLL[:3])
        await sees(pilot, "FACE   Split in secret", "1 of 5")
        await press(pilot, "s")
        await sees(pilot, "Exchange of blows: the steps", "B Split in secret", "E Rest")
        await press(pilot, "escape", *TO_THE_ROLL[3:], "r")
        result = present(game.session.last_result)
        faces = result.groups[0].faces
        await sees(pilot, "attack", *(f"▐{face}▌" if int(face) >= 4 else f" {face} " for face in faces))
        await sees(pilot, result.text)
        await press(pilot, "escape")
        await sees(pilot, "Continue")
        await press(pilot, "enter")
        await sees(pilot, result.text)


async def test_closed_actions_are_behind_one_row_and_the_mark_is_on_the_suggested_one() -> None:
    async with showing(to_try()) as (pilot, _):
        screen = on_top(pilot, TableScreen)
        await sees(pilot, "1  Trial", "2  Any fight", "2 closed")
        await misses(pilot, "a cup is missing")
        assert screen.next.actions.value == "trial"
        screen.next.actions.mark(FOLDED)
        await press(pilot, "enter")
        await sees(pilot, "What is closed now, and why", "Later  not yet", "Never  a cup is missing")
        await press(pilot, "escape")
        assert screen.next.actions.value == "trial"


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
    parts = {"touch": (3, 9), "near": (0, 6), "behind": (0, 6)}
    why = dict.fromkeys(("near", "behind"), "three touch")
    await game.split("s", by="red", title="Where?", plans=[Plan("p", "models", 9, parts, {}, why)])
    far = {"ann": (0, 24), "bob": (0, 24)}
    await game.split("d", by="red", title="How far?", plans=[Plan("far", "inches", None, far)])
    await game.text("t", by="red", title="What happens?")
    await game.yes_no("y", by="red", title="again?")


async def test_a_bound_is_said_once_and_numbers_without_a_total_and_free_words_are_typed() -> None:
    async with showing(MemoryOpened(playing(ranges, started=False)), size=(100, 30)) as (pilot, game):
        await press(pilot, "1")
        await sees(pilot, "three touch")
        assert screen_text(pilot.app).count("three touch") == 2, "once for each part that it bounds"
        await press(pilot, "9", "enter")
        await sees(pilot, "one that is left out is its highest")
        await press(pilot, "7", "enter")
        await sees(pilot, "   ▌", "   a few words; Enter alone leaves them out")
        await press(pilot, *"q u?", "enter")
        await sees(pilot, "again?")
        answers = present(game.session.run).answers
        assert dict(answers[1].value.allotments) == {"ann": 7, "bob": 24}
        assert answers[2].value == "q u?"


@procedure("Usual")
async def usual(game: Context[Arena]) -> None:
    await game.number("n", by="red", title="How many hexes?", lo=0, hi=3, default=3)
    await game.pick("p", by="red", title="Who has room?", options=[Option("a", "A"), Option("b", "B")], default=["b"])
    plan = Plan("p", "plain", 3, {"touch": (0, 3), "near": (0, 3)})
    await game.split("s", by="red", title="Where?", plans=[plan], default={"touch": 2, "near": 1})
    await game.yes_no("y", by="red", title="again?")


async def test_enter_alone_is_the_usual_answer() -> None:
    async with showing(MemoryOpened(playing(usual, started=False))) as (pilot, game):
        await press(pilot, "1")
        await sees(pilot, "Enter alone is 3")
        await press(pilot, "enter")
        await sees(pilot, "1 ticked, 0 to 2 allowed")
        await press(pilot, "enter")
        await sees(pilot, "Enter alone is 2 touch, 1 near")
        await press(pilot, "enter")
        await sees(pilot, "again?")
        run = present(game.session.run)
        number, picked, split = (given.value for given in run.answers)
        assert (number, picked, dict(split.allotments)) == (3, ("b",), {"touch": 2, "near": 1})


async def test_nobody_is_offered_to_overrule_an_order_as_a_number() -> None:
    order = Tally.of("attack_order", "Attack order, to act", 2, (Line("1. Ann", 1),), "units", ranked=True)
    assert tally_row(order).value is None
    assert tally_row(Tally.of("pool", "Pool", 4, (Line("base", 4),))).value == "pool"
    opened = at("speedies", "melee_phase", {}, "declare")
    assert any(tally.ranked for tally in present(opened.session.request).tally)
    async with showing(opened, size=(100, 30)) as (pilot, _):
        await press(pilot, "w", "home")
        await sees(pilot, "Where the numbers come from", "Attack order")
        await misses(pilot, "overrule this number")
        await press(pilot, "enter")
        await misses(pilot, "A ruling: another number")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    known = MappingProxyType({**registry.BUILT_IN, "feud": "tests.store.feud:FEUD"})
    monkeypatch.setattr(registry, "BUILT_IN", known)
    return feud(tmp_path)


async def to_the_split(pilot: Pilot[Any], file: Path, fighter: str) -> Any:
    opened = open_session(session_file(file, begin(file, practice=True)))
    opened.session.start("exchange", {"fighter": fighter})
    opened.session.answer("bone")
    opened.session.answer(True)
    await present(pilot.app, CompanionApp).open_session(opened)
    await pilot.pause()
    return opened


@pytest.mark.parametrize("size", [(60, 20), (140, 45)])
async def test_a_ruling_is_kept_and_decides_again_by_one_key(file: Path, size: tuple[int, int]) -> None:
    async with app().run_test(size=size) as pilot:
        opened = await to_the_split(pilot, file, "rone")
        await press(pilot, "w")
        await misses(pilot, "RULED BEFORE")
        for words, answer in (("5 dusk", "1"), ("6 banner", "2")):
            await press(pilot, "enter", *words, "enter")
            await sees(pilot, "What does the ruling mean", "Only this once", "more than the app")
            await press(pilot, answer)
            await sees(pilot, "split Rone")
            assert int(opened.session.request.tally[0]) == int(words[0])
            if answer == "1":
                assert read_campaign(file).rulings == [], "only this once"
                await press(pilot, "w")
        (row,) = read_campaign(file).rulings
        assert (row.meaning, row.value, row.words) == ("total", 6, "banner")
        opened.close()
    async with app().run_test(size=size) as pilot:
        opened = await to_the_split(pilot, file, "rtwo")
        await sees(pilot, "Ruled before")
        await press(pilot, "w")
        await sees(pilot, "RULED BEFORE", "4 → 6", "banner")
        await press(pilot, "enter")
        await sees(pilot, "split Rtwo")
        assert int(opened.session.request.tally[0]) == 6
        await misses(pilot, "Ruled before")
        opened.close()


RANKS = ("commander", "corps", "special_forces", "support", "operative", "heavy")


def pool() -> LegionTable:
    """Blue draws from a pool with a token of every rank."""
    return table([*(unit(rank[:3] + "0", "blue", rank=rank) for rank in RANKS), unit("foe", "red")])


@pytest.mark.parametrize(("typed", "rank"), [("r", ""), ("f", "special_forces"), ("s", "support"), ("m", "commander")])
async def test_an_order_token_is_drawn_by_the_app_or_typed_by_its_letter_and_never_rolled(
    typed: str, rank: str
) -> None:
    async with showing(MemoryOpened(pool()), size=(100, 40)) as (pilot, game):
        await press(pilot, "enter")
        await sees(pilot, "draw an order token from your pool", "app draws", "special forces", "Tap a token or type it")
        text = screen_text(pilot.app)
        assert "roll" not in text.casefold()
        await press(pilot, typed)
        assert "special_forces" not in text + screen_text(pilot.app)
        if rank:
            await press(pilot, "enter")
        run = present(game.session.run)
        (drawn,) = [given for given in run.answers if given.name == "draw_order"]
        assert drawn.value == ((rank,),) if rank else drawn.how == "rolled"
        assert not [line.text for line in lines(game.session) if "roll" in line.text or "_" in line.text]


def test_plain_play_draws_too() -> None:
    game = MemoryOpened(pool())
    game.session.start("draw_order")
    said = "\n".join(ask_of(present(game.session.request), game.session.table).lines())
    assert "or draw to let the app draw" in said
    assert "roll" not in said
    assert "special_forces" not in said


@procedure("Onward")
async def onward(game: Context[Arena]) -> None:
    game.note("The rain begins")


async def test_what_asks_nothing_is_told_at_the_table() -> None:
    async with showing(MemoryOpened(playing(onward, started=False))) as (pilot, game):
        await press(pilot, "1")
        await sees(pilot, "The rain begins")
        assert mode(pilot) == "table"
        assert len(game.session.entries) == 1


PHASES = ("start_of_turn", "end_movement", "end_shooting", "firefight_phase", "melee_phase")
TOLD = {
    "damage": (SCENES["bushido-result"], ("a hit, Success Level 7.",)),
    "to wound": (Scene("better-wargame", tuple((of, "") for of in PHASES), "roll", (), 1), ("hits.  l tells",)),
    "revealed": (Scene("bushido", (("melee", "hiro+oda"),), "roll"), ("◆ Ito", "■ Sora", "group 1/3")),
}
"""Rolls, and what a phone tells above them of what led there."""


@pytest.mark.parametrize("roll", [*TOLD])
async def test_a_phone_tells_what_came_of_a_roll_in_whole_sentences(roll: str) -> None:
    """The rows below the dice were blank meanwhile, and `1 of 3` counted groups as the row below counts dice."""
    scene, told = TOLD[roll]
    async with showing(played(scene), size=(45, 38)) as (pilot, _):
        await sees(pilot, *told, "Take it: 0 of")
        assert "…" not in screen_text(pilot.app)


async def test_the_band_of_the_table_says_nothing_that_stands_above_it() -> None:
    async with showing(MemoryOpened(table_of("gods-gloom")), size=(100, 30)) as (pilot, _):
        await sees(pilot, "RHEA: activate a unit (4 activations left)")
        assert screen_text(pilot.app).count("4 to act") == 2


async def test_figures_of_whoever_is_chosen_are_named_without_a_name() -> None:
    """`it: stunned` stood above the names of those who might be."""
    async with showing(at("speedies", "melee_phase", {}, "declare"), size=(100, 30)) as (pilot, _):
        await sees(pilot, "strike whom?", " stunned  incapacitated")
        await misses(pilot, "it:")
