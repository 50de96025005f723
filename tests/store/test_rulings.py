"""The rulings book: what was decided in one battle is found again in the next, and never tells a secret."""

import dataclasses
import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import cli
from companion.engine.errors import InvalidInput
from companion.engine.inputs import Answer
from companion.engine.keys import plain_path
from companion.engine.session import Session
from companion.frontend.rulings import RulingBook
from companion.play import json_lines
from companion.play.random_player import RandomPlayer
from companion.store.campaign_zip import export_campaign, import_campaign
from companion.store.campaigns import changing, read_campaign
from companion.store.closing import edit
from companion.store.diagnostics import CannotOpen
from companion.store.format.campaign import RulingRow
from companion.store.manage import create_session
from companion.store.opening import Opened, open_session
from companion.store.rulings import (
    asked_now,
    meanings,
    offers,
    ruling_text,
    units_by_role,
)
from companion.store.verify import check_file
from companion.testing import drive
from tests.examples import present, table_of
from tests.games.duel import example
from tests.play.held import typed
from tests.store.feuds import begin, done, play, session_file
from tests.store.helpers import put, text_of

POOL = "exchange[{0}]/pool[{0}]"


@contextmanager
def at_split(file: Path, of: str, fighter: str = "rone", shaken: bool = False) -> Iterator[tuple[Opened, RulingBook]]:
    """A battle in which both are to split their dice in secret."""
    opened = open_session(session_file(file, of), rng=Random(1))
    if shaken:
        opened.session.adjust(fighter, "shaken", True)
    opened.session.start("exchange", {"fighter": fighter})
    drive(
        opened.session,
        default=lambda r: r.options[0].value if r.name == "foe" else None,
        stop=lambda r: r.name == "split",
    )
    yield opened, RulingBook(opened)
    opened.close()


def ruled(file: Path, of: str, means: str, value: int, *, shaken: bool = False, **more: Any) -> None:
    """In this battle the pool of Rone is overruled, and the ruling kept."""
    with at_split(file, of, shaken=shaken) as (opened, book):
        key = POOL.format("rone")
        opened.session.overrule(key, value, "the banner counts")
        book.keep_as(key, means, **more)


def offered(book: RulingBook) -> list[tuple[int, str, Any, str]]:
    return [(o.ruling.n, o.alike, o.value, o.why_not) for o in book.offers()]


@pytest.mark.parametrize(("means", "now"), [("total", 6), ("difference", 6)])
def test_a_ruling_of_the_first_battle_is_offered_in_the_second_and_applied(file: Path, means: str, now: int) -> None:
    first = begin(file, title="First blood")
    ruled(file, first, means, 6)
    play(file, first, scar=6)
    with at_split(file, begin(file), "rtwo") as (opened, book):
        assert offered(book) == [(1, "same", now, "")]
        assert book.made_in(read_campaign(file).rulings[0]).startswith("First blood, ")
        book.apply(1)
        tally = present(opened.session.request).tally[0]
        assert (tally.name, int(tally)) == ("Rtwo's pool", now)
        assert "the banner counts (ruling 1)" in tally.lines[-1].label
        assert book.offers() == []
        opened.session.undo()
        assert offered(book) == [(1, "same", now, "")]
    assert check_file(file) == []
    (row,) = read_campaign(file).rulings
    assert (row.words, read_campaign(file).battles[row.battle].title, row.n) == ("the banner counts", "First blood", 1)
    assert "pool" in ruling_text(row)


def test_a_line_that_does_not_count(file: Path) -> None:
    of = begin(file)
    ruled(file, of, "line", 4, shaken=True)
    (row,) = read_campaign(file).rulings
    assert (row.meaning, row.value, row.labels) == ("line", "shaken", ("skill", "shaken"))
    play(file, of, scar=6)
    with at_split(file, begin(file), "rtwo", shaken=True) as (_, book):
        assert offered(book) == [(1, "same", 4, "")]
    with at_split(file, begin(file, practice=True), "rtwo") as (_, book):
        assert offered(book) == [(1, "similar", None, "it does not fit here")]
        with pytest.raises(InvalidInput, match="does not fit"):
            book.apply(1)


