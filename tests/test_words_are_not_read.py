"""Facts travel as fields: no expression reads text that the program wrote. What may read text is named here."""

import ast

from tests.sources import ROOT, trees

READERS = {
    "engine/dice.py": "faces that players type, and the names of numbered dice",
    "engine/setup.py": "a typed name, made an id",
    "frontend/entry_texts.py": "entries of a card as players type them",
    "frontend/line_parts.py": "the parts of a typed line of a unit",
    "frontend/numbers.py": "typed numbers",
    "frontend/roster_lines.py": "the shape in a typed line of a unit",
    "frontend/splits.py": "a typed split",
    "play/speech.py": "signs, spoken as words",
    "report/markdown.py": "signs that Markdown would take for its own",
    "rules/bushido/melee/opening.py": "entries as cards print them",
    "rules/gods_gloom/traits.py": "entries as cards print them",
    "rules/gods_gloom/written.py": "a typed name, made an id",
    "rules/legion/units.py": "ids of minis",
    "testing/prompts.py": "prompts, whose words the contract checks",
    "tui/look/rows.py": "where a line may break",
    "tui/screens/home_rows.py": "the name of a file, and the phase that stands in it",
    "tui/screens/sheets.py": "cells of numbers, which are set to the right",
    "tui/widgets/guide_band.py": "whether a title names the dice that stand beside it",
    "tui/widgets/rolled.py": "the sign of a number below zero",
}
"""The modules outside the store that import `re`, with what they read: input, files, data, ids, the looks of a line."""


def test_nobody_else_reads_words() -> None:
    found = {
        file.relative_to(ROOT).as_posix()
        for file, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Import) and any(name.name == "re" for name in node.names)
    }
    inside = {file for file in found if not file.startswith("store/")}
    assert inside - READERS.keys() == set()
    assert READERS.keys() - inside == set(), "no longer needed"
