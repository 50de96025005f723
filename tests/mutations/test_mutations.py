"""The tool that puts faults into the code finds each kind of them, and puts in just what it says."""

import ast
from pathlib import Path

from tests.mutations.__main__ import PARTS, part_of, suite_of
from tests.mutations.drawn import mutations

CODE = '''"""Bounds are < and >."""


def hit(need: int, rolled: int, é: str = "ä<b") -> bool:
    return not (rolled >= min(6, need + 1) and é) or rolled < 2
'''


def test_each_kind_of_fault_is_drawn_where_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "hits.py"
    file.write_text(CODE, encoding="utf-8")
    last = [one.applied(CODE).splitlines()[-1].strip() for one in mutations(file)]
    assert sorted(last) == sorted(
        [
            "return (rolled >= min(6, need + 1) and é) or rolled < 2",
            "return not (rolled > min(6, need + 1) and é) or rolled < 2",
            "return not (rolled >= max(6, need + 1) and é) or rolled < 2",
            "return not (rolled >= min(7, need + 1) and é) or rolled < 2",
            "return not (rolled >= min(6, need - 1) and é) or rolled < 2",
            "return not (rolled >= min(6, need + 2) and é) or rolled < 2",
            "return not (rolled >= min(6, need + 1) or é) or rolled < 2",
            "return not (rolled >= min(6, need + 1) and é) and rolled < 2",
            "return not (rolled >= min(6, need + 1) and é) or rolled <= 2",
            "return not (rolled >= min(6, need + 1) and é) or rolled < 3",
        ]
    )


def test_every_part_has_faults_that_are_code_and_tests_to_notice_them() -> None:
    for part in PARTS:
        found = part_of(part)
        assert len(found) > 200
        for one in found[::50]:
            ast.parse(one.applied(one.file.read_text(encoding="utf-8")))
        assert suite_of(part, found[0].file)
