"""A file that cannot be opened says line, key and reason, everything at once, and is left as it is."""

from pathlib import Path

import pytest

from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.folders import log_file
from companion.store.lock import acquire
from companion.store.opening import open_session
from companion.store.verify import check_file
from tests.examples import present
from tests.store.helpers import put, text_of

PHASE = 'phase = "fight"'
ENTRY = '[[journal]]\ntitle = "x"\nround = 1\nphase = "x"\nevents = [\n  {}\n]\n[table]'
AFTER_DAN, AFTER_TEXT = '{of = "dan", field = "health", after = 1},', '{of = "bob", field = "health", after = "1"},'
AT, CONTAINS = ", at = 1", "[session.contains]\n"
DAN, BOB = '{a = "ann", b = "dan"},', '{a = "ann", b = "bob"},'


def touching(*pairs: str) -> str:
    """The contacts of a table, a pair a line."""
    rows = "".join('  {{a = "{}", b = "{}"}},\n'.format(*pair.split()) for pair in pairs)
    return f"contacts = [\n{rows}]"


def refused(file: Path) -> list[Diagnostic]:
    """The faults of a file that is neither opened nor touched, each with the line it names shown."""
    before = file.read_bytes()
    with pytest.raises(CannotOpen) as caught:
        open_session(file)
    assert file.read_bytes() == before
    assert check_file(file) == caught.value.diagnostics
    assert not log_file(file).exists()
    free, _ = acquire(file)
    assert free is not None, "after a refusal the session is free"
    free.release()
    return caught.value.diagnostics


def line_of(file: Path, fault: Diagnostic) -> str:
    return text_of(file).splitlines()[present(fault.line) - 1].strip()


@pytest.mark.parametrize(
    ("old", "new", "key", "reason", "line"),
    [
        ("health = 3\n", 'health = "x\n', "units.ann.health", "this is no TOML", ""),
        ("health = 3\n", "health = 4\n", "units.ann.health", "cannot be 4 (allowed: 0 to 3)", ""),
        ("health = 3\n", 'health = "3"\n', "units.ann.health", 'whole number, not "3"', ""),
        ("health = 3\n", "health = 3\nskill = 7\n", "units.ann.skill", "cannot be 7 (allowed: 1 to 6)", "skill = 7"),
        ("health = 3\n", "health = 3\nshaken = 1\n", "units.ann.shaken", "true or false", "shaken = 1"),
        ('side = "red"', 'side = "green"', "units.ann.side", "no side 'green' (sides: red, blue)", ""),
        ("[units.ann]", "[units.red]", "units.red", "'red' is also the name of a side", ""),
        ("[units.ann]", "[units]\nann = 3\n[units.dan]", "units.ann", "own line [units.ann]", "ann = 3"),
        ("format = 1", "format = 2", "session.format", "made by a newer Companion", ""),
        ("format = 1", 'format = "1"', "session.format", "the number of the file format", ""),
        ('ruleset = "duel"', 'ruleset = "chess"', "session.ruleset", "there is no ruleset 'chess'", ""),
        ("generation = 1", "generation = -1", "session.generation", "Companion counts here", ""),
        (PHASE, 'phase = "tea"', "table.phase", "no phase 'tea' (phases: fight, over", ""),
        (PHASE, 'active = "me"', "table.active", "no side 'me'", ""),
        ("strike_back = true", 'strike_back = "no"', "options.strike_back", "yes or no", ""),
        (PHASE, "contacts = 3", "table.contacts", "a list of pairs", ""),
        (PHASE, touching("ann bob", "ann dan"), "table.contacts[1].b", "no unit 'dan' (units: ann, bob, cid)", DAN),
        (PHASE, touching("bob ann", "ann bob"), "table.contacts[1]", "touch in a line above already", BOB),
        (PHASE, 'contacts = [{a = "bob", b = "cid"}]', "table.contacts[0]", "on the same side", ""),
        (PHASE, 'contacts = [{a = "bob", b = "bob"}]', "table.contacts[0]", "cannot touch itself", ""),
        (PHASE, 'contacts = [{a = "bob"}]', "table.contacts[0]", "a contact is a pair", ""),
        ("[table]", "[[journal]]\nround = 1\nphase = 'x'\n[table]", "journal[0].title", "must be there", "[[journal]]"),
        ("[table]", ENTRY.format(AFTER_DAN), "journal[0].events[0].after", "no unit 'dan'", AFTER_DAN),
        ("[table]", ENTRY.format(AFTER_TEXT), "journal[0].events[0].after", "whole number", AFTER_TEXT),
    ],
)
def test_a_fault_is_named_with_line_and_key(duel: Path, old: str, new: str, key: str, reason: str, line: str) -> None:
    put(duel, old, new)
    (fault,) = refused(duel)
    assert fault.key == key
    assert reason in fault.reason
    assert line_of(duel, fault) == (line or new.strip())
    assert str(fault) == f"{duel}:{fault.line}: {key}: {fault.reason}"


