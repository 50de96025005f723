"""A game and its forms by mouse or finger alone: choices, dice, splits in secret, rows, pips, keys at the foot."""

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.containers import Vertical

from companion.engine import registry
from companion.engine.errors import InvalidInput
from companion.engine.log import lines
from companion.engine.odds import Chance, Heading, Odds
from companion.engine.requests import Choose, Number, Option, Pick, Plan, Request, Roll, Split, YesNo
from companion.engine.state.health import left
from companion.frontend.letters import letters
from companion.tui.forms.record_form import RecordForm
from companion.tui.screens.asking import PickOne
from companion.tui.screens.contacts import MeleeScreen
from companion.tui.screens.guide import GuideScreen
from companion.tui.screens.table import TableScreen
from companion.tui.screens.unit_card import CardForm
from companion.tui.screens.unit_form import UnitForm
from companion.tui.widgets.choosing import ChooseBody, SealedBody
from companion.tui.widgets.entries import NumberBody
from companion.tui.widgets.face_keys import TAKE_BACK
from companion.tui.widgets.lines import LineList
from companion.tui.widgets.splitting import SplitBody
from tests.examples import present, table_of
from tests.games.duel import example
from tests.searching import one_in
from tests.tui.fakes import TO_THE_ROLL, TO_THE_SPLIT, MemoryOpened, app, controller, mode, on_top, over, showing, shows
from tests.tui.mouse import Asked, alone, answer, click, command, tap, tap_meta, tap_row, tap_words
from tests.tui.player import misses, place, press, resize, rows_of, screen_text, sees, typed_text, until
from tests.tui.scenes import reached
from tests.tui.test_new_game import form


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
        run = present(opened.session.run)
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


async def test_what_is_wrong_with_a_secret_does_not_name_it_and_arrows_move_it_only_while_it_is_shown() -> None:
    async with showing() as (pilot, _):
        await press(pilot, *TO_THE_SPLIT, "3", "3", "enter")
        await sees(pilot, "✗ That split is not allowed")
        assert "3 of 3" not in screen_text(pilot.app).split("RHEA:")[1].split("attack/guard")[1]
        await press(pilot, "backspace", "backspace", "right", "left")
        assert typed_text(pilot) == ""
        await press(pilot, "v", "right")
        await until(pilot, lambda: typed_text(pilot) == "3 0")
        await press(pilot, "right")
        await until(pilot, lambda: typed_text(pilot) == "2 1")
        await press(pilot, "left", "left")
        await until(pilot, lambda: typed_text(pilot) == "0 3")


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
        session = controller(pilot).session
        rolls, undone = 0, False
        while session.run is not None:
            request, before = session.request, (session.request, session.sealed)
            assert request is not None
            await answer(pilot, request, plainly(request), secret=session.secret is not None)
            assert (session.request, session.sealed) != before, screen_text(pilot.app)
            rolls += isinstance(request, Roll)
            if isinstance(request, Roll) and not undone and mode(pilot) == "ask":
                undone = True
                await command(pilot, "undo")
                assert present(session.request).key == request.key
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


def number(hi: int = 3, *, masked: bool = False, **more: Any) -> NumberBody:
    request = Number("how_many", by="red", title="how many?", lo=0, hi=hi, **more)
    return NumberBody(request, example(), masked=masked)


async def test_a_number_stands_between_its_signs_with_what_enter_alone_is() -> None:
    body = number(default=3, why_hi="a Retreat Arc is up to three hexes, a table ruling")
    async with alone(body, size=(80, 24)) as pilot:
        for size in ((80, 24), (60, 20)):
            await resize(pilot, *size)
            await sees(pilot, " ‹  ▌ 3  ›", "Enter alone is 3; 0 to 3 (a", "ruling)")
        await press(pilot, "left")
        await sees(pilot, " ‹  2▌   ›", "0 to 3 (a")
        assert NumberBody(body.request, example(), 1).entry.value == "1", "as it was answered before"
        await press(pilot, "right")
        for by, now in ((-1, "2"), (-1, "1"), (1, "2")):
            await tap_meta(pilot, "by", by)
            assert typed_text(pilot) == now
        await press(pilot, *["right"] * 4)
        assert typed_text(pilot) == "3", "no further than it may be"


async def test_a_part_is_counted_no_further_than_it_may_be() -> None:
    plan = Plan("in", "in", None, {"attack": (0, 1), "guard": (0, 12)})
    body = SplitBody(Split("split", by="red", title="split", plans=[plan]), example())
    async with alone(body) as pilot:
        for by, now in ((1, 1), (1, 1), (-1, 0), (-1, 0)):
            await tap_meta(pilot, "by", by)
            assert body.entry.read() == (plan, {"attack": now, "guard": 0})


