"""One bad file never hurts the others, and nobody reaches outside the folder."""

import errno
import os
import stat
import zlib
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import cli
from companion.engine.errors import NotSaved
from companion.store import disk
from companion.store.diagnostics import CannotOpen
from companion.store.folders import history_dir, log_file, ready_dir
from companion.store.format.wal_file import LogHeader, encode_log
from companion.store.listing import overview, summaries
from companion.store.manage import bin_file, copy_session
from companion.store.opening import open_session
from companion.store.restore import restore
from companion.store.verify import check_file, verify_file
from companion.testing import play_random
from tests.searching import one_in
from tests.store.feuds import feud
from tests.store.helpers import begun, picture, read_again
from tests.torture.children import failing

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links, pipes and permissions of Unix")


def sparse(file: Path) -> None:
    with file.open("wb") as handle:
        handle.truncate(1 << 30)


STRANGE: dict[str, Callable[[Path], Any]] = {
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
    "device": lambda f: f.symlink_to("/dev/zero"),
    "nowhere": lambda f: f.symlink_to(f.with_name("nobody")),
    "itself": lambda f: f.symlink_to(f),
    "large": sparse,
    "letters": lambda f: f.write_bytes(b"a" * 60_000 + b"!\n"),
    "spaces": lambda f: f.write_bytes(b"a" + b" " * 60_000 + b"!\n"),
    "quotes": lambda f: f.write_bytes(b'"\\' * 30_000),
    "nested header": lambda f: f.write_bytes(b"[" * 60_000),
    "nested value": lambda f: f.write_bytes(b"a = " + b"[" * 60_000),
    "dotted": lambda f: f.write_bytes(b"[" + b"a." * 30_000 + b"a]\n"),
    "quoted": lambda f: f.write_bytes(b"[" + b'"a". ' * 10_000 + b"a]\n"),
    "digits": lambda f: f.write_bytes(b"[summary]\n[session]\nid = " + b"9" * 5_000),
    "record number": lambda f: f.write_bytes(
        encode_log(LogHeader("x", 1, "y"), [])[0] + b"9" * 5_000 + b' = {a = 1, crc = "00000000"}\n'
    ),
    "no do": lambda f: f.write_bytes(encode_log(LogHeader("x", 1, "y"), [{"name": 1}])[0]),
    "binary": lambda f: f.write_bytes(bytes(range(256)) * 99),
}