def journal(squad: Path) -> Path:
    """A file with one entry of every kind of row."""
    opened = open_session(squad)
    opened.session.start("drill", {"squad": "a"})
    opened.session.adjust("b", "courage", 1)
    opened.session.answer(["a.1"])
    opened.session.amend("drill[a]/who:red", ["a.2"])
    opened.session.answer(True)
    opened.close()
    return squad


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        (AT, f'{AT}, how = "banana"', "inputs[0].how", '"typed", "rolled", "drawn", "auto", "ruled"'),
        ("n = 4", 'n = "4"', "inputs[1].n", 'this is a whole number, not "4"'),
        ("n = 4", "n = 1979-05-27", "inputs[1].n", "this is a whole number, not 1979-05-27"),
        ("n = 4", "n = 0", "inputs[1].n", "this is 1 or more, not 0"),
        ("n = 4", "n = 1", "inputs[2].n", "there is an input 1 above already"),
        ('asks = "pick"', "asks = 7", "inputs[0].asks", '"choose", "do"'),
        ('asks = "pick"', 'asks = "guess"', "inputs[0].asks", '"choose", "do"'),
        ('kind = "adjust"', 'kind = "wish"', "inputs[2].kind", "wish"),
        ('kind = "adjust"', 'kind = "adjust", wether = "fine"', "inputs[2].wether", "there is no such key here"),
        (AT, f"{AT}, mood = 3", "inputs[0].mood", "there is no such key here"),
        ('note = "drilled"', "note = 3", "events[8].note", "text in quotes"),
        ('note = "drilled"', 'note = "drilled", why = "x"', "events[8].why", "there is no such key here"),
        ('why = "drill", step = "1"', "why = 5", "events[1].why", "text in quotes"),
        ("count = 4", "count = 3", "count", "this is how many inputs are numbered, 4, not 3"),
        ("count = 4", "counts = 4", "counts", "there is no such key here"),
        ('procedure = "drill"', "procedure = 1", "procedure", "text in quotes"),
        ("state_crc = ", "state_crc = -", "state_crc", "this is 0 or more"),
        ("args = {", "args = 3 #", "args", "a table in { }"),
    ],
)
def test_the_journal_is_validated_to_its_last_key(squad: Path, old: str, new: str, key: str, reason: str) -> None:
    file = journal(squad)
    log_file(file).unlink(missing_ok=True)
    put(file, old, new)
    (fault,) = refused(file)
    assert fault.key == f"journal[0].{key}"
    assert reason in fault.reason
    assert line_of(file, fault).startswith(new[:6]) or new[:6] in line_of(file, fault)


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ("revision = 3", 'revision = "3"', "session.revision", "whole number"),
        ("generation = 1", "generation = true", "session.generation", "Companion counts here"),
        ("[options]", f"{CONTAINS}log = 3\nrecords = 1\n\n[options]", "session.contains.log", "text in quotes"),
        ("[options]", f"{CONTAINS}log = 'x'\n\n[options]", "session.contains.records", "Companion counts"),
        ("[options]", f"{CONTAINS}log = 'x'\nrecords = 0\nx = 1\n\n[options]", "session.contains.x", "no such key"),
        ('over = ""', "over = 3", "summary.over", "text in quotes"),
        ("left = 1", 'left = "1"', "summary.sides[0].left", "whole number"),
        ("range = 3", 'range = "far"', "units.a.weapons[1].range", "whole number"),
        ("range = 3", "rnge = 3", "units.a.weapons[1].rnge", "no such key here (known: name, range, dice, traits)"),
        ('{ id = "a.2" }', '{ id = "a.2", wounds = 3}', "units.a.minis[1].wounds", "cannot be 3 (allowed: 0 to 2)"),
        ('{ id = "a.2" }', '{ id = "b.1" }', "units.b", "'b.1' is also the name of something in 'a'"),
        ('{ id = "a.2" }', '{id = "a.2"},\n  {id = "a.3"},\n  {id = "a.4"}', "units.a.minis", "at most 3 minis"),
        ('rank = "heavy"', 'rank = "hevy"', "units.b.rank", '"corps", "heavy"'),
        ('rank = "heavy"', "states = {dazed = true}", "units.b.states.dazed", "known: held, prone"),
        ('rank = "heavy"', "states = {prone = 3}", "units.b.states.prone", "yes or no"),
        ("dice = 2", "dice = 9", "options.dice", "1 to 4"),
        ("[table]", "[table]\nlimit = 0", "table.limit", "1 or more"),
        ("[table]", '[table]\ncontacts = [{a = "a", b = "b.2"}]', "table.contacts[0].b", "no unit 'b.2'"),
    ],
)
def test_faults_of_the_head_and_deeper_ones_too(squad: Path, old: str, new: str, key: str, reason: str) -> None:
    put(squad, old, new)
    (fault,) = refused(squad)
    assert fault.key == key
    assert reason in fault.reason
    assert fault.line is not None


