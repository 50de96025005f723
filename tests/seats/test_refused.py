"""What a seat may not do, each with a sentence; and nothing has changed."""

import errno
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.errors import InvalidInput, NotSaved
from companion.frontend.amending import answered
from companion.frontend.lines_in import parse
from companion.seats import seat
from companion.seats.lines import VERSION
from companion.seats.owner import Owner
from tests.examples import present
from tests.seats.shared import LocalSeat, at_the_dice, at_the_split, ready, seal, seated, split, standing


def test_who_is_late_is_told_who_was_faster_and_may_go_on(tmp_path: Path) -> None:
    _, at = seated(ready(tmp_path))
    at["red"].session.adjust("aya", "notes", "tired")
    with pytest.raises(InvalidInput, match="Ito was faster"):
        at["blue"].session.adjust("chiyo", "notes", "angry")
    at["blue"].hear()
    at["blue"].session.adjust("chiyo", "notes", "angry")
    assert at["blue"].session.table.unit("chiyo").notes == "angry"
    at["red"].hear()
    at["red"].session.adjust("aya", "notes", "sore")
    with pytest.raises(InvalidInput, match="faster"):
        at["blue"].session.undo()
    assert at["red"].owner.session.table.unit("aya").notes == "sore", "nothing that its player never saw"


def test_nobody_answers_for_the_other_but_the_table(tmp_path: Path) -> None:
    red, blue = at_the_split(tmp_path)
    value = split(blue.session.request, 1)
    with pytest.raises(InvalidInput, match="for Sora to answer"):
        red.session.answer(value, "blue")
    table, late = (LocalSeat(red.owner, "table") for _ in range(2))
    asked = present(red.session.request)
    seal(red, 1)
    with pytest.raises(InvalidInput, match="Ito has sealed an answer already"):
        late.session.answer(split(asked, 1))
    unsaid = {"do": "answer", "key": asked.key, "value": value, "by": "", "how": "typed", "request_crc": 0}
    red.owner.handle(late, {"do": "input", "after": late.records - 1, "inputs": [unsaid], "id": 9})
    assert parse(late.wire.splitlines()[-1])["message"] == "Ito was faster", "it is not taken as Sora's"
    table.session.answer(value, "blue")
    assert red.owner.session.secret is None, "a seal that it has not heard of changes nothing for the other"


def test_an_unopened_seal_is_taken_back_by_who_gave_it_or_the_table(tmp_path: Path) -> None:
    red, blue = at_the_split(tmp_path)
    seal(red, 1)
    blue.hear()
    with pytest.raises(InvalidInput, match="Ito has sealed an answer"):
        blue.session.undo()
    blue.session.adjust("chiyo", "notes", "angry")
    with pytest.raises(InvalidInput, match="Ito has sealed an answer"):
        blue.session.undo(2)
    blue.session.undo()
    table = LocalSeat(red.owner, "table")
    table.session.undo()
    assert red.owner.session.sealed == []


def test_who_looks_decides_nothing(tmp_path: Path) -> None:
    owner, at = seated(ready(tmp_path), "look")
    with pytest.raises(InvalidInput, match="read-only"):
        at["look"].session.undo()
    owner.handle(at["look"], {"do": "input", "after": 0, "inputs": [{"do": "undo", "count": 1}], "id": 1})
    reply = parse(at["look"].wire.splitlines()[-1])
    assert (reply["type"], reply["message"]) == ("refused", "who only looks decides nothing")


def test_there_is_no_seat_of_that_name_and_no_ninth(tmp_path: Path) -> None:
    owner, _ = seated(ready(tmp_path))
    assert LocalSeat(owner, "sora").session.seat == "blue"
    with pytest.raises(InvalidInput, match="no seat 'nobody'"):
        LocalSeat(owner, "nobody")
    looking = [LocalSeat(owner, "look") for _ in range(5)]
    with pytest.raises(InvalidInput, match="all 8 places"):
        LocalSeat(owner, "look")
    owner.leave(looking[0])
    LocalSeat(owner, "look")


def test_a_seat_of_another_version_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, _ = seated(ready(tmp_path))
    monkeypatch.setattr(seat, "VERSION", VERSION - 1)
    with pytest.raises(InvalidInput, match="another version"):
        LocalSeat(owner, "red")


