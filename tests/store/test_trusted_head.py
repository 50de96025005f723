"""The fast way to read a head is the same as TOML, or is not taken."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest

from companion.engine import registry
from companion.store import create_session, open_session, summaries
from companion.store.format.spans import head_of
from companion.store.format.trusted_head import trusted_head
from companion.testing import play_random
from tests.games.duel import example
from tests.store.helpers import put, text_of

NAMES = ["Duel", "Bridge at “Kagu”", "今日", 'a "quoted" name', "a\\b", "[summary]", "x\ty", "", "}, left = 3", "#"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("entries", [0, 2])
def test_it_reads_what_toml_reads(tmp_path: Path, name: str, entries: int) -> None:
    table = example()
    next(iter(table.sides.values())).name = name or "-"
    file = create_session(table, tmp_path, name)
    opened = open_session(file)
    play_random(opened.session, Random(2), most_entries=entries)
    opened.close()
    head = head_of(text_of(file))
    read = trusted_head(head)
    assert read == (None if set(name) & set('"\\\t') else tomllib.loads(head))


def test_a_head_that_was_changed_anywhere_is_left_to_toml(duel: Path) -> None:
    data = head_of(text_of(duel)).encode()
    for place in range(len(data)):
        broken = bytearray(data)
        broken[place] ^= 1 << (place % 7)
        text = bytes(broken).decode(errors="replace")
        read = trusted_head(text)
        assert read is None or read == tomllib.loads(text) == tomllib.loads(data.decode()) | {
            "session": read["session"]
        }


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("round = 1", "round = 2"),
        ('game = "', "game='"),
        ("\n[options]", "\n[summary]\n\n[options]"),
        ("[session]\n", "[session.contains]\nrecords = 4\n\n[session]\n"),
        ("format = 1\n", "format = 1\nformat = 1\n"),
        ("checksum = ", "no_checksum = "),
    ],
)
def test_what_a_hand_wrote_is_left_to_toml(duel: Path, old: str, new: str) -> None:
    put(duel, old, new)
    read = trusted_head(head_of(text_of(duel)))
    assert read is None


def test_a_list_of_what_companion_wrote_needs_no_toml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in registry.BUILT_IN:
        made = registry.find(game).example
        if made is not None:
            create_session(made(), tmp_path, game)
    listed = summaries(tmp_path)
    assert len(listed) >= 5

    def never(text: str) -> None:
        raise AssertionError(text)

    monkeypatch.setattr("companion.store.listing.tables_of", never)
    assert summaries(tmp_path) == listed
