"""No file of the program imports itself by way of others, neither at its top, nor inside a function, nor for types."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.sources import ROOT, trees


def modules() -> dict[str, Path]:
    """Every module of the program by its dotted name."""
    named = {".".join(file.relative_to(ROOT.parent).with_suffix("").parts): file for file in trees()}
    return {name.removesuffix(".__init__"): file for name, file in named.items()}


def imported(file: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules of the program that a file imports anywhere in its text."""
    for node in ast.walk(trees()[file]):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in known else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_there_are_no_circles() -> None:
    known = modules()
    left = {name: {of for of in imported(file, known) if of in known and of != name} for name, file in known.items()}
    assert len(left) > 200
    while leaves := [name for name, others in left.items() if not others & left.keys()]:
        for name in leaves:
            del left[name]
    # What is left is in a circle, or leads into one.
    assert sorted(left) == []
