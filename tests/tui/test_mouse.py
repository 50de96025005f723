"""A game by mouse or finger alone: choices, dice, a split in secret, and taking a die back."""

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from companion import store
from companion.engine import registry
from companion.engine.odds import Chance, Heading, Odds
from companion.engine.requests import Choose, Number, Option, Pick, Plan, Request, Roll, Split, YesNo
from companion.engine.session import Session
from companion.play.random_player import RandomPlayer
from companion.tui.app import CompanionApp
from companion.tui.screens.guide import GuideScreen
from companion.tui.widgets.choosing import SealedBody
from companion.tui.widgets.entries import NumberBody
from companion.tui.widgets.face_row import TAKE_BACK
from companion.tui.widgets.splitting import SplitBody
from tests.examples import request_of, run_of, table_of
from tests.games.duel import example
from tests.searching import one_in
from tests.store.feuds import feud
from tests.tui.fakes import app, mode, press, screen_text, sees, showing, typed_text, until
from tests.tui.mouse import alone, answer, command, tap, tap_meta, tap_row, tap_words
from tests.tui.test_new_game import saves
from tests.tui.test_play import TO_THE_ROLL, TO_THE_SPLIT


@pytest.mark.parametrize("size", [(80, 24), (45, 50)])
async def test_dice_are_tapped_taken_back_and_given(size: tuple[int, int]) -> None:
    async with showing(size=size) as (pilot, opened):
        await press(pilot, *TO_THE_ROLL)
        for face in "65311":
            await tap_meta(pilot, "face", face)
        await sees(pilot, "1 too many", "▐6▌▐5▌" if size == (80, 24) else "● ●     ● ●")
        await tap_meta(pilot, "face", TAKE_BACK)
        await until(pilot, lambda: typed_text(pilot) == "6 5 3 1 ", "a die taken back")
        await tap_meta(pilot, "command", "accept")
        await until(pilot, lambda: opened.session.request is not None and opened.session.request.name == "blow")
        run = run_of(opened.session)
        assert run.answers[-1].value == ((6, 5), (3, 1))


async def test_a_split_in_secret_is_tapped_and_nothing_shows_which() -> None:
    shown = []
    for column in ("2/1", "1/2"):
        async with showing() as (pilot, opened):
            await press(pilot, *TO_THE_SPLIT)
            await tap(pilot, column, "attack/guard")
            await sees(pilot, "• •")
            shown.append(pilot.app.export_screenshot(simplify=True))
            await tap(pilot, "seal", "Enter")
            await sees(pilot, "◆ Rhea has sealed an answer. Hand over to ■ Boris.")
            assert opened.session.sealed == ["red"]
    assert shown[0] == shown[1]


async def test_arrows_move_a_split_only_while_it_is_shown() -> None:
    async with showing() as (pilot, _):
        await press(pilot, *TO_THE_SPLIT, "right", "left")
        assert typed_text(pilot) == ""
        await press(pilot, "v", "right")
        await until(pilot, lambda: typed_text(pilot) == "3 0")
        await press(pilot, "right")
        await until(pilot, lambda: typed_text(pilot) == "2 1")
        await press(pilot, "left", "left")
        await until(pilot, lambda: typed_text(pilot) == "0 3")


async def test_what_is_wrong_with_a_secret_does_not_name_it() -> None:
    async with showing() as (pilot, _):
        await press(pilot, *TO_THE_SPLIT, "3", "3", "enter")
        await sees(pilot, "✗ That split is not allowed")
        assert "3 of 3" not in screen_text(pilot.app).split("RHEA:")[1].split("attack/guard")[1]


__all__ = ["saves"]


FACES = "1      2      3      4      5      6"