BAD: tuple[Any, ...] = (
    {},
    {"do": "input"},
    {"do": "input", "after": 0, "inputs": [{"do": "offer", "key": "x"}]},
    {"do": "input", "after": 0, "inputs": [{"do": "answer"}]},
    {"do": "input", "after": 0, "inputs": ["x"]},
    {"do": "input", "after": 0, "inputs": [{"do": "answer", "key": "x", "value": 1, "how": "auto"}]},
    {"do": "input", "after": 0, "inputs": [{"do": "adjust", "of": "aya", "field": "ki_tokens", "value": 10**30}]},
    {"do": "input", "after": -5, "inputs": [{"do": "undo", "count": 1}]},
    {"do": "input", "after": True, "inputs": []},
    {"do": "input", "after": "x", "inputs": 3},
    {"do": "input", "after": 0, "inputs": [{}]},
    {"do": "wish", "left": 1},
    {"do": "part", "groups": 7},
    {"do": "input", "after": 0, "inputs": [{"do": "undo", "count": 10**9}]},
    {"do": "part", "key": "x", "groups": {}},
    {"do": "part", "key": 1, "groups": {"0": [7]}},
    {"do": "border"},
    {"do": "border", "count": "x"},
    {"do": "shutdown"},
)


def test_what_is_no_message_of_a_seat_is_refused_in_words(tmp_path: Path) -> None:
    owner, at = seated(ready(tmp_path))
    before = standing(owner.session)
    for message in BAD:
        owner.handle(at["red"], message | {"id": 7})
        reply = parse(at["red"].wire.splitlines()[-1])
        assert (reply["type"], reply["id"], bool(reply["message"])) == ("refused", 7, True), message
        assert standing(owner.session) == before, message
        at["red"].wire = b""


def test_of_several_inputs_each_is_its_givers_and_a_side_does_not_share(tmp_path: Path) -> None:
    red, blue = at_the_split(tmp_path)
    asked = present(blue.session.request)
    theirs = {
        "do": "answer",
        "key": asked.key,
        "value": split(asked, 1),
        "by": "blue",
        "how": "typed",
        "request_crc": 0,
    }
    note = {"do": "adjust", "of": "aya", "field": "notes", "value": "tired", "why": ""}
    red.owner.handle(red, {"do": "input", "after": red.records, "inputs": [note, theirs], "id": 9})
    assert parse(red.wire.splitlines()[-1])["message"] == "this is for Sora to answer"
    assert (red.owner.session.sealed, red.owner.session.table.unit("aya").notes) == ([], "")
    with pytest.raises(InvalidInput, match="for the table to change"):
        red.share("stop")
    with pytest.raises(InvalidInput, match="a side wishes"):
        LocalSeat(red.owner, "table").wish("", "Oda charges")


def test_who_has_no_seat_is_not_heard(tmp_path: Path) -> None:
    owner, at = seated(ready(tmp_path))
    owner.leave(at["red"])
    with pytest.raises(InvalidInput, match="take a seat first"):
        at["red"].session.undo()


def test_dice_of_both_come_in_by_parts_and_the_roll_goes_on_when_all_are_in(tmp_path: Path) -> None:
    red, blue = at_the_dice(tmp_path)
    asked = present(red.session.request)
    assert [group.by for group in asked.dice] == ["red", "red"]
    # What red has left to others is another question.
    red.wish("another", "")
    red.session.answer([[5], [4, 3]])
    assert not red.session.decides
    assert red.session.awaited == ("blue",)
    blue.hear()
    assert LocalSeat(red.owner, "look").session.parts == {0, 1}, "who comes later sees whose are in"
    none: list[Any] = [[7, 1], [True, 1], ["x", 1], [[1], 1], [1.0, 1], [None, 1], [1], [1, 2, 3], "1", {}]
    for group, faces in [*(("2", faces) for faces in none), ("0", [5]), ("4", [1])]:
        blue.wire = b""
        red.owner.handle(blue, {"do": "part", "key": asked.key, "groups": {group: faces}, "id": 9})
        assert parse(blue.wire.splitlines()[-1])["type"] == "refused", faces
        blue.hear()
        assert blue.session.parts == {0, 1}, "what is no die, or the other's, spoils nothing that is in"
    assert blue.session.decides
    both = {"do": "answer", "key": asked.key, "value": [[6]] * 4, "by": "", "how": "typed", "request_crc": 0}
    blue.owner.handle(blue, {"do": "input", "after": blue.records, "inputs": [both], "id": 9})
    assert parse(blue.wire.splitlines()[-1])["message"] == "these dice are thrown by both"
    blue.session.answer("roll")
    red.hear()
    run = present(red.owner.session.run)
    thrown = next(given.value for given in run.answers if given.kind == "roll")
    assert (thrown[:2], len(thrown)) == (((5,), (4, 3)), 4)
    assert standing(red.session) == standing(blue.session) == standing(red.owner.session)
    assert red.session.parts == frozenset()


