"""A campaign as a zip: what goes out comes in again, and what somebody else made is not believed."""

import os
import shutil
import stat
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from companion.store import disk
from companion.store.campaign_zip import MOST_BYTES, MOST_FILES, export_campaign, import_campaign
from companion.store.campaigns import read_campaign
from companion.store.diagnostics import CannotOpen
from companion.store.joining import create_campaign
from companion.store.manage import copy_campaign
from tests.store.feuds import begin, drawn_alike, feud, play, session_file
from tests.store.helpers import put, read_again, text_of


@pytest.fixture(scope="module")
def _road(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with drawn_alike():
        file = feud(tmp_path_factory.mktemp("road"))
        play(file, begin(file, title="First blood"))
        begin(file, title="Second wind")
    return file


@pytest.fixture
def road(_road: Path, tmp_path: Path) -> Path:
    """A campaign of two battles, one of them closed."""
    return shutil.copytree(_road.parent, tmp_path / "saves" / _road.parent.name) / _road.name


def test_what_goes_out_comes_in_again(road: Path, tmp_path: Path) -> None:
    made = export_campaign(road, tmp_path / "road.zip")
    first = made.read_bytes()
    assert export_campaign(road, made).read_bytes() == first
    for folder in (tmp_path / "other", tmp_path / "saves"):
        file = import_campaign(made, folder)
        assert read_campaign(file) == read_campaign(road)
        for of in ("b1", "b2"):
            assert read_again(session_file(file, of)) == read_again(session_file(road, of))
        assert sorted(p.name for p in file.parent.iterdir()) == [
            "01-first-blood.toml",
            "02-second-wind.toml",
            "campaign.toml",
        ]
    assert (tmp_path / "saves" / "the-long-feud-2").is_dir()
    put(road, "skill = 4", "skill = 5")
    edited = import_campaign(export_campaign(road, made), tmp_path / "third")
    assert read_campaign(edited).rosters == read_campaign(road).rosters, "a change by hand comes along"


def hostile(road: Path, to: Path, *members: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("road/campaign.toml", text_of(road))
        for name, data in members:
            archive.writestr(name, data)
    return to


def link() -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("road/01-first-blood.toml")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("../evil.toml", "nowhere else"),
        ("/etc/evil.toml", "nowhere else"),
        ("road/deep/evil.toml", "nowhere else"),
        ("road/..\\evil.toml", "every system"),
        ("road/C:evil.toml", "every system"),
        ("road/con.toml", "device"),
        ("road/.hidden.toml", "only sessions"),
        ("road/run.sh", "only sessions"),
        ("road/CAMPAIGN.toml", "there twice"),
        ("other/x.toml", "one folder"),
        (link(), "a link"),
    ],
    ids=str,
)
def test_a_name_that_leads_elsewhere_is_refused(
    road: Path, tmp_path: Path, name: str | zipfile.ZipInfo, reason: str
) -> None:
    made = hostile(road, tmp_path / "x.zip", (name, b"x = 1"))
    with pytest.raises(CannotOpen, match=reason):
        import_campaign(made, tmp_path / "other")
    assert [p for p in tmp_path.rglob("*evil*") if p.is_file()] == []
    assert list((tmp_path / "other").iterdir()) == []


def test_sizes_are_bounded(road: Path, tmp_path: Path) -> None:
    big = hostile(road, tmp_path / "big.zip", ("road/big.toml", b" " * (MOST_BYTES + 1)))
    many = hostile(road, tmp_path / "many.zip", *((f"road/{n}.toml", b"") for n in range(MOST_FILES)))
    for made in (big, many):
        with pytest.raises(CannotOpen, match=r"larger|too many"):
            import_campaign(made, tmp_path / "other")
    data = bytearray(big.read_bytes())
    # A zip that lies about its size.
    size = (MOST_BYTES + 1).to_bytes(4, "little")
    while (at := data.find(size)) >= 0:
        data[at : at + 4] = (100).to_bytes(4, "little")
    big.write_bytes(bytes(data))
    with pytest.raises(CannotOpen):
        import_campaign(big, tmp_path / "other")
    assert list((tmp_path / "other").iterdir()) == []


def test_every_file_in_it_is_checked(road: Path, tmp_path: Path) -> None:
    put(road, "skill = 4", "skill = 44")
    put(session_file(road, "b2"), "skill = 4", 'skill = "many"')
    made = export_campaign(road, tmp_path / "x.zip")
    with pytest.raises(CannotOpen) as fault:
        import_campaign(made, tmp_path / "other")
    said = str(fault.value)
    assert "skill: Skill cannot be 44" in said
    assert "02-second-wind.toml" in said


