"""What stands with the fighters, or was said with a result, is not said again under `last`."""

import pytest

from companion.engine.log import LogLine, open_lines
from companion.engine.session import Session
from companion.engine.standing import Standing
from companion.engine.state.changes import Note
from companion.tui.widgets.board import happened_since
from companion.tui.widgets.heads import met_words
from companion.tui.widgets.notices import ended
from tests.examples import run_of
from tests.tui.fakes import MemoryOpened, press, screen_text, showing
from tests.tui.scenes import at


async def shown(opened: MemoryOpened, size: tuple[int, int]) -> str:
    """The screen at the open request, in one line."""
    async with showing(opened, size=size) as (pilot, _):
        await press(pilot)
        return " ".join(screen_text(pilot.app).split())


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
async def test_after_the_reveal_of_bushido_each_split_stands_once_beside_its_fighter(size: tuple[int, int]) -> None:
    opened = at("bushido", "melee", {"pair": "hiro+oda"}, "7")
    text = await shown(opened, size)
    notes = [line.text for line in open_lines(opened.session) if line.kind == "note"]
    assert any(note.startswith("Hiro 2 attack / 2 defence") for note in notes), "the log has it"
    assert "Hiro 2 attack / 2 defence" not in text
    assert "2 attack, 2 defence" in text
    assert "How many Melee boosts" not in text, "what was answered before is no news after a reveal"


async def test_what_the_stage_has_no_room_for_is_said_below_it() -> None:
    told = "Hiro strikes first"
    opened = at("bushido", "melee", {"pair": "hiro+oda"}, "5")
    assert told in await shown(opened, (80, 24))
    roomy = await shown(opened, (100, 30))
    assert told not in roomy
    assert "strikes first" in roomy


async def test_numbers_that_stand_with_the_request_are_not_said_before_it() -> None:
    opened = at("gods-gloom", "melee", {"attacker": "lancers"}, "ATC.10")
    text = await shown(opened, (100, 30))
    assert text.count("base 4, charge +1, Charge Bonus +1") == 1
    assert "Lancers flank Stingers" not in text


def test_a_volley_is_told_by_its_result() -> None:
    opened = at("speedies", "melee_phase", {}, "melee_check")
    session: Session = opened.session
    session.answer([[8]])
    run = run_of(session)
    told = [event.text for event in run.context.events if isinstance(event, Note) and event.beside == "result"]
    assert len(told) == 1
    assert told[0] not in [line.text for line in open_lines(session)]


async def test_the_band_does_not_say_at_its_right_what_its_title_says() -> None:
    opened = at("speedies", "melee_phase", {}, "melee_check")
    text = await shown(opened, (100, 30))
    assert "d20, 12 or more" in text
    assert "roll 1 d20" not in text
    opened = at("bushido", "melee", {"pair": "hiro+oda"}, "7")
    assert "roll all dice of Hiro and Oda together Roll" not in await shown(opened, (100, 30))


async def test_the_stage_leaves_out_what_stands_with_the_dice_or_was_just_revealed() -> None:
    revealed = await shown(at("bushido", "melee", {"pair": "hiro+oda"}, "7"), (100, 30))
    assert "2 attack, 2 defence" in revealed
    assert "split 2 attack" not in revealed
    rolled = await shown(at("bushido", "melee", {"pair": "hiro+oda"}, "12"), (100, 30))
    assert "attack result" not in rolled
    assert "success level 7" in rolled
    roomy = await shown(at("bushido", "melee", {"pair": "hiro+oda"}, "12"), (100, 38))
    assert "split 2 attack / 2 defence" in roomy


def test_counters_are_no_news() -> None:
    counted = LogLine(0, "change", "", "Boyz: In contact 4 → 3", (), "", 1, small=True)
    told = LogLine(0, "change", "", "Boyz and Squad touch", (), "", 1)
    assert happened_since([told, counted]) == ["Boyz and Squad touch"]


def test_a_melee_of_many_has_a_head() -> None:
    many = [Standing(name, "red", name, "fights", ()) for name in ("Ann", "Bob", "Cid")]
    one = Standing("dun", "blue", "Dun", "fights", ())
    assert met_words([*many, one]) == "Ann and 2 more against Dun"
    assert met_words([*many[:2], one]) == "Ann, Bob against Dun"


def test_what_a_phase_came_to_is_folded_and_not_cut_off() -> None:
    opened = at("speedies", "melee_phase", {}, "nothing")
    entry = opened.session.entries[-1]
    notice = ended(opened.session.table, entry, [f"Line {n}" for n in range(12)], "go on")
    assert [row.plain for row in notice.drawn(80)][-4:-1] == ["  Line 10", "  Line 11", ""]
    assert len(notice.drawn(80)) == 14
    assert len(ended(opened.session.table, entry, ["word " * 30], "go on").drawn(80)) == 4