async def test_a_fight_and_its_points_by_mouse_alone() -> None:
    """An action of the Table, whom it is about, both splits in secret, two rolls, a choice, and victory points."""
    async with showing(size=(120, 30)) as (pilot, opened):
        for text, line, seen in (
            ("Exchange blows", "1  ", "which?"),
            ("◆ A Ann", "1  ", "whom does Ann fight?"),
            ("Bob", "1  ", "to face each other"),
            ("Enter done", "", "RHEA: split Ann's dice"),
            ("2/1", "attack/guard", "• •"),
            ("Enter seal", "", "BORIS: split"),
            ("1/2", "attack/guard", "• •"),
            ("Enter seal", "", "0 of 4 dice in"),
            ("4", FACES, "1 of 4 dice in"),
            ("5", FACES, "● ●      ● ●"),
            ("6", FACES, "3 of 4 dice in"),
            ("1", FACES, "Enter takes these dice"),
            ("Enter take", "? help", "Bob [/ strikes Ann"),
            ("1", FACES, "1 of 2 dice in"),
            ("1", FACES, "Enter takes these dice"),
            ("Enter take", "? help", "did the crowd cheer?"),
            ("Yes", "y  ", "2 of 3"),
            ("k kit", "", "VICTORY POINTS"),
            ("+ point", "Esc", "+1  by hand"),
            ("■ Boris", "", "▸ ■ Boris"),
            ("+ point", "Esc", "■ Boris     1"),
            ("Esc back", "", "RHEA  1 VP"),
        ):
            await tap(pilot, text, line)
            await sees(pilot, seen)
        table = opened.session.table
        assert table.unit("bob").health == 2
        assert [side.score for side in table.sides.values()] == [1, 1]


SIZES = [(80, 24), (100, 30)]
PHONE = (45, 38)
MELEES = {
    "bushido": (("Bushido", "Bridge at Kagu"), "Melee exchange out of turn"),
    "gods_gloom": (("God's Gloom", "The broken causeway"), "Melee"),
    "legion": (("Star Wars", "Skirmish at the moisture farm"), "Melee attack"),
    "speedies": (("Try this first",), ""),
    "better_wargame": (("Building a Better", "Charge in the ruined town"), "Play the Melee phase"),
}
"""Of each game a ready one by the rows that lead to it, and the action that leads into a melee, if none is open."""


def plainly(request: Request[object]) -> object:
    """What somebody taps who reads no further than needed: the first choice, faces from the middle, no number."""
    if isinstance(request, Choose):
        return next(option.value for option in request.options if option.why_not is None)
    if isinstance(request, Pick):
        return [option.value for option in request.options if option.why_not is None][: request.at_least]
    if isinstance(request, YesNo):
        return request.default
    return request.random(Random(3))


@pytest.mark.parametrize(
    ("game", "size"),
    one_in(
        4,
        [
            *((game, SIZES[0]) for game in sorted(MELEES)),
            ("bushido", SIZES[1]),
            *((game, PHONE) for game in sorted(MELEES)),
        ],
    ),
    ids=lambda of: of if isinstance(of, str) else f"{of[0]}x{of[1]}",
)
async def test_a_melee_is_fought_by_mouse_alone(game: str, size: tuple[int, int], tmp_path: Path) -> None:
    """From the list of ready games to the end of the melee, own dice included, and a roll taken back."""
    titles, action = MELEES[game]
    async with app(tmp_path).run_test(size=size) as pilot:
        await sees(pilot, "READY TO PLAY")
        await press(pilot)
        for title in titles:
            await tap_words(pilot, title)
        if action:
            await sees(pilot, action)
            await tap_words(pilot, action)
        else:
            await until(pilot, lambda: isinstance(pilot.app.screen, GuideScreen), "the guide")
        while not isinstance(pilot.app.screen, GuideScreen):
            await tap_row(pilot, None, place=0)
        running = pilot.app
        assert isinstance(running, CompanionApp)
        assert running.controller is not None
        session = running.controller.session
        rolls, undone = 0, False
        while session.run is not None:
            request, before = session.request, (session.request, session.sealed)
            assert request is not None
            await answer(pilot, request, plainly(request), secret=session.secret is not None)
            assert (session.request, session.sealed) != before, screen_text(running)
            rolls += isinstance(request, Roll)
            if isinstance(request, Roll) and not undone and mode(pilot) == "ask":
                undone = True
                await command(pilot, "undo")
                assert request_of(session).key == request.key
                # The dice still lie there.
                await tap_meta(pilot, "command", "accept")
        assert rolls
        if mode(pilot) == "end":
            await tap_meta(pilot, "command", "accept")
        assert mode(pilot) == "table"


