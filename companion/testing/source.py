"""What the source of a ruleset may not contain, because a replay could not repeat it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_MODULES = {"random", "time", "datetime", "os", "uuid", "secrets", "threading", "asyncio", "pathlib", "io"}
_CALLS = {"open", "print", "input", "hash", "id", "exec"}
_GUARDS = (ast.Try, ast.With, ast.AsyncWith)


def forbidden(source: str) -> Iterator[str]:
    """Every forbidden construct of a module's text, as `LINE: what it does`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] in _MODULES:
                    yield f"{node.lineno}: imports {alias.name}"
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in _MODULES:
            yield f"{node.lineno}: imports from {node.module}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLS:
            yield f"{node.lineno}: calls {node.func.id}()"
        elif isinstance(node, ast.Global):
            yield f"{node.lineno}: keeps a global"
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)) and _is_set(node.iter):
            yield f"{node.iter.lineno}: goes through a set"
        elif isinstance(node, _GUARDS) and any(isinstance(inner, ast.Await) for inner in ast.walk(node)):
            yield f"{node.lineno}: awaits inside try or with"
        elif isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value:
            yield f"{node.lineno}: loops without a bound"


def _is_set(node: ast.expr) -> bool:
    if isinstance(node, (ast.Set, ast.SetComp)):
        return True
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"set", "frozenset"}