async def test_a_number_in_secret_is_tapped_below_its_chances() -> None:
    rows = tuple(Chance(str(count), "wins", Fraction(count, 4), "ann") for count in range(4))
    body = number(masked=True)
    async with alone(body) as pilot:
        body.show_odds(Odds("the fight", "this exchange", rows, (Heading("wins", "ann", "Ann wins"),)))
        await press(pilot)
        shown = []
        for typed in (1, 2):
            await tap_meta(pilot, "number", typed)
            assert typed_text(pilot) == str(typed)
            await sees(pilot, "•")
            shown.append(pilot.app.export_screenshot(simplify=True))
        assert shown[0] == shown[1], "no column says which"


async def test_by_touch_a_number_is_a_key_and_may_be_typed_all_the_same() -> None:
    body, many = number(default=3), number(40, default=3)
    async with alone(body, size=(45, 38)) as pilot:
        await tap_meta(pilot, "number", 1)
        assert body.answer() == 1
        await press(pilot, "backspace", "2")
        assert body.answer() == 2
        await pilot.app.push_screen(Asked(many))
        await tap_meta(pilot, "by", 1)
        assert many.answer() == 4


async def test_of_many_parts_the_one_that_is_typed_next_is_in_view() -> None:
    parts = {f"part {at}": (0, 9) for at in range(1, 31)}
    plan = Plan("in", "in", None, parts)
    body = SplitBody(Split("split", by="red", title="split", plans=[plan]), example())
    async with alone(body, size=(80, 18)) as pilot:
        await sees(pilot, "part 1 ")
        await press(pilot, *["1", "space"] * 24)
        await sees(pilot, "part 25")


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


SECRET = [Option("a", "left"), Option("b", "right"), Option("c", "middle")]


@pytest.mark.parametrize(
    "asked",
    [
        Choose("which", by="red", title="which?", options=SECRET),
        Pick("which", by="red", title="which?", options=SECRET, at_least=0, at_most=3),
    ],
    ids=["one", "several"],
)
async def test_a_choice_in_secret_is_tapped_and_nothing_shows_which(asked: Request[object]) -> None:
    """Where several may be chosen, a tap on what is takes it back."""
    shown = []
    async with alone(Vertical()) as pilot:
        for tapped in ((1, 2), (3, 1), (2, 1, 2, 3), (2, 2)):
            body = SealedBody(asked, example(), masked=True)
            await pilot.app.push_screen(Asked(body))
            for place in tapped:
                await tap_meta(pilot, "option", place)
            if len(tapped) == len(set(tapped)):
                await sees(pilot, "•")
                shown.append(pilot.app.export_screenshot(simplify=True))
            chosen = [n for n in tapped if tapped.count(n) == 1] if asked.several else [tapped[-1]]
            assert body.entry.value == " ".join(map(str, chosen))
            assert body.entry.cursor_position == len(body.entry.value)
            answered = body.answer()
            assert sorted(answered if asked.several else [answered]) == sorted("abc"[n - 1] for n in chosen)
            body.entry.fill("1 9")
            with pytest.raises(InvalidInput, match="a number of the list"):
                body.answer()
    assert shown[0] == shown[1]


async def test_a_tap_on_a_sealed_option_below_the_titles_of_its_chances_is_that_option() -> None:
    session = reached("gods-gloom", lambda s: s.secret is not None and isinstance(s.request, Choose)).session
    request = present(session.request)
    body, odds = SealedBody(request, session.table, masked=True), session.odds(request)
    assert odds is not None
    async with alone(body) as pilot:
        body.show_odds(odds)
        await press(pilot)
        for option in request.options:
            await tap(pilot, option.label.split()[0])
            assert body.answer() == option.value


async def test_a_tap_on_a_sealed_option_above_a_closed_one_is_that_option() -> None:
    options = [*SECRET, *(Option(name, name, "it is barred") for name in ("up", "down", "back", "out"))]
    rows = tuple(Chance(option.value, "dealt", p, "bob") for option, p in zip(SECRET, (0.5, 0.6, 0.7), strict=True))
    odds = Odds("ann", "Chance to wound", rows, (Heading("dealt", "bob", "wounds Bob"),))
    body = SealedBody(Choose("which", by="red", title="which?", options=options), example(), masked=True)
    body.folds = True
    async with alone(body) as pilot:
        body.show_odds(odds)
        await sees(pilot, "50 %", "4 closed")
        for option in SECRET:
            await tap(pilot, option.label.title())
            assert body.answer() == option.value