def test_everything_wrong_is_said_at_once_in_the_order_of_the_file(duel: Path) -> None:
    put(duel, "strike_back = true", "strike_back = 3")
    put(duel, 'side = "red"', "side = 3")
    put(duel, "health_max = 1", 'health_max = "1"')
    put(duel, 'phase = "fight"', "phase = 1")
    faults = refused(duel)
    assert [f.key for f in faults] == ["options.strike_back", "units.ann.side", "units.cid.health_max", "table.phase"]
    assert [f.line for f in faults] == sorted(f.line or 0 for f in faults)


@pytest.mark.parametrize(
    ("data", "line", "reason"),
    [
        (b"", None, "no table [session]"),
        (b"[roster]\nname = 'x'\n", None, "this is a roster"),
        (b'[summary]\nname = "\xff"\n', 2, "no UTF-8"),
        (b"[session]\nformat = 1\nx = {\n", 3, "no TOML"),
        (b"a = " + b"[" * 5000, None, "too deep"),
        (b"[session]\nformat = " + b"9" * 5000 + b"\nx = 1", 2, "no TOML"),
        (b"[session]\nformat = 0x" + b"f" * 5000 + b"\nx = 1", 2, "no TOML"),
        (b"session = 3", 1, "no table [session]"),
        (b"\x00\x01", 1, "no TOML"),
    ],
)
def test_what_is_no_session_is_refused(tmp_path: Path, data: bytes, line: int | None, reason: str) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(data)
    with pytest.raises(CannotOpen) as caught:
        open_session(file)
    (fault,) = caught.value.diagnostics
    assert fault.line == line
    assert reason in fault.reason
    assert file.read_bytes() == data


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="there is no such file"):
        open_session(tmp_path / "none.toml")
    assert list(tmp_path.iterdir()) == []


def test_bounds_that_play_itself_broke_are_no_reason_to_refuse(duel: Path) -> None:
    opened = open_session(duel)
    opened.session.table.unit("ann").put("health_max", 1)
    opened.session.adjust("bob", "health", 1)
    opened.close()
    again = open_session(duel)
    assert again.session.table.unit("ann").health == 3
    assert [n for n in again.notices if n.startswith("units.ann.health: ")]
    again.close()
    put(duel, 'name = "Cid"', 'name = "Cyd"')
    (fault,) = refused(duel)
    assert fault.key == "units.ann.health"


def test_newer_rules_are_said(duel: Path) -> None:
    put(duel, "revision = 1", "revision = 2")
    opened = open_session(duel)
    assert opened.notices == [
        "this session was played with newer rules of Duel than these",
        "[session] was changed outside Companion, where it counts; see that nothing is missing",
    ]
    opened.close()


def test_a_file_with_windows_line_ends_and_a_mark_is_read(duel: Path) -> None:
    duel.write_bytes(b"\xef\xbb\xbf" + duel.read_bytes().replace(b"\n", b"\r\n"))
    opened = open_session(duel)
    opened.session.adjust("ann", "health", 1)
    assert opened.close()
    assert check_file(duel) == []
