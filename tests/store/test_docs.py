"""The page on the files shows files that are true."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from random import Random

import pytest

from companion.store import check_file, open_session, read_roster
from companion.testing import play_random
from tests.store.helpers import text_of

PAGE = Path(__file__).parents[2] / "docs" / "file-format.md"


def examples() -> list[str]:
    return re.findall(r"```toml\n(.*?)```", text_of(PAGE), re.DOTALL)


def test_the_session_and_the_roster_of_the_page_open(tmp_path: Path) -> None:
    session, _, roster = examples()
    (tmp_path / "session.toml").write_text(session, encoding="utf-8")
    (tmp_path / "roster.toml").write_text(roster, encoding="utf-8")
    assert check_file(tmp_path / "session.toml") == []
    opened = open_session(tmp_path / "session.toml")
    assert opened.notices == []
    assert opened.session.table.unit("bob").health == 2
    opened.close()
    assert [u.name for u in read_roster(tmp_path / "roster.toml").units] == ["Ann"]


@pytest.mark.parametrize("place", [0, 1])
def test_what_companion_writes_has_no_key_that_the_page_leaves_out(duel: Path, place: int) -> None:
    opened = open_session(duel)
    play_random(opened.session, Random(2), most_entries=2)
    opened.session.start("exchange", {"fighter": next(u.id for u in opened.session.table.units.values() if u.alive)})
    opened.close()
    written = tomllib.loads(text_of((duel, duel.with_name("duel-at-dawn.open.toml"))[place]))
    shown = tomllib.loads(examples()[place])
    assert set(written) == set(shown)
    for name in ("summary", "session", "log"):
        assert set(written.get(name, {})) == set(shown.get(name, {}))