async def test_a_tap_on_what_is_out_of_view_turns_pages_and_then_to_the_first() -> None:
    options = [Option(str(n), f"Way {n}") for n in range(1, 31)]
    body = ChooseBody(Choose("which", by="red", title="which?", options=options), example())
    async with alone(body, size=(45, 38)) as pilot:
        await sees(pilot, "Way 1")
        seen = [0.0]
        while not seen[1:] or seen[-1]:
            await tap_meta(pilot, "more", True)
            assert len(seen) < 20
            seen.append(body.lines.scroll_offset.y)
        assert sorted(seen[:-1]) == seen[:-1] != [0]


async def test_a_name_that_is_typed_is_taken_or_left_at_the_foot(saves: Path) -> None:
    async with app(saves).run_test(size=(80, 24)) as pilot:
        screen = await form(pilot, saves)
        await tap(pilot, "+ unit")
        await tap(pilot, "a blank unit")
        await sees(pilot, "New unit")
        await press(pilot, *"Gruk")
        await command(pilot, "accept")
        await sees(pilot, "Gruk", "Esc when it is right")
        await tap(pilot, "Gruk", "Name")
        await sees(pilot, "Enter sets it")
        await press(pilot, *"Other")
        await command(pilot, "back")
        await misses(pilot, "Other")
        assert on_top(pilot, UnitForm).unit.name == "Gruk"
        # The words that name a key do what it does.
        await tap(pilot, "Gruk", "Name")
        await press(pilot, *"Grim")
        await tap(pilot, "Enter sets it")
        await sees(pilot, "Grim")
        await tap(pilot, "Esc when it is right")
        await until(pilot, lambda: pilot.app.screen is screen.screen, "the form of the game")


async def test_a_weapon_that_was_only_looked_at_keeps_the_mark() -> None:
    async with showing(MemoryOpened(table_of("bushido")), size=(80, 40)) as (pilot, opened):
        await over(pilot, CardForm(controller(pilot), "oda"))
        await sees(pilot, "Tough (1)")
        await tap(pilot, "Tough (1)")
        await until(pilot, lambda: shows(pilot.app.screen, RecordForm), "the form of the trait")
        await command(pilot, "back")
        await sees(pilot, "▸                            Tough (1)")
        assert opened.session.undo_count == 0


TWO_PLANS = [
    Plan("plain", "no special", 3, {"attack": (0, 3), "guard": (0, 3)}),
    Plan("sweep", "Sweep", 2, {"attack": (0, 2), "guard": (0, 2)}),
]


@pytest.mark.parametrize(
    ("taps", "wanted"),
    [
        ((("plan", 2), ("way", (1, 2))), {"plan": "plain", "parts": {"attack": 1, "guard": 2}}),
        ((("plan", 2),), None),
        ((("way", (2, 1)), ("plan", 2)), None),
        ((("way", (2, 1)),), {"plan": "plain", "parts": {"attack": 2, "guard": 1}}),
        ((("plan", 2), ("way", (3, 0)), ("plan", 1)), {"plan": "plain", "parts": {"attack": 3, "guard": 0}}),
    ],
)
async def test_a_split_in_secret_is_what_was_tapped_or_is_refused(
    taps: tuple[tuple[str, object], ...], wanted: object
) -> None:
    """A way is one of a plan: a special with fewer dice took all its dice for the attack."""
    request = Split("split", by="red", title="split", plans=TWO_PLANS)
    body = SplitBody(request, example(), masked=True)
    async with alone(body) as pilot:
        for key, value in taps:
            await tap_meta(pilot, key, value)
        if wanted is None:
            with pytest.raises(InvalidInput):
                body.answer()
        else:
            assert body.answer() == wanted
        assert screen_text(pilot.app).count("•") == (2 if taps == (("plan", 2),) else 6), "in the field and below it"


async def test_what_is_asked_again_is_in_view_however_much_is_taken_back() -> None:
    """Long lines took the room of those below them: how many more there are, and what is asked then."""
    opened = reached("bushido", lambda s: sum(len(line.text) > 70 for line in lines(s)) > 6 and s.run is None)
    async with showing(opened) as (pilot, _):
        await press(pilot, "l", "home")
        for _ in range(3):
            await press(pilot, "down", "h")
            if not isinstance(pilot.app.screen, PickOne):
                continue
            await sees(pilot, "lines more")
            assert any(words in screen_text(pilot.app) for words in ("Asked again", "at rest", "been played yet"))
            await press(pilot, "escape")


async def test_words_that_name_a_key_are_tapped_as_the_key() -> None:
    async with showing() as (pilot, opened):
        opened.session.connect("ann", "bob")
        await press(pilot, "k", "escape")
        await tap(pilot, "m melees")
        await until(pilot, lambda: isinstance(pilot.app.screen, MeleeScreen), "the melees")
        await command(pilot, "back")
        opened.session.disconnect("ann", "bob")
        await press(pilot, *TO_THE_SPLIT)
        await tap(pilot, "v show ")
        await sees(pilot, "v hide ")
        await tap(pilot, "v hide ")
        await sees(pilot, "v show ")