@pytest.mark.parametrize("data", [b"", b"PK", b"no zip at all"])
def test_what_is_no_zip_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.zip").write_bytes(data)
    with pytest.raises(CannotOpen):
        import_campaign(tmp_path / "x.zip", tmp_path / "other")
    with pytest.raises(CannotOpen, match="no such file"):
        import_campaign(tmp_path / "none.zip", tmp_path / "other")


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("notes.toml", "x = 1", "no session, roster or campaign"),
        ("notes.toml", "x = " + "[" * 5000, "too deep"),
        ("notes.toml", "[w." + ".".join("a" * 3000) + "]", "too deep"),
        ("notes.toml", "x = " + "9" * 5000, "no TOML"),
        ("campaign.toml", "\n[weather." + ".".join("a" * 3000) + "]\nx = 1\n", "too deep"),
        ("crows.toml", '[roster]\nformat = 1\nruleset = "chess"\n', "chess"),
    ],
    ids=["stranger", "deep list", "deep table", "long number", "deep campaign", "other game"],
)
def test_a_file_that_is_nothing_of_ours_or_too_deep_is_refused(
    road: Path, tmp_path: Path, name: str, text: str, reason: str
) -> None:
    members = [(f"road/{name}", text.encode())]
    if name == road.name:
        road.write_text(text_of(road) + text, encoding="utf-8")
        members = []
    archive = hostile(road, tmp_path / "x.zip", *members)
    with pytest.raises(CannotOpen, match=reason):
        import_campaign(archive, tmp_path / "other")
    assert list((tmp_path / "other").iterdir()) == []


def test_a_damaged_zip_is_refused_or_comes_in_as_it_was(road: Path, tmp_path: Path) -> None:
    made = export_campaign(road, tmp_path / "road.zip")
    data, chance = made.read_bytes(), Random(3)
    refused = 0
    for _ in range(150):
        place = chance.randrange(len(data))
        made.write_bytes(data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :])
        saves = tmp_path / "other"
        try:
            came = read_campaign(import_campaign(made, saves))
        except CannotOpen:
            refused += 1
        else:
            assert came == read_campaign(road)
        if saves.exists():
            assert [path.name for path in saves.iterdir() if path.name.startswith(".")] == []
    assert refused > 100


@pytest.mark.skipif(os.name == "nt", reason="pipes and devices of Unix")
def test_a_pipe_or_a_device_is_no_zip_and_is_not_waited_for(road: Path, tmp_path: Path) -> None:
    pipe, device = tmp_path / "pipe.zip", tmp_path / "device.zip"
    os.mkfifo(pipe)
    device.symlink_to("/dev/zero")
    for source in (pipe, device):
        with pytest.raises(CannotOpen, match="this is no plain file"):
            import_campaign(source, tmp_path / "other")
    os.mkfifo(road.with_name("pipe.toml"))
    assert import_campaign(export_campaign(road, tmp_path / "road.zip"), tmp_path / "other").is_file()
    assert copy_campaign(road, tmp_path / "other").is_file()


@pytest.mark.skipif(os.name == "nt", reason="links of Unix")
@pytest.mark.parametrize("name", ["road.zip", ".road.zip.new"])
def test_a_planted_link_is_not_written_through(road: Path, tmp_path: Path, name: str) -> None:
    foreign = tmp_path / "theirs"
    foreign.write_text("theirs")
    (tmp_path / name).symlink_to(foreign)
    export_campaign(road, tmp_path / "road.zip")
    assert foreign.read_text() == "theirs"
    assert not (tmp_path / "road.zip").is_symlink()


def test_six_at_once_get_a_campaign_each(road: Path, tmp_path: Path) -> None:
    made = export_campaign(road, tmp_path / "road.zip")
    saves, known = tmp_path / "other", read_campaign(road)
    makers: list[Callable[[], Path]] = [
        lambda: import_campaign(made, saves),
        lambda: copy_campaign(road, saves, "The Long Feud"),
        lambda: create_campaign(saves, "The Long Feud", known.header.ruleset, {}),
    ]
    with ThreadPoolExecutor(6) as pool:
        files = list(pool.map(lambda place: makers[place % 3](), range(24)))
    assert len(set(files)) == 24
    assert sorted(path.name for path in saves.iterdir()) == sorted(file.parent.name for file in files)
    for place, file in enumerate(files):
        came = read_campaign(file)
        assert came.notices == []
        assert len(came.battles) == (0 if place % 3 == 2 else len(known.battles))


def test_a_name_that_is_taken_at_the_last_moment_is_left_to_whoever_took_it(
    road: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, saves = export_campaign(road, tmp_path / "road.zip"), tmp_path / "other"
    replace, theirs = disk.replace, saves / "the-long-feud"

    def late(source: Path, to: Path) -> None:
        if to == theirs and not theirs.exists():
            theirs.mkdir()
            (theirs / "campaign.toml").write_text("theirs")
        replace(source, to)

    monkeypatch.setattr(disk, "replace", late)
    assert import_campaign(made, saves) == saves / "the-long-feud-2" / "campaign.toml"
    assert (theirs / "campaign.toml").read_text() == "theirs"


def test_what_a_killed_import_left_goes_when_it_is_old(road: Path, tmp_path: Path) -> None:
    made, saves = export_campaign(road, tmp_path / "road.zip"), tmp_path / "other"
    for name in (".half-old", ".half-young"):
        (saves / name).mkdir(parents=True)
        (saves / name / "campaign.toml").write_text("half")
    os.utime(saves / ".half-old", (0, 0))
    import_campaign(made, saves)
    assert {path.name for path in saves.iterdir()} == {".half-young", "the-long-feud"}
