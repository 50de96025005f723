"""What the head of the table leaves out where it is narrow: a name is not cut, and what is out of the common stays."""

from companion.tui.board.heads import table_head
from companion.tui.controller import SessionController
from companion.tui.widgets.heads import guide_head
from tests.games.duel import example
from tests.tui.fakes import MemoryOpened


def head(opened: MemoryOpened, width: int) -> str:
    opened.session.table.name = "A long day at the old bridge"
    return table_head(SessionController(opened), width).plain


def test_that_all_is_saved_goes_before_the_round() -> None:
    assert head(MemoryOpened(example()), 100).endswith("saved")
    narrow = head(MemoryOpened(example()), 45)
    assert "round 1" in narrow
    assert "saved" not in narrow


def test_that_something_is_wrong_stays() -> None:
    opened = MemoryOpened(example())
    opened.trouble = "full"
    assert "NOT SAVED" in head(opened, 45)
    assert "read-only" in head(MemoryOpened(example(), read_only=True), 60)


def test_the_place_and_the_round_stay_where_the_names_do_not_fit() -> None:
    opened = MemoryOpened(example())
    opened.session.table.unit("ann").name = "Anneliese of the Long Bridges beyond Kagu"
    opened.session.start("exchange", {"fighter": "ann"})
    opened.session.answer("bob")
    shown = guide_head(SessionController(opened), 60, "2 of 5").plain
    assert shown.split("  ")[0].strip() == "Exchange of blows"
    assert "Anneliese" not in shown
    assert shown.endswith("round 1  2 of 5  saved")
