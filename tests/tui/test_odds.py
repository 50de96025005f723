"""Odds on the screen: with every kind of choice, worked out beside the keys, and never a word of what is sealed."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from textual.containers import Vertical
from textual.pilot import Pilot

from companion.engine.context import Context
from companion.engine.dice import D6, Dice
from companion.engine.odds import Chance, Given, Heading, Odds
from companion.engine.procedure import Procedure, procedure
from companion.engine.reading import TOTAL
from companion.engine.requests import Option, Plan, Roll, Split
from companion.engine.state.changes import Line, Tally
from companion.tui.app import CompanionApp
from companion.tui.screens.guide import GuideScreen
from companion.tui.widgets.body import Body
from companion.tui.widgets.chances import choice_title, way_title
from companion.tui.widgets.dice import DiceBody
from tests import waiting
from tests.examples import present
from tests.games.duel import Arena, example
from tests.games.odd import playing
from tests.tui.fakes import MemoryOpened, app, comes_to, on_top, show, showing
from tests.tui.mouse import Asked, alone
from tests.tui.player import press, resize, screen_text, sees, until
from tests.tui.scenes import SCENES, played


async def reads(pilot: Pilot[Any], *texts: str) -> None:
    """Waits until all of this is on the screen, however many blanks are between the words."""
    await until(pilot, lambda: all(text in " ".join(screen_text(pilot.app).split()) for text in texts), f"{texts!r}")


HEADINGS = (Heading("dealt", "bob", "wounds on Bob"), Heading("falls", "bob", "Bob falls"))


def made(*options: Given, mix: tuple[tuple[Given, Fraction], ...] = ()) -> Odds:
    rows = []
    for place, option in enumerate(options):
        rows += [
            Chance(option, "dealt", Fraction(1, 2), "bob", 0),
            Chance(option, "dealt", Fraction(1, 2), "bob", place + 1),
            Chance(option, "falls", Fraction(place + 1, 8), "bob"),
        ]
    return Odds("Ann", "wounds dealt", tuple(rows), HEADINGS, ("nobody runs",), mix, safest=options[-1])


@procedure("Asking")
async def asking(game: Context[Arena]) -> dict[str, Any]:
    """Asks one thing of each kind that has odds."""
    options = [Option("axe", "The axe"), Option("bow", "The bow"), Option("net", "The net", "torn")]
    await game.choose("weapon", by="red", title="Which weapon?", options=options).with_odds(lambda: made("axe", "bow"))
    await game.yes_no("rage", by="red", title="rage?").with_odds(lambda: made(True, False))
    await game.number("spend", by="red", title="How much?", lo=0, hi=3).with_odds(lambda: made(0, 1, 2, 3))
    await game.pick("again", by="red", title="Which again?", options=options[:2], at_least=0, at_most=2).with_odds(
        lambda: made((), ("axe",), ("bow",), ("axe", "bow"))
    )
    return {}


@procedure("Twice")
async def twice(game: Context[Arena]) -> dict[str, Any]:
    """Rolls with odds, and again without."""
    parts = (("falls", "bob"), ("hits", "ann"), ("dealt", "bob"), ("taken", "ann"), ("falls", "ann"))
    headings = tuple(Heading(measure, of, f"{measure} of {of.title()} as the rules say") for measure, of in parts)
    rows = tuple(Chance(None, measure, Fraction(1, 4), of) for measure, of in parts)
    odds = Odds("Ann", "to hit", rows, headings)
    groups = [Dice(f"{of.title()} {kind}", D6, 2) for of in ("ann", "bob") for kind in ("attack", "guard")]
    await game.roll("first", by="red", title="All together", dice=groups).with_odds(lambda: odds)
    await game.roll("second", by="red", title="once more", dice=[Dice("Ann attack", D6, 2, reads=TOTAL)])
    return {}


class Gate:
    """Odds that take until the test allows them."""

    def __init__(self) -> None:
        self.open, self.began = threading.Event(), threading.Event()

    def __call__(self) -> Odds:
        self.began.set()
        self.open.wait(waiting.PATIENCE)
        return made(True, False)


def asked(odds: Callable[[], Odds]) -> MemoryOpened:
    """A question that has these odds, and one without."""

    @procedure("Twice asked")
    async def questions(game: Context[Arena]) -> None:
        await game.yes_no("first", by="red", title="First?").with_odds(odds)
        await game.yes_no("second", by="red", title="second?")

    return opened(questions)


def opened(of: Procedure[[], Any]) -> MemoryOpened:
    session = playing(of, knows_odds=True)
    session.table.unit("bob").name = "Bob"
    return MemoryOpened(session)


@asynccontextmanager
async def at_work() -> AsyncIterator[tuple[Pilot[Any], Gate]]:
    """A question is asked, and its odds are still worked out."""
    gate = Gate()
    async with app().run_test(size=(80, 24)) as pilot:
        await present(pilot.app, CompanionApp).open_session(asked(gate))
        await comes_to(pilot, "ask")
        try:
            await until(pilot, gate.began.is_set)
            yield pilot, gate
        finally:
            gate.open.set()


def test_a_way_to_split_is_its_numbers_below_the_names_of_the_parts() -> None:
    table = opened(asking).session.table
    plan = Plan("models", "", 3, {"ann": (0, 3), "hold": (0, 3)})
    assert choice_title(table, plan) == "Ann/hold"
    assert [way_title(way) for way in ((3, 0), (1, 2))] == ["3/0", "1/2"]
    dice = Plan("dice", "", 3, {"attack": (0, 3), "defence": (0, 3)})
    assert choice_title(table, dice) == "attack/defence"


async def test_every_kind_of_choice_stands_with_its_chances() -> None:
    async with showing(opened(asking)) as (pilot, _):
        await reads(pilot, "on Bob Bob falls", "1 The axe 0.5 12 %", "2 The bow 1.0 25 %")
        await press(pilot, "1")
        await reads(pilot, "y Yes 0.5 12 %", "n No 1.0 25 %")
        await press(pilot, "y")
        await reads(pilot, "on Bob 0.5 1.0", "Bob falls 12 % 25 % 38 % 50 %")
        await press(pilot, "2", "enter")
        await reads(pilot, "The axe 1.0")
        assert "est: " not in screen_text(pilot.app), "what is best stands on the page of odds alone"
        await press(pilot, "1", "2")
        await reads(pilot, "2.0 on Bob 50 % Bob falls")


async def test_what_odds_assume_stands_where_one_of_them_does() -> None:
    """Where all answers come to the same no figure stood beside any, and three lines said what none of them assumed."""

    def alike() -> Odds:
        rows = tuple(Chance(answer, "dealt", Fraction(1), "bob", 2) for answer in (True, False))
        return Odds("Ann", "wounds dealt", rows, HEADINGS[:1], ("nobody runs",), beside=("nobody runs",))

    for odds, stands in ((alike, False), (lambda: replace(made(True, False), beside=("nobody runs",)), True)):
        async with showing(asked(odds)) as (pilot, _):
            panel = present(on_top(pilot, GuideScreen).panel)
            await until(pilot, lambda panel=panel: panel.answer_body.odds is not None)  # type: ignore[misc]
            assert ("obody runs" in screen_text(pilot.app)) is stands


async def test_the_most_deciding_odds_of_a_roll_come_first_and_go_with_it() -> None:
    async with showing(opened(twice)) as (pilot, _):
        await reads(pilot, "25 % dealt of Bob as the rules say 25 % taken of Ann as the rules say")
        await reads(pilot, "◆ Ann attack ▌ 0 of 2 dice in ◆ Ann guard 0 of 2 dice in ◆ Bob attack 0 of 2 dice in")
        assert "hits of Ann" not in screen_text(pilot.app), "a roll has one line of odds"
        await press(pilot, "o")
        await reads(pilot, "Ann: to hit", "hits of Ann as the rules say 25 %")
        assert "None" not in screen_text(pilot.app), "a roll has no options to name"
        await press(pilot, "escape")
        await press(pilot, *"12345612", "enter")
        await reads(pilot, "once more", "0 of 2 dice in")
        assert "dealt of Bob" not in screen_text(pilot.app)
        await press(pilot, "6", "5", "enter")
        await comes_to(pilot, "table")
        assert "as high or higher" not in screen_text(pilot.app)


async def test_best_play_stands_with_the_question_and_all_odds_behind_one_key_with_what_they_assume(
    tmp_path: Path,
) -> None:
    config = tmp_path / "settings.toml"
    config.write_text("best = true\n")
    async with app(config=config).run_test(size=(80, 24)) as pilot:
        await show(pilot, opened(asking))
        for size in ((80, 24), (140, 45), (60, 20)):
            await resize(pilot, *size)
            await sees(pilot, "Best: The bow.")
        for size in ((60, 20), (140, 45)):
            await resize(pilot, *size)
            await press(pilot, "o")
            await sees(pilot, "Ann: wounds dealt", "Best: The bow.", "Bob falls 12 %", "0.5 on average", "███", " 50 %")
            await press(pilot, "end")
            await sees(pilot, "Nobody runs")
            await press(pilot, "escape")
        await press(pilot, "1")
        await sees(pilot, "rage?")
        # The field and its note stay in view under the odds.
        await press(pilot, "y", "9")
        for size in ((60, 20), (80, 24)):
            await resize(pilot, *size)
            await sees(pilot, "Bob falls", "9▌", "0 to 3")


async def test_a_question_is_drawn_with_its_odds_so_that_nothing_moves_when_they_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.tui.request_odds.PATIENCE", float(waiting.PATIENCE))
    gate = Gate()
    async with app().run_test(size=(45, 38)) as pilot:
        opening = asyncio.ensure_future(pilot.app.open_session(asked(gate)))  # type: ignore[attr-defined]
        # `pilot.pause` would wait for the guide, which waits for the gate.
        await waiting.until(gate.began.is_set)
        assert "Yes" not in screen_text(pilot.app)
        gate.open.set()
        await opening
        # In the picture in which the question is seen first.
        await until(pilot, lambda: "Yes" in screen_text(pilot.app))
        assert "Bob falls" in screen_text(pilot.app)


async def test_a_tap_on_the_question_before_answers_nothing() -> None:
    async with showing(opened(asking), size=(45, 38)) as (pilot, game):
        guide = on_top(pilot, GuideScreen)
        before, first = present(guide.panel).answer_body, game.session.request
        await press(pilot, "1", "enter")
        assert game.session.request is not first
        stands = game.session.request
        guide.now.post_message(Body.Answered("", before))
        await press(pilot)
        assert game.session.request is stands
        await sees(pilot, "nothing is answered")


async def test_odds_hold_no_key_up_and_are_dropped_with_their_request() -> None:
    async with at_work() as (pilot, gate):
        assert "Bob falls" not in screen_text(pilot.app)
        await pilot.press("y")
        await sees(pilot, "second?")
        gate.open.set()
        await press(pilot, "down")
        assert "Bob falls" not in screen_text(pilot.app)


async def test_an_answer_that_is_refused_leaves_the_odds_at_work() -> None:
    async with at_work() as (pilot, gate):
        guide = on_top(pilot, GuideScreen)
        guide.now.post_message(Body.Answered("perhaps", present(guide.panel).answer_body))
        await sees(pilot, "✗")
        gate.open.set()
        await sees(pilot, "Bob falls")


async def test_odds_are_dropped_where_another_screen_may_look_at_an_older_table_and_come_all_the_same() -> None:
    async with at_work() as (pilot, gate):
        guide = on_top(pilot, GuideScreen)
        assert guide.odds._key is not None
        await pilot.press("question_mark")
        await sees(pilot, "what the keys do now")
        assert guide.odds._key is None
        gate.open.set()
        await press(pilot, "escape")
        await sees(pilot, "Bob falls")


async def test_a_look_at_a_shared_table_that_brings_nothing_leaves_the_odds_at_work() -> None:
    async with at_work() as (pilot, gate):
        others = pilot.app.others  # type: ignore[attr-defined]
        others.hears = True
        others.look()
        gate.open.set()
        await sees(pilot, "Bob falls")


async def test_a_fault_of_the_odds_is_a_sentence_and_the_question_stands() -> None:
    def broken() -> Odds:
        raise ZeroDivisionError("no dice")

    async with showing(asked(broken)) as (pilot, _):
        await sees(pilot, "the ruleset's odds failed: ZeroDivisionError: no dice")
        await press(pilot, "y")
        await sees(pilot, "second?")


async def test_the_app_picks_a_secret_split_and_never_shows_it() -> None:
    async with showing(played(SCENES["bushido"])) as (pilot, game):
        request = game.session.request
        await press(pilot, "w")
        # The reasons call the ways to split as the question does.
        await sees(pilot, "No special: 4 in all", "Powerful Attack (1): 3 in all")
        rows = screen_text(pilot.app).splitlines()
        earlier = next(place for place, row in enumerate(rows) if "EARLIER IN THIS PROCEDURE" in row)
        assert not rows[earlier - 1].strip()
        await press(pilot, "escape", "o")
        await sees(pilot, "Pick one for me", "guarantees")
        await press(pilot, "enter")
        await sees(pilot, "has sealed an answer. Hand over to")
        assert request is not None
        assert game.session.sealed == [request.by]
        assert "attack /" not in screen_text(pilot.app)


@pytest.mark.parametrize("size", [(60, 20)])
async def test_players_choose_what_best_play_is_for(size: tuple[int, int]) -> None:
    async with showing(played(SCENES["bushido"]), size=size) as (pilot, game):
        await press(pilot, "o")
        await sees(pilot, "Pick one for me", "Goal instead: to take the enemy out of play")
        await press(pilot, "down", "down", "enter")
        await reads(pilot, "split: to take the enemy out of play", "Goal instead: wounds dealt less wounds taken")
        await reads(pilot, "The other side only hinders that: what it strikes itself counts for nothing")
        # Oda makes a Last Stand: no wounds take it out of play.
        await reads(pilot, "Best play is worth 10.1 %.")
        await press(pilot, "home", "enter")
        await sees(pilot, "has sealed an answer. Hand over to")
        assert len(game.session.sealed) == 1


async def test_odds_are_the_same_whatever_the_other_has_sealed() -> None:
    shown = []
    for attack in (1, 2):
        game = played(SCENES["bushido"])
        request = present(game.session.request, Split)
        plan = request.plans[0]
        parts = {"attack": attack, "defence": (plan.total or 0) - attack}
        game.session.answer({"plan": plan.plan, "parts": parts}, str(request.by))
        async with showing(game, size=(100, 30)) as (pilot, _):
            await sees(pilot, "on you")
            await press(pilot)
            first = screen_text(pilot.app)
            await press(pilot, "o")
            await sees(pilot, "guarantees")
            shown.append((first, screen_text(pilot.app)))
    assert shown[0] == shown[1]


async def test_where_odds_are_asked_for_the_log_says_who_looked_and_where_they_are_off_they_have_no_key() -> None:
    game = played(SCENES["bushido"])
    game.session.adjust("table", "options.odds", "asked")
    async with showing(game) as (pilot, _):
        await press(pilot, "v", "2")
        await sees(pilot, "special, attack", "2▌")
        assert "on Oda" not in screen_text(pilot.app)
        await press(pilot, "o")
        await sees(pilot, "guarantees")
        await press(pilot, "escape")
        await sees(pilot, "on Oda", "2▌")
        assert game.session.table.odds_looks == 1
        await press(pilot, "u")
        assert game.session.table.odds_looks == 0
    game.session.adjust("table", "options.odds", "off")
    async with showing(game, size=(140, 45)) as (pilot, _):
        await press(pilot, "o")
        assert "all odds" not in screen_text(pilot.app)
        assert "Oda falls" not in screen_text(pilot.app)


REASONS = [
    Tally.of(
        f"n{n}", f"{who} needs", 4, (Line("skill of somebody practised", 3, "1"), Line("a long run uphill", 1, "1"))
    )
    for n, who in enumerate(("Ann of the Hills", "Bob", "Cid"))
]


async def test_the_chances_of_a_roll_stand_with_the_number_to_reach_however_many_reasons_it_has() -> None:
    async with alone(Vertical(), size=(80, 24)) as pilot:
        for many in range(4):
            request = Roll("hit", by="red", title="Hit, 4+", dice=[Dice("hit", D6, 2)], tally=REASONS[:many])
            body = DiceBody(request, example())
            await pilot.app.push_screen(Asked(body))
            body.show_odds(made(None))
            for size in ((80, 24), (80, 30)):
                await resize(pilot, *size)
                assert "12 % Bob falls" in " ".join(screen_text(pilot.app).split()), screen_text(pilot.app)
