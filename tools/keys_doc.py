"""Writes the table of docs/keys.md anew from the declaration of the commands.

python -m tools.keys_doc

"""

from __future__ import annotations

from pathlib import Path

from companion.tui.commands import COMMANDS, key_name

PAGE = Path(__file__).parents[1] / "docs" / "keys.md"
BEGIN, END = "<!-- made by tools.keys_doc -->", "<!-- end -->"


def table() -> str:
    """A row a command, in the order of the footer."""
    rows = ["| key | command | id | what it does |", "|---|---|---|---|"]
    for command in COMMANDS.values():
        keys = " ".join(f"`{key_name(key)}`" for key in command.keys)
        rows.append(f"| {keys} | {command.short or '–'} | `{command.id}` | {command.help} |")
    return "\n".join(rows)


def page(text: str) -> str:
    """The page with its table as declared now."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