async def test_the_menu_is_opened_and_left_and_every_row_of_it_has_a_name() -> None:
    async with showing() as (pilot, opened):
        opened.session.adjust("ann", "health", 2, why="a fall")
        table = pilot.app.screen
        await command(pilot, "past")
        past = pilot.app.screen
        await command(pilot, "menu")
        await sees(pilot, "Search", "earlier", "One line of the log back")
        assert screen_text(pilot.app).count("One line of the log back") == 1
        await tap_meta(pilot, "command", "back")
        await until(pilot, lambda: pilot.app.screen is past, "the past")
        await command(pilot, "back")
        await until(pilot, lambda: pilot.app.screen is table, "the table")


GAMES = sorted(registry.BUILT_IN)


@pytest.mark.parametrize("game", GAMES)
async def test_a_wound_by_hand_takes_two_keys_and_its_healing_two(game: str) -> None:
    async with showing(MemoryOpened(table_of(game))) as (pilot, opened):
        units = opened.session.table.units
        of, letter = next((of, letter) for of, letter in letters(opened.session).items() if units[of].alive)
        before = left(units[of])
        await press(pilot, "minus", letter.lower())
        assert left(units[of]) == before - 1
        await press(pilot, "plus", letter)
        assert left(units[of]) == before


async def test_a_letter_is_no_command_after_a_sign_and_a_wrong_one_is_told() -> None:
    async with showing(MemoryOpened(table_of("gods-gloom"))) as (pilot, opened):
        await press(pilot, "less_than_sign")
        await sees(pilot, "morale  the letter of a unit")
        await press(pilot, "z")
        await sees(pilot, "No unit has the letter Z")
        await press(pilot, "less_than_sign", "c")
        lancers = next(unit for unit in opened.session.table.units.values() if unit.name == "Lancers")
        assert lancers.get("morale") == 2
        await press(pilot, "minus", "escape", "m")
        await sees(pilot, "Melees")


async def test_a_tap_on_the_last_pip_wounds_on_an_empty_one_heals_and_on_the_card_counts_a_mini() -> None:
    async with showing(MemoryOpened(table_of("legion")), size=(100, 40)) as (pilot, opened):
        luke = next(unit for unit in opened.session.table.units.values() if unit.name == "Luke Skywalker")
        lines = pilot.app.screen.query_one("#side-0", LineList)
        _, row = place(pilot, "Luke Skywalker")
        last = rows_of(pilot)[row].rindex("●", 0, 50)
        for pips, health in (("●●●●●·", 5), ("●●●●●●", 6)):
            await click(pilot, last, row)
            await sees(pilot, pips)
            assert left(luke) == health
        assert lines.value == luke.id
        bikes = next(unit for unit in opened.session.table.units.values() if "Bikes" in unit.name)
        on_top(pilot, TableScreen).play.card(bikes.id)
        await sees(pilot, "●●●  3 of 3")
        rows = rows_of(pilot)
        row = [y for y, text in enumerate(rows) if "●●●" in text][1]
        await click(pilot, rows[row].rindex("●"), row)
        await sees(pilot, "●●·")
        assert [own.get("wounds") for own in bikes.miniatures] == [0, 1]
        await press(pilot, "u")
        assert [own.get("wounds") for own in bikes.miniatures] == [0, 0]


def test_letters_never_move_when_units_leave_and_join() -> None:
    session = MemoryOpened(table_of("speedies")).session
    at_first = letters(session)
    gone = next(of for of in session.table.units if not any(of in pair for pair in session.table.contacts))
    unit = session.table.unit(gone)
    session.remove(gone)
    assert letters(session).items() >= {of: mark for of, mark in at_first.items() if of != gone}.items()
    session.join(unit)
    assert letters(session) == at_first


async def test_the_health_of_a_card_is_fills_and_a_tap_on_one_sets_it() -> None:
    async with showing(MemoryOpened(table_of("bushido")), size=(80, 24)) as (pilot, opened):
        aya = next(unit for unit in opened.session.table.units.values() if unit.name == "Masaema Aya")
        on_top(pilot, TableScreen).play.card(aya.id)
        await sees(pilot, "█▀█  of 6")
        await tap_meta(pilot, "count", -4)
        assert left(aya) == 2
        await sees(pilot, "█▀▀  of 6")
        await tap_meta(pilot, "count", 4)
        assert left(aya) == 6
        await tap_meta(pilot, "count", -1)
        assert left(aya) == 5
