"""Names such as players give: brackets, emoji, sixty letters, half a sign. All are shown plainly."""

import ast

from rich.cells import cell_len

from companion.tui.text import clean
from tests.examples import table_of
from tests.games.duel import example
from tests.sources import ROOT, trees
from tests.tui.fakes import MemoryOpened, showing
from tests.tui.player import press, rows_of, sees

NAMES = {
    "brackets": "Squad [/",
    "action": "[@click=app.quit]Tap[/]",
    "emoji": "⚔️ Héroïne 🐉",
    "long": "Sixtyletters" * 5,
    "lone": "half \udc80 sign",
}


async def test_every_screen_shows_the_names() -> None:
    table = example()
    table.name, table.sides["red"].name = NAMES["action"], NAMES["emoji"]
    units = {"ann": NAMES["brackets"], "bob": NAMES["long"], "cid": NAMES["lone"]}
    for of, name in units.items():
        table.unit(of).name = name
    side, ann, bob, cid = (clean(name)[:8].strip() for name in (table.sides["red"].name, *units.values()))
    async with showing(MemoryOpened(table)) as (pilot, _):
        await sees(pilot, clean(table.name)[:8], side.upper(), ann, bob, cid)
        pilot.app.screen.query_one("#side-0").focus()
        await press(pilot, "enter")
        await sees(pilot, ann)
        await press(pilot, "escape", "i")
        await sees(pilot, ann, bob, cid)
        await press(pilot, "escape", "1")
        await sees(pilot, ann, bob, cid)
        await press(pilot, "1")
        await sees(pilot, ann, bob, cid.title()[:4])
        await press(pilot, "1")
        await sees(pilot, ann, bob)
        await press(pilot, "enter", "space", "2", "enter", "space", "1", "enter", "space", "space")
        for panel in (("w",), ("l", "f", "escape"), ("e", "enter", "escape")):
            await press(pilot, *panel)
            await sees(pilot, ann)
            await press(pilot, "escape")
        await sees(pilot, ann)


async def test_a_long_name_of_a_side_leaves_room_for_who_is_to_act() -> None:
    table = table_of("gods-gloom")
    table.phase, table.active = "activation", next(iter(table.sides))
    for side in table.sides.values():
        side.put("activations_left", 3)
    table.side(table.active).name = "The Most Excellent Clan of the Western Mountains and Lakes"
    async with showing(MemoryOpened(table), size=(80, 24)) as (pilot, _):
        await sees(pilot, "THE MOST EXCE")
        (head,) = (line for line in rows_of(pilot) if "THE MOST EXCE" in line and "■" in line)
        assert "▀" in head.partition("■")[0], "how many are to act"


def test_no_module_hands_text_to_a_widget_that_reads_markup() -> None:
    """Only `widgets/plain.py` touches the widgets whose text is markup; nobody parses markup or sets border titles."""
    banned = {"Static", "Label", "Button", "OptionList", "DataTable", "Tree", "Select", "Tabs", "Checkbox", "Markdown"}
    for file, tree in trees().items():
        if ROOT / "tui" not in file.parents:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textual.widgets"):
                names = {alias.name for alias in node.names}
                assert file.name == "plain.py" or not names & banned, f"{file}: {names & banned}"
            if isinstance(node, ast.Attribute):
                assert node.attr not in ("from_markup", "border_title", "border_subtitle"), f"{file}:{node.lineno}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "notify":
                assert any(k.arg == "markup" for k in node.keywords), f"{file}:{node.lineno}"


def test_no_glyph_of_our_own_is_wider_than_a_cell() -> None:
    for file in sorted((ROOT / "tui").rglob("*.py")):
        wide = {c for c in file.read_text() if ord(c) > 127 and cell_len(c) != 1}
        assert not wide - {"︀", "️"}, f"{file}: {wide}"