def test_what_differs_is_similar_and_what_was_another_question_is_nothing(file: Path) -> None:
    ruled(file, begin(file), "total", 6)
    with at_split(file, begin(file, practice=True), shaken=True) as (opened, book):
        assert offered(book) == [(1, "similar", 6, "")]
        opened.session.answer({"plan": "plain", "parts": {"attack": 1, "guard": 2}})
        opened.session.answer({"plan": "plain", "parts": {"attack": 1, "guard": 3}})
        assert offered(book) == []
    put(file, "strike_back = true", "strike_back = false")
    with at_split(file, begin(file, practice=True)) as (_, book):
        assert offered(book) == [(1, "similar", 6, "")]


def test_only_this_battle(file: Path) -> None:
    of = begin(file)
    ruled(file, of, "total", 6, scope="battle")
    with at_split(file, begin(file, practice=True)) as (_, book):
        assert book.offers() == []
    opened = open_session(session_file(file, of))
    opened.session.undo()
    assert offered(RulingBook(opened)) == [(1, "same", 6, "")]
    opened.close()


def test_a_later_ruling_on_the_same_question_takes_the_place_of_the_first(file: Path) -> None:
    ruled(file, begin(file), "total", 6)
    with at_split(file, begin(file, practice=True)) as (opened, book):
        opened.session.overrule(POOL.format("rone"), 7, "two banners")
        book.keep_as(book.last_key(), "total")
    with at_split(file, begin(file, practice=True)) as (_, book):
        assert offered(book) == [(2, "same", 7, "")]
        assert book.drop(2, "no banners").dropped == "no banners"
        assert book.offers() == []
        with pytest.raises(InvalidInput, match="there is no ruling 3"):
            book.drop(3)
        assert book.note("Ladders need two men", "Rhea").n == 3
    assert len(read_campaign(file).rulings) == 3


ANSWERS: dict[str, Callable[[Any], Any]] = {
    "foe": lambda request: request.options[0].value,
    "split": lambda _: {"plan": "plain", "parts": {"attack": 1, "guard": 3}},
    "blow": lambda request: [[1] * dice.count for dice in request.dice],
}


def cheering(file: Path, fighter: str) -> tuple[Opened, RulingBook, str]:
    """A new battle where the crowd may cheer, and the key of that question."""
    opened = open_session(session_file(file, begin(file, practice=True)))
    opened.session.start("exchange", {"fighter": fighter})
    drive(
        opened.session,
        default=lambda r: ANSWERS[r.name](r) if r.name in ANSWERS else None,
        stop=lambda r: r.name == "cheer",
    )
    return opened, RulingBook(opened), present(opened.session.request).key


def test_an_answer_is_kept_and_offered_again(file: Path) -> None:
    opened, book, key = cheering(file, "rone")
    book.overrule(key, True, "they love her")
    assert opened.session.run is None, "the last answer ends the procedure"
    row = book.keep_as(book.last_key(), "answer")
    assert (row.kind, row.value, row.words, row.path) == ("answer", True, "they love her", "exchange/cheer")
    opened.close()
    opened, book, key = cheering(file, "rtwo")
    assert offered(book) == [(1, "same", True, "")]
    book.apply(1)
    last = present(opened.session.entries[-1].inputs[-1].input, Answer)
    assert (last.how, last.why) == ("ruled", "they love her (ruling 1)")
    opened.close()


def test_no_answer_is_kept_that_names_somebody_or_was_secret(file: Path) -> None:
    opened = open_session(session_file(file, begin(file)))
    book = RulingBook(opened)
    opened.session.start("exchange", {"fighter": "rone"})
    foe = present(opened.session.request).key
    book.overrule(foe, "btwo", "the flag says so")
    with pytest.raises(InvalidInput, match="names somebody"):
        book.keep_as(foe, "answer")
    drive(opened.session, stop=lambda r: r.name == "split")
    slot = present(opened.session.request).key
    book.overrule(slot, {"plan": "plain", "parts": {"attack": 9, "guard": 9}}, "as we like")
    with pytest.raises(InvalidInput):
        book.keep_as(slot, "answer")
    assert read_campaign(file).rulings == []
    opened.close()


def test_nothing_that_is_offered_depends_on_a_sealed_answer(file: Path) -> None:
    ruled(file, begin(file), "total", 6)
    seen = set()
    for attack in range(4):
        with at_split(file, begin(file, practice=True)) as (opened, book):
            opened.session.answer({"plan": "plain", "parts": {"attack": attack, "guard": 4 - attack}})
            seen.add(repr(offered(book)))
            assert all(offer.ruling.kind == "number" for offer in book.offers())
    assert len(seen) == 1


