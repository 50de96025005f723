"""Another answer in a closed procedure, in plain words and by the line protocol: shown first, nothing lost unasked."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine import log, registry
from companion.engine.amending import asked_then, inputs_of, preview
from companion.engine.answers import plain_answer
from companion.engine.errors import InvalidInput
from companion.engine.procedure import Context, procedure
from companion.engine.registry import names
from companion.engine.ruleset import Action
from companion.engine.session import Session
from companion.frontend.amending import EarlierAnswer, changeable
from companion.play.json_lines import Conversation
from companion.store.manage import create_session
from companion.store.opening import open_session
from companion.testing import drive, state
from tests.engine.duels import exchange, fought
from tests.engine.test_past import played
from tests.examples import present, table_of
from tests.games.duel import DUEL, Arena, example
from tests.games.odd import playing
from tests.play.held import Held
from tests.play.talking import last
from tests.play.test_plain import answers, sit, struck


def closed(session: Session) -> list[tuple[int, str, Any]]:
    """The last answers of closed procedures, each with its procedure and its key; answers to forms are left out."""
    found = [
        (place, record.key, plain_answer(record.value))
        for place in range(max(0, len(session.entries) - 6), len(session.entries))
        for record in changeable(session, place)
    ]
    return Random(3).sample(found, min(4, len(found)))


@pytest.mark.parametrize("game", names())
def test_by_the_protocol_the_same_answer_changes_nothing(game: str) -> None:
    session = played(game, 3, 60)
    talk = Conversation(Held(session))
    stood = state(session.table)
    listed = last(talk, do="answers", last=1000)["entries"]
    assert [made["entry"] for made in listed] == sorted({made["entry"] for made in listed})
    for place, key, value in closed(session):
        (made,) = [made for made in listed if made["entry"] == place]
        assert value in [given["value"] for given in made["answers"] if given["key"] == key]
        shown = last(talk, do="amend", key=key, value=value, entry=place, dry=True)
        assert shown == {"type": "preview", "changes": [], "asked_again": [], "entry": place, "lost": []}
        done = last(talk, do="amend", key=key, value=value, entry=place)
        assert done["type"] in ("prompt", "rest")
        assert state(session.table) == stood


@pytest.mark.parametrize("game", names())
def test_by_the_protocol_another_answer_is_shown_and_loses_nothing_unasked(game: str) -> None:
    tried = 0
    for seed in range(4):
        session = played(game, seed, 60)
        talk = Conversation(Held(session))
        for place, key, _ in closed(session):
            try:
                _, request = asked_then(session, place, key)
                value = plain_answer(request.random(Random(seed + 7)))
                meant = preview(session, place, key, value)
            except InvalidInput:
                continue
            stood, inputs = state(session.table), session.undo_count
            shown = last(talk, do="amend", key=key, value=value, entry=place, dry=True)
            assert shown["lost"] == meant.lost
            assert len(shown["changes"]) == len(meant.changes)
            assert (state(session.table), session.undo_count) == (stood, inputs)
            if meant.lost:
                refused = last(talk, do="amend", key=key, value=value, entry=place)
                assert (refused["type"], refused["code"]) == ("error", "lost")
                assert meant.lost[0] in refused["message"]
                assert (state(session.table), session.undo_count) == (stood, inputs)
            done = last(talk, do="amend", key=key, value=value, entry=place, lose=True)
            assert done["type"] in ("prompt", "rest")
            assert meant.changes or state(session.table) == stood
            for change in meant.changes:
                if change.of in session.table.units:
                    assert session.table.units[change.of].get(change.field) == change.after
            assert (session.request.key if session.request else "") == (meant.asked.key if meant.asked else "")
            tried += 1
            break
    assert tried


FOE = "exchange[ann]/foe:red"


def test_without_an_entry_the_last_answer_under_the_key_is_meant() -> None:
    talk = Conversation(Held(fought()))
    shown = last(talk, do="amend", key=FOE, value="cid", dry=True)
    assert shown["entry"] == 0
    assert "Exchange of blows" in shown["lost"]
    assert last(talk, do="amend", key=FOE, value="cid", lose=True)["type"] == "prompt"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"key": "nothing", "value": 1}, "nothing was answered under 'nothing'"),
        ({"key": FOE, "value": "cid", "entry": 9}, "there is no procedure 9"),
        ({"key": FOE, "value": "cid", "entry": 1}, "nothing was answered under"),
        ({"key": FOE, "value": "cid", "entry": "0"}, "'entry'"),
        ({"key": FOE, "value": "cid", "entry": None}, "'entry'"),
        ({"key": FOE, "value": "nobody"}, "nobody"),
        ({"key": FOE, "value": "cid", "lose": 1}, "'lose'"),
        ("change 999", "there is no line 999"),
        ("change x", "'x' is no whole number"),
        ("change 1", "line 1 is no answer that could be changed: Exchange of blows"),
        ("change yes", "nothing was shown that a yes could mean"),
        ("change 2 nobody", "nobody"),
    ],
)
def test_what_cannot_be_changed_is_said(said: dict[str, Any] | str, why: str) -> None:
    """To programs, and to players who type a line."""
    session = fought()
    stood, inputs = state(session.table), session.undo_count
    if isinstance(said, str):
        assert why in sit([said], Held(session))[1].partition("Not taken: ")[2]
    else:
        refused = last(Conversation(Held(session)), do="amend", **said)
        assert refused["type"] == "error"
        assert why in refused["message"]
    assert (state(session.table), session.undo_count) == (stood, inputs)


@pytest.mark.parametrize("entry", [{}, {"entry": 0}])
def test_nothing_was_answered_yet_at_the_beginning(entry: dict[str, Any]) -> None:
    said = last(Conversation(Held()), do="amend", key=FOE, value="cid", **entry)
    assert (said["type"], said["message"]) == ("error", "nothing was answered yet")


def test_in_plain_words_an_answer_is_shown_then_done() -> None:
    session = fought()
    told = [line for line in log.lines(session) if line.kind != "undone"]
    at = next(at for at, line in enumerate(told, 1) if line.key == FOE)
    stood = state(session.table)
    lines = [f"change {at}", "change yes", "change", f"change {at} cid", "log", "change yes", f"change {at} cid"]
    steps = answers(sit(lines, Held(session))[1])[1:]
    assert "It was answered:" in steps[0]
    assert "Not taken: nothing was shown that a yes could mean" in steps[1]
    assert f"  {at}. Whom does Ann fight? Rhea: Bob [/." in steps[2]
    assert "Whom does Ann fight? Cid instead of Bob [/." in steps[3]
    assert "  Must be played again: Exchange of blows." in steps[3]
    assert "change yes does it; anything else leaves it as it was." in steps[3]
    assert "nothing was shown that a yes could mean" in steps[5], "something else was typed in between"
    for typed in ("2", "ci", "CID"):
        shown = answers(sit([f"change {at} {typed}"], Held(session))[1])[1]
        assert "Whom does Ann fight? Cid instead of Bob [/." in shown, "the answer that is meant, as it is called"
    assert state(session.table) == stood
    assert "Changed." in answers(sit([f"change {at} cid", "change yes"], Held(session))[1])[2]
    assert session.run is not None
    assert state(session.table) != stood


def test_what_does_not_fit_is_refused_before_anything_is_undone() -> None:
    session = fought()
    earlier = EarlierAnswer(Held(session), 0, changeable(session, 0)[0])
    stood, inputs = state(session.table), session.undo_count
    for refused in (earlier.effect, earlier.change):
        with pytest.raises(InvalidInput):
            refused("nobody")
    assert (state(session.table), session.undo_count) == (stood, inputs)
    with pytest.raises(InvalidInput, match="no procedure"):
        asked_then(session, 1, earlier.record.key)


def test_what_was_adjusted_later_stands_again_and_all_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "BUILT_IN", {"duel": "tests.games.duel:DUEL"})
    file = create_session(example(), tmp_path, "Duel")
    kept = open_session(file)
    for entry in fought().entries:
        for made in inputs_of(entry):
            kept.session.give(made)
    split = next(record for record in changeable(kept.session, 0) if record.kind == "split")
    earlier = EarlierAnswer(kept, 0, split)
    # Another pool of dice: the roll is asked again, and what came after it must be played again.
    effect = earlier.effect({"parts": {"attack": 3, "guard": 0}})
    lost = [title for head, title in effect if head == "must be played again"]
    assert lost == ["Exchange of blows", "Adjustment"]
    stood = state(kept.session.table)
    earlier.change(split.value)
    assert state(kept.session.table) == stood
    assert kept.session.table.unit("cid").mark == "red base"
    kept.close()
    again = open_session(file)
    assert state(again.session.table) == stood
    assert len(again.session.entries) == 2
    again.close()


def test_questions_that_another_answer_leaves_behind_are_not_said_to_be_asked_again() -> None:
    session = Session(table_of("bushido"))
    session.start("starting_phase")
    drive(session, [("4", [[6], [2, 1]]), ("4.first", "red")])
    session.start("activate", {"model": "aya"})
    said = [("before_feat", "none"), ("action", "melee"), ("target", "itsunagi"), ("reach", True)]
    drive(session, said, stop=lambda request: "out of sight" in request.title, strict=False)
    assert session.run is not None
    (target,) = (one for one in changeable(session, len(session.entries)) if one.key.endswith("/target:red"))
    effect = EarlierAnswer(Held(session), len(session.entries), target).effect("chiyo")
    dropped = [title for head, title in effect if head == "no longer counts"]
    assert any("does Masaema Aya reach Itsunagi?" in title for title in dropped)
    assert not any(head == "asked again" for head, _ in effect)


@procedure("Shout")
async def shout(game: Context[Arena]) -> None:
    game.note("Hoy")


def test_a_later_procedure_that_can_be_started_no_more_is_lost() -> None:
    def actions(table: Arena) -> list[Action]:
        loud = [Action("shout", "Shout", shout)] if ("ann", "bob") in table.contacts else []
        return [*DUEL.actions(table), *loud]

    session = playing(shout, actions=actions, started=False)
    exchange(session)
    session.start("shout")
    assert preview(session, 0, "exchange[ann]/foe:red", "cid").lost == ["Exchange of blows", "Shout"]


def test_other_faces_are_told_with_the_question_that_they_lead_to_and_are_not_left_to_the_app() -> None:
    held = struck()
    asked = present(held.session.request).title
    told = answers(sit(["change 2 hhhhhb", "change 2 hhbbbb", "change 2 roll", "change yes"], held)[1])[1:]
    assert "roll 2 white defence dice" in asked
    assert "  Asked then: 74-Z Speeder Bikes against 5 hits: roll 5 white defence dice." in told[0]
    assert "Nothing else changes" not in told[0]
    assert "  Nothing else changes." in told[1]
    assert "Not taken: dice that lie are not rolled again (change 2 and their faces)." in told[2]
    assert "nothing was shown" in told[3]
