"""Names such as players give: brackets, emoji, sixty letters, right to left, control characters. All shown plainly."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from rich.cells import cell_len

import companion.tui
from companion.tui.text import clean
from tests.games.duel import example
from tests.tui.fakes import MemoryOpened, app, press, sees, show

NAMES = {
    "brackets": "Squad [/",
    "markup": "[bold red]Boss[/bold red] [/x]",
    "action": "[@click=app.quit]Tap[/]",
    "emoji": "⚔️ Héroïne 🐉",
    "long": "Sixtyletters" * 5,
    "rtl": "שלום עולם",
    "turned": "abc\u202egnp.exe",
    "control": "a\x1b[31mb\x00c\nd",
    "lone": "half \udc80 sign",
    "empty": "",
}


@pytest.mark.parametrize("name", [NAMES[n] for n in ("brackets", "action", "emoji", "long", "lone")])
async def test_every_screen_shows_the_name(name: str) -> None:
    table = example()
    table.name = name
    table.sides["red"].name = name or "red"
    table.unit("ann").name = name
    table.unit("bob").name = name + "!"
    async with app().run_test(size=(80, 24)) as pilot:
        await show(pilot, MemoryOpened(table))
        part = clean(name)[:8].strip()
        await sees(pilot, part)
        pilot.app.screen.query_one("#side-0").focus()
        await press(pilot, "enter")
        await sees(pilot, part)
        await press(pilot, "escape", "i", "escape", "1")
        await sees(pilot, part)
        await press(pilot, "1", "1")
        await sees(pilot, part)
        await press(
            pilot,
            "enter",
            "space",
            "2",
            "enter",
            "space",
            "1",
            "enter",
            "space",
            "space",
            "w",
            "escape",
            "l",
            "f",
            "escape",
            "escape",
            "e",
            "enter",
            "escape",
            "escape",
            "escape",
        )
        await sees(pilot, part)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_cleaned_text_is_one_line_that_takes_the_cells_it_says(name: str) -> None:
    text = clean(name)
    assert "\n" not in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    text.encode()


def test_no_module_hands_text_to_a_widget_that_reads_markup() -> None:
    """Only `widgets/plain.py` touches the widgets whose text is markup; nobody parses markup or sets border titles."""
    banned = {"Static", "Label", "Button", "OptionList", "DataTable", "Tree", "Select", "Tabs", "Checkbox", "Markdown"}
    root = Path(companion.tui.__file__).parent
    for file in sorted(root.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textual.widgets"):
                names = {alias.name for alias in node.names}
                assert file.name == "plain.py" or not names & banned, f"{file}: {names & banned}"
            if isinstance(node, ast.Attribute):
                assert node.attr not in ("from_markup", "border_title", "border_subtitle"), f"{file}:{node.lineno}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "notify":
                assert any(k.arg == "markup" for k in node.keywords), f"{file}:{node.lineno}"


def test_no_glyph_of_our_own_is_wider_than_a_cell() -> None:
    root = Path(companion.tui.__file__).parent
    for file in sorted(root.rglob("*.py")):
        wide = {c for c in file.read_text() if ord(c) > 127 and cell_len(c) != 1}
        assert not wide - {"︀", "️"}, f"{file}: {wide}"
