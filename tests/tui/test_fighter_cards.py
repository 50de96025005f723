"""The cards beside the request: the losses of the last result, lists with what they do, nothing below the last row."""

import pytest

from companion.engine import registry
from companion.frontend.entry_texts import Texts, entries, texts_by_name
from companion.frontend.hooks import Hooks
from companion.tui.widgets.fighter_card import fighter_cards
from tests.tui.fakes import MemoryOpened, screen_text, showing
from tests.tui.scenes import SCENES, answered, before_a_fall, played
from tests.tui.test_screens_of_play import of_game


def cards(game: str, scene: str, most: int, losses: dict[str, int] | None = None) -> list[str]:
    opened = played(SCENES[scene])
    session = opened.session
    side = session.standings[0].side
    own = [one for one in session.standings if one.side == side]
    texts = texts_by_name(session.ruleset.sheets(session.table.options))
    rows = fighter_cards(session.table, own, 27, most, losses=losses or {}, dying={}, texts=texts)
    assert all(row.cell_length <= 27 for row in rows), game
    return [row.plain for row in rows]


def test_what_traits_do_stands_below_them_while_there_is_room() -> None:
    rows = cards("bushido", "bushido", 60)
    at = rows.index("  Bravery")
    assert rows[at + 1].startswith("    Repeats a failed Fear")
    # What a weapon has stands with it, before the traits.
    assert rows.index("  Naginata") < rows.index("    Powerful Attack") < at
    short = cards("bushido", "bushido", 34)
    assert "  Bravery" in short
    assert not any("Repeats" in row for row in short)


@pytest.mark.parametrize("most", [34, 26, 20, 12])
def test_cards_keep_to_their_rows_and_never_lose_a_fighter(most: int) -> None:
    rows = cards("bushido", "bushido", most)
    assert len(rows) <= most
    assert {"◆ HIRO", "◆ KENKO"} <= set(rows)


def test_lists_close_up_before_they_go() -> None:
    rows = cards("bushido", "bushido", 28)
    assert any(row.startswith("  Weapons  Naginata, Reach") for row in rows)


async def test_a_card_has_the_losses_of_the_last_result() -> None:
    async with showing(before_a_fall("gods-gloom"), size=(140, 45)) as (pilot, _):
        await answered(pilot)
        left = [row[:31] for row in screen_text(pilot.app).splitlines()]
        assert any("×××××  0 of 5" in row for row in left)


async def test_what_the_keywords_of_a_unit_do_stands_on_its_screen() -> None:
    opened = of_game("legion")
    texts = texts_by_name(opened.session.ruleset.sheets(opened.session.table.options))
    known = dict(entries(opened.session.table.unit("luke"), texts))
    assert known["Deflect"].startswith("if a dodge was spent")
    assert "Jump 1" in known


def test_texts_are_those_of_the_options_in_force() -> None:
    opened = MemoryOpened(registry.find("speedies").example())  # type: ignore[misc]
    hooks, texts = Hooks(opened), Texts()
    first = texts.of(hooks)
    assert texts.of(hooks) is first
    opened.session.table.options = {**opened.session.table.options, "turns": 7}
    assert texts.of(hooks) is not first
