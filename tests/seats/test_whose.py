"""Whose undo and whose ruling it was stays in the session: in its log, its file, and at every seat."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

from companion.engine.inputs import Undo
from companion.engine.log import lines
from companion.engine.session import Session
from companion.engine.state.changes import Note
from companion.frontend.saying.luck import taken_back_lines
from companion.play.json_lines import Conversation
from companion.play.random_player import RandomPlayer
from companion.report.rulings import rulings_of
from companion.seats.owner import Owner
from companion.store.opening import open_session
from tests.examples import present
from tests.play.held import typed
from tests.seats.shared import LocalSeat, at_the_split, ready, seated, standing


def words(session: Session, kind: str) -> list[str]:
    return [line.text for line in lines(session) if line.kind == kind]


def test_a_ruling_and_an_undo_say_whose_they_were_and_the_file_too(tmp_path: Path) -> None:
    red, blue = at_the_split(tmp_path)
    session = red.owner.session
    tally = session.request.tally[0]  # type: ignore[union-attr]
    blue.session.overrule(tally.key, int(tally) + 1, "")
    red.hear()
    assert any("— Sora: the players decided" in text for text in words(session, "ruling"))
    blue.session.heard = []
    undone = red.session.undo()
    blue.hear()
    took = [[event.text for event in events if isinstance(event, Note)] for events in (undone, blue.session.heard)]
    assert took == [[], ["Ito took back what came last"]], "nobody is told what they did themselves"
    for one in (session, red.session, blue.session):
        assert words(one, "undone") == [f"Ito took back: overrule {tally.key}"]
    red.session.redo()
    blue.hear()
    assert words(session, "undone") == words(blue.session, "undone") == []
    blue.session.overrule(tally.key, int(tally) + 2, "so agreed")
    red.hear()
    assert standing(red.session) == standing(session)
    told = words(session, "ruling")
    assert any("— Sora: so agreed" in text for text in told)
    file = tmp_path / "bushido-bridge-at-kagu.toml"
    again = open_session(file, read_only=True)
    assert words(again.session, "ruling") == told


def test_nobody_signs_for_another(tmp_path: Path) -> None:
    red, _ = at_the_split(tmp_path)
    session = red.owner.session
    red.session.adjust("aya", "notes", "tired")
    red.session.give(Undo(1, "blue"))
    assert words(session, "undone") == ["Ito took back: Masaema Aya: Notes, by hand"]


def at_the_attack(folder: Path) -> tuple[Owner, dict[str, LocalSeat]]:
    """Luke attacks, and the dice of the attack are asked for; all have heard it."""
    owner, at = seated(ready(folder, "legion-luke-and-the-bikes"))
    at["blue"].session.start("melee_attack", {"unit": "luke"})
    while not present(owner.session.request).dice:
        hear(at)
        RandomPlayer(Random(1)).step(at[owner.session.awaited[0]].session)
    hear(at)
    return owner, at


def hear(at: Mapping[str, LocalSeat]) -> None:
    for one in at.values():
        one.hear()


def test_an_answer_against_the_rules_is_told_with_whose_it_is_and_lasts(tmp_path: Path) -> None:
    owner, at = at_the_attack(tmp_path)
    asked = present(at["blue"].session.request)
    at["blue"].session.overrule(asked.key, asked.roll(Random(1)), "cocked dice")
    name = owner.session.table.title("blue")
    assert any(f"(a ruling by {name})" in text for text in words(owner.session, "ruling"))
    told = rulings_of(owner.session, [1] * (len(owner.session.entries) + 1))
    assert any(f"against the rules by {name} (cocked dice)" in text for text in told)


def test_a_seat_shows_what_the_dice_are_committed_to_and_what_was_taken_back(tmp_path: Path) -> None:
    owner, at = at_the_attack(tmp_path)
    for _ in range(2):
        hear(at)
        by = owner.session.awaited[0]
        at[by].session.answer("roll", by)
        at[by].session.undo()
        asked = present(at[by].session.request)
        at[by].session.overrule(asked.key, asked.roll(Random(1)), "")
    for one in (*at.values(), LocalSeat(owner, "look")):
        one.hear()
        assert one.session.seed is None
        assert one.session.commitment == owner.session.commitment != ""
        assert taken_back_lines(one.session) == taken_back_lines(owner.session) != []
    # What is in the file, and no longer in the log, comes with the joining.
    owner.opened.close()
    again = open_session(owner.opened.file)
    assert again.session.taken_back
    late = LocalSeat(Owner(again), "red")
    assert taken_back_lines(late.session) == taken_back_lines(again.session)
    again.close()


def test_a_seat_without_a_screen_names_no_file_of_its_own_and_writes_no_report(tmp_path: Path) -> None:
    red, blue = at_the_split(tmp_path)
    out = tmp_path / "told.html"
    told = typed(red, ["save", "report", f"report {out}", "quit"])
    assert told.count("The shared table keeps the game.") == 2
    assert told.count("Not taken: a seat keeps no file to tell of (companion report FILE") == 2
    talk = Conversation(blue)
    assert [talk.opening()[0]["file"], talk.handle(b'{"do": "quit"}')[-1]["file"]] == ["", ""]
    assert not out.exists()
    assert "/dev/null" not in told