@pytest.mark.parametrize("size", one_in(2, zip(SIZES)))
async def test_what_the_foot_has_no_room_for_is_tapped_under_help(size: tuple[int, int]) -> None:
    async with showing(size=size) as (pilot, opened):
        for of, seen, back in (
            ("kit", "VICTORY POINTS", "back"),
            ("change_game", "WHERE THE GAME STANDS", "back"),
            ("luck", "No dice were thrown yet.", "back"),
            ("log", "Nothing has happened yet.", "back"),
            ("settings", "kept at once", "back"),
            ("report", "Write the report", "back"),
        ):
            await command(pilot, of)
            await sees(pilot, seen)
            await command(pilot, back)
        await command(pilot, "change_game")
        await tap(pilot, " +", "Round")
        await until(pilot, lambda: opened.session.table.round == 2, "round 2")
        await tap(pilot, "− 2", "Round")
        await until(pilot, lambda: opened.session.table.round == 1, "round 1")
        await command(pilot, "back")
        await command(pilot, "home")
        await sees(pilot, "n new")


async def test_a_number_without_chances_is_counted_with_two_signs() -> None:
    request = Number("how_many", by="red", title="how many?", lo=0, hi=3)
    async with alone(NumberBody(request, example())) as pilot:
        for by, now in ((1, "1"), (1, "2"), (-1, "1")):
            await tap_meta(pilot, "by", by)
            assert typed_text(pilot) == now


async def test_a_number_in_secret_is_tapped_below_its_chances() -> None:
    request = Number("how_many", by="red", title="how many?", lo=0, hi=3)
    rows = tuple(Chance(str(number), "wins", Fraction(number, 4), "ann") for number in range(4))
    body = NumberBody(request, example(), masked=True)
    async with alone(body) as pilot:
        body.show_odds(Odds("the fight", "this exchange", rows, (Heading("wins", "ann", "Ann wins"),)))
        await press(pilot)
        await tap_meta(pilot, "number", 2)
        assert typed_text(pilot) == "2"
        await sees(pilot, "•")


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_number_stands_between_its_signs_with_what_enter_alone_is(size: tuple[int, int]) -> None:
    why = "a Retreat Arc is up to three hexes, a table ruling"
    request = Number("how_many", by="red", title="how many?", lo=0, hi=3, default=3, why_hi=why)
    body = NumberBody(request, example())
    async with alone(body, size=size) as pilot:
        await sees(pilot, " ‹  ▌ 3  ›", "Enter alone is 3; 0 to 3 (a", "ruling)")
        await press(pilot, "left")
        await sees(pilot, " ‹  2▌   ›", "0 to 3 (a")
        await press(pilot, "right")
        assert typed_text(pilot) == "3"


async def test_by_touch_what_a_special_costs_is_in_view_however_long_its_name() -> None:
    parts = {"attack": (0, 4), "guard": (0, 4)}
    plans = [Plan("none", "no special", 4, parts), Plan("long", "Sidestep Defence (1)", 3, parts)]
    body = SplitBody(Split("split", by="red", title="split", plans=plans), example())
    async with alone(body, size=(45, 38)) as pilot:
        await sees(pilot, "Sidestep", "−1 die")
        await tap_meta(pilot, "plan", 2)
        await sees(pilot, "2/1", "✓")
        await tap_meta(pilot, "way", (2, 1))
        assert body.answer() == {"plan": "long", "parts": {"attack": 2, "guard": 1}}


