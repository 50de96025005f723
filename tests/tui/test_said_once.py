"""What stands with the fighters, or was said with a result, is not said again under `last`."""

from companion.engine.log import LogLine, open_lines
from companion.engine.session import Session
from companion.engine.standing import Standing
from companion.engine.state.changes import Note
from companion.tui.widgets.board import happened_since
from companion.tui.widgets.heads import met_words
from companion.tui.widgets.notices import ended
from tests.examples import run_of
from tests.tui.scenes import at


def test_a_volley_is_told_by_its_result() -> None:
    opened = at("speedies", "melee_phase", {}, "melee_check")
    session: Session = opened.session
    session.answer([[8]])
    run = run_of(session)
    told = [event.text for event in run.context.events if isinstance(event, Note) and event.beside == "result"]
    assert len(told) == 1
    assert told[0] not in [line.text for line in open_lines(session)]


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