@pytest.mark.parametrize("kind", STRANGE)
@pytest.mark.parametrize("name", ["x.toml", "duel-at-dawn.open.toml", "war/campaign.toml", ".bin/x.toml"])
def test_a_strange_file_costs_a_sentence_and_no_more(
    duel: Path, kind: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = duel.parent / name
    path.parent.mkdir(exist_ok=True)
    STRANGE[kind](path)
    listed = {one.name: one for one in summaries(duel.parent)}
    assert "Duel at dawn" in listed
    assert overview(duel.parent, ready_dir()).single
    assert cli.main(["list", "--saves", str(duel.parent)]) == 0
    assert "Duel at dawn" in capsys.readouterr().out
    cli.main(["check", str(path), str(duel)])
    assert "no faults" not in capsys.readouterr().out.partition(str(duel))[0] or kind == "nowhere"
    if name == "x.toml" and kind not in ("folder",):
        assert "x" not in listed or listed["x"].fault
    if name != "duel-at-dawn.open.toml":
        open_session(duel).close()
        return
    try:
        opened = open_session(duel)
    except CannotOpen as fault:
        said = str(fault)
    else:
        said = " ".join(opened.notices)
        opened.close()
    assert "duel-at-dawn.open.toml" in said


DEEP = "[" * 1_000 + "]" * 1_000


@pytest.mark.parametrize(
    "record",
    [
        '{do = "undo", count = 1} # what follows is a comment, crc = "%s"}',
        '{do = "undo", count = 1, crc = "00000000"} # what follows is a comment, crc = "%s"}',
        f'{{do = "start", procedure = "exchange", args = {{fighter = {DEEP}}}, crc = "%s"}}',
        f'{{do = "start", procedure = "exchange", args = {{fighter = {DEEP[800:1200]}}}, crc = "%s"}}',
        '{do = "start", ' + "a." * 5_000 + 'b = 1, crc = "%s"}',
    ],
    ids=["comment", "comment behind another", "deep", "less deep", "dotted"],
)
def test_a_record_that_no_companion_wrote_is_refused_whatever_its_checksum(duel: Path, record: str) -> None:
    """It fits its checksum, so only what stands in it can tell."""
    before = picture(restore(duel).session)
    header = restore(duel).loaded.header
    data, crc = encode_log(LogHeader(header.id, header.generation, "0123456789abcdef"), [])
    summed, _, _ = f"1 = {record}".rpartition(', crc = "%s')
    line = f"1 = {record}\n".replace("%s", f"{zlib.crc32(summed.encode(), crc):08x}").encode()
    log_file(duel).write_bytes(data + line)
    assert [one.name for one in summaries(duel.parent)] == ["Duel at dawn"]
    assert check_file(duel)
    assert verify_file(duel).found
    assert picture(open_session(copy_session(duel, duel.parent / "copies")).session) == before
    opened = open_session(duel)
    assert any("duel-at-dawn.open.toml" in notice for notice in opened.notices)
    assert picture(opened.session) == before
    opened.close()
    assert any(line in kept.read_bytes() for kept in duel.parent.glob("*.truncated-*"))


def test_links_for_a_temporary_name_a_log_or_a_bin_are_not_followed(
    duel: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    foreign = tmp_path_factory.mktemp("foreign")
    theirs = foreign / "theirs"
    theirs.write_text("theirs")
    duel.with_name(f".{duel.name}.new").symlink_to(theirs)
    disk.write_whole(duel, duel.read_bytes())
    assert theirs.read_text() == "theirs"
    assert not duel.is_symlink()
    log_file(duel).symlink_to(foreign / "log")
    with pytest.raises(CannotOpen):
        open_session(duel)
    log_file(duel).unlink()
    (duel.parent / ".bin").symlink_to(foreign)
    for file in (duel, feud(duel.parent)):
        with pytest.raises(CannotOpen, match="is a link"):
            bin_file(file)
    assert list(foreign.iterdir()) == [theirs]


@pytest.mark.parametrize("which", [".history", ".history/duel-at-dawn"])
def test_a_folder_of_generations_that_is_a_link_is_not_followed(
    duel: Path, which: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    foreign = tmp_path_factory.mktemp("foreign")
    (foreign / "duel-at-dawn").mkdir()
    for folder in (foreign, foreign / "duel-at-dawn"):
        (folder / "000001.toml").write_text("theirs")
    link = duel.parent / which
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(foreign)
    opened = open_session(duel, rng=Random(1))
    play_random(opened.session, Random(1))
    assert opened.close()
    assert "is a link" in opened.trouble
    assert {p.name for p in foreign.iterdir()} == {"000001.toml", "duel-at-dawn"}
    assert {p.read_text() for p in foreign.rglob("*.toml")} == {"theirs"}
    assert read_again(duel) == picture(opened.session)


def test_modes_are_kept(duel: Path) -> None:
    duel.chmod(0o600)
    opened = open_session(duel, rng=Random(1))
    opened.session.adjust("bob", "health", 1)
    opened.save()
    opened.session.start("exchange", {"fighter": "ann"})
    files = [duel, log_file(duel), *history_dir(duel).glob("*.toml")]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    opened.close()


def test_two_names_of_one_session_have_one_writer(duel: Path, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere" / "link.toml"
    link.parent.mkdir()
    link.symlink_to(duel)
    one, two = open_session(link), open_session(duel)
    assert (one.read_only, two.read_only) == (False, True)
    one.session.adjust("bob", "health", 1)
    one.close()
    two.close()
    assert link.is_symlink()
    assert [p.name for p in link.parent.iterdir()] == ["link.toml"]
    assert read_again(duel) == picture(one.session)


# -- errors that tell the truth ------------------------------------------------------------------------------------


CALLS = ("open", "write", "fsync", "replace", "ftruncate", "close", "fchmod", "unlink", "mkdir")


@pytest.mark.parametrize(("call", "number", "first"), one_in(3, product(CALLS, range(1, 7), (True, False))))
def test_what_was_refused_is_not_there_and_what_was_taken_is(duel: Path, call: str, number: int, first: bool) -> None:
    opened = open_session(duel, rng=Random(1))
    if not first:
        opened.session.start("exchange", {"fighter": "ann"})
    with failing(call, number, errno.EMFILE, for_good=False), suppress(NotSaved):
        if first:
            opened.session.start("exchange", {"fighter": "ann"})
        else:
            opened.session.answer("bob")
    seen = picture(opened.session)
    assert read_again(duel) | {"sticky": None} == seen | {"sticky": None}
    opened.close()
    assert read_again(duel) == seen


def test_neither_sync_nor_cut_and_yet_what_was_refused_is_gone(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = begun(duel, Random(1))
    before = picture(opened.session)

    def broken(*_: Any) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", broken)
        patch.setattr(os, "ftruncate", broken)
        with pytest.raises(NotSaved):
            opened.session.answer("bob")
    assert picture(opened.session) == before
    assert read_again(duel) == before
    opened.close()


def test_the_same_content_written_again_by_another_program_is_no_change(duel: Path) -> None:
    opened = open_session(duel, rng=Random(1))
    data = duel.read_bytes()
    duel.unlink()
    duel.write_bytes(data)
    opened.session.adjust("bob", "health", 1)
    assert opened.close()
    assert opened.file == duel
    assert opened.trouble == ""
    assert check_file(duel) == []