def test_the_table_enters_the_dice_that_are_not_in_and_none_that_are(tmp_path: Path) -> None:
    red, _ = at_the_dice(tmp_path)
    table = LocalSeat(red.owner, "table")
    assert [group.by for group in present(table.session.request).dice] == ["red", "red", "blue", "blue"]
    red.session.answer([[5], [4, 3]])
    table.hear()
    assert [group.by for group in present(table.session.request).dice] == ["blue", "blue"]
    assert table.session.awaited == ("blue",)
    table.session.answer([[6, 1], [2, 2]])
    thrown = next(given.value for given in present(red.owner.session.run).answers if given.kind == "roll")
    assert thrown == ((5,), (4, 3), (6, 1), (2, 2))


def test_a_part_of_a_roll_is_asked_again_after_an_undo(tmp_path: Path) -> None:
    red, blue = at_the_dice(tmp_path)
    red.session.answer([[5], [4, 3]])
    blue.hear()
    blue.session.undo()
    red.hear()
    assert red.session.parts == frozenset()
    seal(blue, 2)
    blue.session.answer("roll")
    red.hear()
    assert red.session.decides, "its dice of before count no more"
    whole = present(red.owner.session.request)
    red.session.overrule(whole.key, whole.roll(Random(1)), "cocked dice")
    (closed,) = red.owner.session.entries
    assert closed.answers[-1].how == "ruled", "a ruling is for the dice of both"


def test_a_session_without_a_recorder_is_not_shared(tmp_path: Path) -> None:
    opened = ready(tmp_path)
    opened.session.intake.recorder = None
    with pytest.raises(InvalidInput, match="cannot be shared"):
        Owner(opened)


def test_each_of_several_inputs_is_looked_at_where_those_before_it_have_led(tmp_path: Path) -> None:
    red, blue = at_the_split(tmp_path)
    seal(blue, 2)
    red.hear()
    red.session.adjust("aya", "notes", "tired")
    asked = present(red.owner.session.run).asked
    (key,) = present(red.owner.session.run).sealed_keys()
    undo: Any = {"do": "undo", "count": 1}
    start = {"do": "start", "procedure": "melee", "args": {"pair": "aya+chiyo"}}
    sealed = {"do": "answer", "key": key, "value": split(asked[key], 0), "by": "blue", "how": "typed"}
    red.owner.handle(red, {"do": "input", "after": red.records, "inputs": [undo, undo], "id": 1})
    assert "Sora has sealed" in parse(red.wire.splitlines()[-1])["message"]
    assert red.owner.session.sealed == ["blue"]

    LocalSeat(red.owner, "table").session.undo(3)
    red.hear()
    red.owner.handle(red, {"do": "input", "after": red.records, "inputs": [start, sealed], "id": 2})
    assert parse(red.wire.splitlines()[-1])["message"] == "this is for Sora to answer"
    assert red.owner.session.run is None


def test_an_earlier_answer_is_changed_at_a_seat_and_the_dice_of_the_app_after_it_stay(tmp_path: Path) -> None:
    owner, at = seated(ready(tmp_path), "table")
    table = at["table"].session
    table.start("melee", {"pair": "aya+chiyo"})
    for side, attack in (("red", 3), ("blue", 4)):
        table.answer(split(table.request, attack), side)
    table.answer([[6, 1, 1], [], [6, 1, 1, 1], []])
    while (asked := table.request) is not None:
        table.answer("roll" if asked.dice else asked.harmless())
    typed, *thrown = [one for one in table.entries[-1].answers if one.kind == "roll"]
    assert {one.how for one in thrown} == {"rolled"}
    answered(at["table"], typed.key).change([[6, 1, 2], [], [6, 1, 1, 1], []], across=True)
    again = [one.value for one in owner.session.entries[-1].answers if one.how == "rolled"]
    assert again[:1] == [thrown[0].value]
    at["red"].hear()
    assert standing(owner.session) == standing(table) == standing(at["red"].session)


def test_what_is_not_saved_is_told_without_a_folder_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, at = seated(ready(tmp_path))

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for writes in ("write_whole", "write_out"):
        monkeypatch.setattr(f"companion.store.disk.{writes}", full)
    with pytest.raises(NotSaved, match="No space left on device"):
        at["red"].session.adjust("aya", "notes", "tired")
    assert str(tmp_path).encode() not in at["red"].wire
    assert owner.session.table.unit("aya").notes == ""
