"""Laws of the sources: no private name of another library, no circle of imports, and paths made in one file."""

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from companion.engine.state import paths
from tests.sources import ROOT, trees

STORED = re.compile(r"\bself\.(_[a-z]\w*)(?:: [^=\n]+)? =")
PATH_TAKEN_APART = re.compile(
    r'(?:field|path)\.partition\("\."\)|"\." (?:not )?in (?:path|\w+\.field|\w+\.path)\b|"options\."'
)
NAMED_TUPLES = {"_replace", "_asdict", "_fields", "_make"}
"""What the documentation of Python gives to every one."""


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def defined(tree: ast.AST) -> set[str]:
    """Every private name that this module gives itself: functions, classes, variables, attributes, fields."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.attr if isinstance(node, ast.Attribute) else node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            # `__slots__` and `object.__setattr__` name attributes so.
            found.add(node.value)
    return {name for name in found if private(name)}


def test_no_private_name_of_another_library_is_imported_or_asked_for() -> None:
    own = set().union(*(defined(tree) for tree in trees().values()))
    wrong = []
    for file, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module and not node.module.startswith("companion"):
                names = [*node.module.split("."), *(alias.name for alias in node.names)]
                wrong += [f"{file.name}:{node.lineno} {name}" for name in names if private(name)]
            elif isinstance(node, ast.Import):
                wrong += [
                    f"{file.name}:{node.lineno} {a.name}" for a in node.names if any(map(private, a.name.split(".")))
                ]
            elif isinstance(node, ast.Attribute) and private(node.attr) and node.attr not in own | NAMED_TUPLES:
                wrong.append(f"{file.name}:{node.lineno} {node.attr}")
    assert wrong == []


def test_no_class_takes_a_private_name_of_a_class_of_textual() -> None:
    """Neither on purpose, to change what that does, nor by accident."""
    wrong = []
    for file, tree in trees().items():
        classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        if not classes or file.relative_to(ROOT).parts[0] != "tui":
            continue
        module = importlib.import_module(".".join(("companion", *file.relative_to(ROOT).with_suffix("").parts)))
        for name, node in classes.items():
            for base in vars(module)[name].__mro__:
                if base.__module__.startswith("textual."):
                    wrong += [f"{name} {taken} of {base.__name__}" for taken in sorted(defined(node) & stored(base))]
    assert wrong == []


def stored(cls: type) -> set[str]:
    """The private attributes of a class, and those that its module gives to a `self`."""
    return {name for name in vars(cls) if private(name)} | stored_in(cls.__module__)


@cache
def stored_in(module: str) -> frozenset[str]:
    """The private attributes that are set on `self` in this module."""
    source = Path(str(importlib.import_module(module).__file__)).read_text(encoding="utf-8")
    return frozenset(STORED.findall(source))


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


def test_dotted_paths_are_taken_apart_in_one_file() -> None:
    found = []
    for file in trees():
        # In a hint it is no path but a word about one.
        text = file.read_text(encoding="utf-8").replace('"options.NAME"', "")
        if file != Path(paths.__file__):
            found += [(file.name, hit) for hit in PATH_TAKEN_APART.findall(text)]
    assert found == []
