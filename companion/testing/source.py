"""What the source of a ruleset may not contain, because a replay could not repeat it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from importlib.util import find_spec, resolve_name
from pathlib import Path

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


def rule_sources(modules: Iterable[str]) -> list[Path]:
    """The files of these modules and of every module of the same package that they import, in order of their paths.

    Of a game in the tree that is what is in `companion.rules`, of a module without a package what is beside it.
    """
    left = list(modules)
    found: dict[str, Path] = {}
    while left:
        name = left.pop()
        file = _file_of(name)
        if name not in found and file is not None:
            found[name] = file
            left += [other for other in _imported(name, file) if _belongs(other, name, file)]
    return sorted(set(found.values()))


def _file_of(module: str) -> Path | None:
    """The source file of a module; None if there is no such module, or none with a source."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return None
    return Path(spec.origin) if spec is not None and spec.origin and spec.origin.endswith(".py") else None


def _imported(module: str, file: Path) -> Iterator[str]:
    """What a module imports, by full name. What comes `from` a module may be a module itself."""
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package) if node.level else str(node.module)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _belongs(other: str, module: str, file: Path) -> bool:
    """Whether a module that `module` imports is of the same game, as far as names say."""
    top = module.partition(".")[0]
    if top == "companion":
        return other.startswith("companion.rules.")
    if "." in module:
        return other.startswith(f"{top}.")
    beside = _file_of(other) if "." not in other else None
    return beside is not None and beside.parent == file.parent
