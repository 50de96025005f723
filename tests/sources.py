"""The program as it is written: every file of it, parsed once for all tests that read it."""

import ast
from functools import cache
from pathlib import Path

import companion

ROOT = Path(companion.__file__).parent


@cache
def trees() -> dict[Path, ast.Module]:
    """Every module of the program by its file."""
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted(ROOT.rglob("*.py"))}