def test_a_ruling_for_other_rules_is_only_shown(file: Path) -> None:
    ruled(file, begin(file), "total", 6)
    with changing(file) as made:
        made.campaign.rulings[0] = dataclasses.replace(made.campaign.rulings[0], revision=7)
    with at_split(file, begin(file, practice=True)) as (_, book):
        assert offered(book) == [(1, "same", 6, "it was made for revision 7 of the rules, these are 1")]
        with pytest.raises(InvalidInput, match="revision 7"):
            book.apply(1)


def test_imported_rulings_do_nothing_until_they_are_accepted(file: Path, tmp_path: Path) -> None:
    ruled(file, begin(file), "total", 6)
    archive = export_campaign(file, tmp_path / "out.zip")
    away = import_campaign(archive, tmp_path / "others")
    assert check_file(away) == []
    with at_split(away, begin(away, practice=True)) as (_, book):
        assert offered(book) == [(1, "same", 6, "it came with an import: accept it first")]
        with pytest.raises(InvalidInput, match="accept it first"):
            book.apply(1)
        book.accept(1)
        assert offered(book) == [(1, "same", 6, "")]
    assert not read_campaign(file).rulings[0].dropped


def test_a_session_of_its_own_has_no_book(tmp_path: Path) -> None:
    opened = open_session(create_session(example(), tmp_path, "Alone"))
    book = RulingBook(opened)
    assert not book.there
    assert (book.offers(), book.lines()) == ([], [])
    with pytest.raises(InvalidInput, match="no battle of a campaign"):
        book.note("x")
    opened.close()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('meaning = "total"', 'meaning = "sum"', "total"),
        ("value = 6", 'value = "six"', "whole number"),
        ("n = 1\nkind", "n = 2\nkind", "numbered in their order"),
        ('battle = "b1"\n', 'battle = "b9"\n', "no battle"),
        ("revision = 1\nname", 'revision = 1\nsecret = "x"\nname', "no such key"),
    ],
)
def test_a_broken_ruling_is_said_with_its_place(file: Path, old: str, new: str, reason: str) -> None:
    ruled(file, begin(file), "total", 6)
    put(file, old, new)
    with pytest.raises(CannotOpen) as fault:
        read_campaign(file)
    assert any(one.key.startswith("rulings[0]") and reason in one.reason for one in fault.value.diagnostics)


def test_keys_and_labels_without_names() -> None:
    assert plain_path("exchange[ann]/blow[ann,bob]#2/blow:red+blue") == "exchange/blow/blow"
    assert plain_path("exchange[ann]/hits.attacker#3") == "exchange/hits.attacker"
    assert RulingRow(1, "note", "", "2026-11-21", 1).faults()


def test_a_ruling_is_found_again_whatever_the_fighters_are_called(file: Path) -> None:
    done(file, edit, "rhea", [("rone", "name", "skill"), ("rtwo", "name", "pools")], "new names")
    ruled(file, begin(file, title="First blood"), "line", 4, shaken=True)
    (row,) = read_campaign(file).rulings
    assert (row.name, row.labels, row.value) == ("attacker's pool", ("skill", "shaken"), "shaken")
    for fighter in ("rone", "rtwo"):
        with at_split(file, begin(file, practice=True), fighter, shaken=True) as (_, book):
            assert offered(book) == [(1, "same", 4, "")]


def test_by_json_lines(file: Path) -> None:
    def talk(of: str, *lines: dict[str, Any]) -> list[dict[str, Any]]:
        opened = open_session(session_file(file, of))
        out = io.BytesIO()
        json_lines.play(opened, io.BytesIO(b"\n".join(json.dumps(line).encode() for line in lines)), out)
        return [json.loads(line) for line in out.getvalue().splitlines()]

    key = POOL.format("rone")
    begun: list[dict[str, Any]] = [{"do": "start", "procedure": "exchange", "with": {"fighter": "rone"}}]
    begun += [{"do": "answer", "value": value} for value in ("bone", True)]
    heard = talk(
        begin(file),
        *begun,
        {"do": "keep_ruling", "means": "total"},
        {"do": "overrule", "key": key, "value": 6, "why": "the banner counts"},
        {"do": "keep_ruling", "means": "line"},
        {"do": "keep_ruling", "key": key, "means": "difference", "who": "Rhea"},
    )
    assert {"apply_ruling", "keep_ruling"} <= set(heard[0]["can"])
    assert [line["message"] for line in heard if line["type"] == "error"] == [
        "nothing was overruled just now",
        "this ruling cannot mean 'line'",
    ]
    assert {"type": "notice", "text": "ruling 1 is kept", "kind": "ruling"} in heard
    applied = ({"do": "apply_ruling", "n": number} for number in (2, 1))
    heard = talk(begin(file, practice=True), *begun, *applied)
    prompt = next(line for line in heard if "rulings" in line)
    (offer,) = prompt["rulings"]
    assert (offer["n"], offer["key"], offer["alike"], offer["value"], offer["why_not"]) == (1, key, "same", 6, None)
    assert offer["why"] == "the banner counts"
    assert heard[-2]["tally"][0]["total"] == 6
    assert "rulings" not in heard[-2]
    assert [line["type"] for line in heard].count("error") == 1


