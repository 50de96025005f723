"""The faults that a person makes: a bound off by one, the wrong of two signs, a condition that is forgotten."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

SIGNS: Final = {ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">")}
ADDED: Final = {ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.FloorDiv: ("//", "*")}
JOINED: Final = {ast.And: ("and", "or"), ast.Or: ("or", "and")}
NAMES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
MOST_CONSTANT: Final = 40
"""Greater numbers are sizes and limits of the machine, not of a rulebook."""


class Mutation(NamedTuple):
    """One fault: the characters from `begin` to `end` of a file become `after`."""

    file: Path
    line: int
    begin: int
    end: int
    before: str
    after: str

    def applied(self, text: str) -> str:
        """The text of the file with it."""
        return text[: self.begin] + self.after + text[self.end :]


def mutations(file: Path) -> Iterator[Mutation]:
    """Every fault that can be put into a file, in the order of its lines."""
    text = file.read_text(encoding="utf-8")
    starts = [0]
    for row in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(row))
    rows = text.splitlines()

    def place(line: int, column: int) -> int:
        # Columns count bytes.
        return starts[line - 1] + len(rows[line - 1].encode()[:column].decode())

    for node in ast.walk(ast.parse(text)):
        for begin, end, after in _faults(node, text, place):
            yield Mutation(file, text.count("\n", 0, begin) + 1, begin, end, text[begin:end], after)


def _faults(node: ast.AST, text: str, place: object) -> Iterator[tuple[int, int, str]]:
    assert callable(place)

    def between(left: ast.expr, right: ast.expr, signs: tuple[str, str]) -> Iterator[tuple[int, int, str]]:
        begin, end = place(left.end_lineno, left.end_col_offset), place(right.lineno, right.col_offset)
        found = re.search(rf"(?<![\w<>=!]){re.escape(signs[0])}(?![\w<>=])", text[begin:end])
        if found is not None:
            yield begin + found.start(), begin + found.end(), signs[1]

    if isinstance(node, ast.Compare):
        for left, sign, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            if type(sign) in SIGNS:
                yield from between(left, right, SIGNS[type(sign)])
    elif isinstance(node, ast.BinOp) and type(node.op) in ADDED:
        if not any(isinstance(side, (ast.JoinedStr, ast.Tuple, ast.List)) for side in (node.left, node.right)):
            yield from between(node.left, node.right, ADDED[type(node.op)])
    elif isinstance(node, ast.BoolOp):
        for left, right in zip(node.values, node.values[1:], strict=False):
            yield from between(left, right, JOINED[type(node.op)])
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        begin = place(node.lineno, node.col_offset)
        yield begin, begin + len("not "), ""
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMES:
        name = node.func
        yield place(name.lineno, name.col_offset), place(name.end_lineno, name.end_col_offset), NAMES[name.id]
    elif isinstance(node, ast.Constant) and type(node.value) is int and node.value <= MOST_CONSTANT:
        yield place(node.lineno, node.col_offset), place(node.end_lineno, node.end_col_offset), str(node.value + 1)