async def test_by_touch_a_number_is_a_key_and_may_be_typed_all_the_same() -> None:
    body = NumberBody(Number("how_many", by="red", title="how many?", lo=0, hi=3, default=3), example())
    async with alone(body, size=(45, 38)) as pilot:
        await tap_meta(pilot, "number", 1)
        assert body.answer() == 1
        await press(pilot, "backspace", "2")
        assert body.answer() == 2
    many = NumberBody(Number("how_many", by="red", title="how many?", lo=0, hi=40, default=3), example())
    async with alone(many, size=(45, 38)) as pilot:
        await tap_meta(pilot, "by", 1)
        assert many.answer() == 4


@pytest.mark.parametrize("several", [False, True])
async def test_a_choice_in_secret_is_tapped_and_nothing_shows_which(several: bool) -> None:
    options = [Option("a", "left"), Option("b", "right"), Option("c", "middle")]
    shown = []
    for tapped in ((1, 2), (3, 1)):
        request: Request[object]
        if several:
            request = Pick("which", by="red", title="which?", options=options, at_least=0, at_most=3)
        else:
            request = Choose("which", by="red", title="which?", options=options)
        body = SealedBody(request, example(), masked=True)
        async with alone(body) as pilot:
            for number in tapped:
                await tap_meta(pilot, "option", number)
            await sees(pilot, "•")
            shown.append(pilot.app.export_screenshot(simplify=True))
            wanted = sorted("abc"[number - 1] for number in tapped)
            answered = body.answer()
            assert (sorted(answered) if several else answered) == (wanted if several else "abc"[tapped[-1] - 1])
    assert shown[0] == shown[1]


async def test_a_battle_of_a_campaign_is_begun_by_mouse_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "BUILT_IN", {"feud": "tests.store.feud:FEUD"})
    monkeypatch.setattr(store, "ready_dir", lambda: tmp_path / "ready", raising=False)
    folder = tmp_path / "saves"
    folder.mkdir()
    feud(folder)
    async with app(folder).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "CAMPAIGNS")
        await tap_words(pilot, "The long feud")
        await sees(pilot, "NEXT BATTLE")
        await tap_words(pilot, "A practice battle")
        await sees(pilot, "WHO COMES ALONG")
        await tap_words(pilot, "Rone")
        await sees(pilot, "left at home")
        await tap_words(pilot, "Play this battle")
        await sees(pilot, "Exchange blows")
        await command(pilot, "campaign")
        await sees(pilot, "NEXT BATTLE")
        await command(pilot, "back")
        await sees(pilot, "CAMPAIGNS")


async def test_a_tap_on_a_sealed_option_below_the_titles_of_its_chances_is_that_option() -> None:
    session = Session(table_of("gods-gloom"), rng=Random(1))
    player = RandomPlayer(Random(1))
    while session.secret is None or not isinstance(session.request, Choose):
        player.step(session)
    request = session.request
    body = SealedBody(request, session.table, masked=True)
    async with alone(body) as pilot:
        odds = session.odds(request)
        assert odds is not None
        body.show_odds(odds)
        await press(pilot)
        for number, option in enumerate(request.options, 1):
            await tap(pilot, option.label.split()[0])
            assert body.answer() == option.value, number


async def test_a_tap_on_what_is_chosen_in_secret_takes_it_back_where_several_may_be() -> None:
    options = [Option("a", "left"), Option("b", "right"), Option("c", "middle")]
    pick: Request[object] = Pick("which", by="red", title="which?", options=options, at_least=0, at_most=3)
    choose: Request[object] = Choose("which", by="red", title="which?", options=options)
    for request, tapped, typed in ((pick, (2, 1, 2, 3), "1 3"), (pick, (2, 2), ""), (choose, (2, 2), "2")):
        body = SealedBody(request, example(), masked=True)
        async with alone(body) as pilot:
            for number in tapped:
                await tap_meta(pilot, "option", number)
            assert body.entry.value == typed
            assert body.entry.cursor_position == len(typed)