def test_by_plain_text(file: Path) -> None:
    def talk(of: str, *lines: str) -> str:
        return typed(open_session(session_file(file, of)), lines)

    said = talk(
        begin(file), "exchange rone", "1", "", "ruling", "overrule 1 6 the banner counts", "ruling keep total", "ruling"
    )
    assert "There are no rulings yet." in said
    assert "ruling keep difference: Rone's pool is 2 more than the app says." in said
    assert "Ruling 1 is kept for the campaign." in said
    assert "1. attacker's pool: 6 in all, the banner counts" in said
    asked = ("ruling 1", "why", "ruling note Ladders", "ruling drop 1 no", "ruling x")
    said = talk(begin(file, practice=True), "exchange rtwo", "1", "", *asked)
    assert "Ruled before (Battle 1, " in said
    assert "Rtwo's pool 4 to 6, the banner counts. Ruling 1 decides so again." in said
    assert "Rtwo's pool 6" in said
    assert "Note 2 is kept." in said
    assert "Not taken: ruling does not know 'x'" in said


def test_one_ruling_that_bears_on_two_numbers_is_applied_to_the_one_that_is_meant(file: Path) -> None:
    ruled(file, begin(file), "difference", 6)
    with at_split(file, begin(file, practice=True)) as (opened, book):
        run = present(opened.session.run)
        present(opened.session.request).tally = tuple(run.context.tallies.values())
        assert [offer.words for offer in book.offers()] == ["Rone's pool 4 → 6", "Bone's pool 4 → 6"]
        with pytest.raises(InvalidInput, match="does not bear"):
            book.apply(1, "Rita")
        book.apply(1, "Bone")
        assert [int(tally) for tally in run.context.tallies.values()] == [4, 6]
        opened.session.undo()
        book.apply(1, POOL.format("rone"))
        assert [int(tally) for tally in run.context.tallies.values()] == [6, 4]


def test_by_the_command(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruled(file, begin(file, title="First blood"), "total", 6)
    words = ["campaign", "rulings", str(file.parent)]
    assert cli.main([*words, "--note", "Ladders need two", "--who", "Boris"]) == 0
    assert cli.main([*words, "--drop", "1", "--why", "no more banners"]) == 0
    assert cli.main([*words, "--accept", "9"]) == 2
    assert cli.main(words) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[-2].startswith("1. attacker's pool: 6 in all, the banner counts (First blood, ")
    assert out[-2].endswith("; dropped: no more banners")
    assert out[-1].startswith("2. Ladders need two (")
    assert "[[rulings]]" in text_of(file)


def at_an_effect(seed: int) -> Session:
    """A melee of God's Gloom that asks which unit an effect is for."""
    session, player = Session(table_of("gods-gloom"), rng=Random(seed)), RandomPlayer(Random(seed))
    for _ in range(2000):
        request = session.request
        if request is not None and request.name.endswith("effects.unit") and len(units_by_role(session)) == 2:
            return session
        player.step(session)
    raise AssertionError("no effect was asked for")


def test_an_answer_that_names_a_fighter_is_kept_by_its_role() -> None:
    session = at_an_effect(1)
    asked, request = asked_now(session), present(session.request)
    assert asked is not None
    session.overrule(request.key, units_by_role(session)["@defender"], "curses are for who is attacked")
    (choice,) = meanings(session, request.key, asked)
    row = dataclasses.replace(choice.ruling, n=1)
    assert (row.meaning, row.value, choice.words) == ("answer", "@defender", "the same answer: defender")
    again = next(s for s in map(at_an_effect, range(2, 30)) if s.request and plain_path(s.request.key) == row.path)
    (offer,) = offers(again, [row], "")
    assert offer.value == units_by_role(again)["@defender"]
    assert offer.why_not == ""
    again.overrule(offer.key, offer.value, row.words)
