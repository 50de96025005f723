"""What a program is told beside the question: who stands how, what it costs, what came of a roll, and the past."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.engine import registry
from companion.engine.procedure import Context, procedure
from companion.engine.requests import Option
from companion.engine.ruleset import Action
from companion.engine.session import Session
from companion.play.json_lines import Conversation
from tests.examples import table_of
from tests.games.duel import DUEL, Arena, example
from tests.play.bot import move
from tests.play.held import Held
from tests.play.talking import Message, heard, last, opening, say
from tests.play.test_json_lines import to_split


def state(talk: Conversation, **said: Any) -> Message:
    return last(talk, **said)["table"]  # type: ignore[no-any-return]


def test_a_prompt_in_a_fight_says_how_both_stand() -> None:
    talk = Conversation(Held())
    standing = to_split(talk)["standing"]
    assert [(s["of"], s["side"], s["name"]) for s in standing] == [("ann", "red", "Ann"), ("bob", "blue", "Bob [/")]
    health = next(row for row in standing[0]["rows"] if row["key"] == "health")
    assert (health["label"], health["value"], health["max"]) == ("Health", 3, 3)
    say(talk, do="adjust", of="ann", field="health", value=1)
    after = last(talk, do="adjust", of="ann", field="health", value=2)["standing"]
    assert next(row["value"] for row in after[0]["rows"] if row["key"] == "health") == 2
    assert opening(talk)[1]["standing"] == after


@procedure("Buy a trick")
async def buy(game: Context[Arena]) -> dict[str, Any]:
    ann = game.table.unit("ann")
    many = await game.number("many", by="red", title="How many?", lo=0, hi=2, why_hi="Ann is small")
    await game.choose(
        "trick",
        by="red",
        title="Which trick?",
        options=[
            Option("none", "No trick"),
            Option("kick", "Kick", cost=(game.cost(ann, "health", 2),)),
            Option("fly", "Fly", "Ann has no wings", "no_wings"),
        ],
        cost=[game.cost(ann, "skill", 1)],
    )
    return {"many": many}


def shop(table: Arena) -> list[Action]:
    closed = Action("rest", "Rest", buy, why_not="it is day", closed_code="day", kind="bookkeeping")
    return [Action("buy_any", "Buy (out of turn)", buy, kind="out_of_turn"), closed, Action("buy", "Buy", buy)]


SHOP = replace(DUEL, actions=shop, procedures=(buy,))


def shop_talk() -> Conversation:
    table = example()
    table.spec = SHOP
    return Conversation(Held(Session(table)))


def test_costs_reasons_and_codes_are_said() -> None:
    talk = shop_talk()
    many = last(talk, do="start", procedure="buy")
    assert many["legal"] == {"lo": 0, "hi": 2, "why_hi": "Ann is small"}
    wrong = last(talk, do="answer", value=500)
    assert (wrong["message"], wrong["hint"], wrong["code"]) == ("500 is out of bounds", "0 to 2: Ann is small", None)
    trick = last(talk, do="answer", value=1)
    assert trick["cost"] == [{"of": "ann", "field": "skill", "label": "Skill", "have": 3, "spend": 1}]
    assert trick["legal"]["options"][1]["cost"][0]["spend"] == 2
    assert trick["legal"]["options"][2]["code"] == "no_wings"
    assert last(talk, do="answer", value="fly")["code"] == "no_wings"


def test_actions_say_their_kind_their_code_and_which_is_suggested() -> None:
    talk = shop_talk()
    actions = opening(talk)[1]["actions"]
    assert [(a["name"], a["kind"], a["code"], a["suggested"]) for a in actions] == [
        ("buy_any", "out_of_turn", None, False),
        ("rest", "bookkeeping", "day", False),
        ("buy", "turn", None, True),
    ]
    assert last(talk, do="start", procedure="rest")["code"] == "day"


def test_notices_of_the_opening_and_of_trouble_are_told_once() -> None:
    held = Held()
    held.notices = ["the log was truncated"]
    talk = Conversation(held)
    assert opening(talk)[0]["notices"] == [{"text": "the log was truncated", "kind": "file"}]
    held.trouble = "the disk is full"
    first, second = (say(talk, do="adjust", of="ann", field="health", change=-1) for _ in range(2))
    assert first[1] == {"type": "notice", "text": "the disk is full", "kind": "file"}
    assert [line["type"] for line in second] == ["change", "rest"]


def test_a_reader_is_told_that_the_session_changed() -> None:
    class Followed(Held):
        def follow(self, seconds: float = 0) -> bool:
            return True

    talk = Conversation(Followed(read_only=True))
    assert [line["type"] for line in say(talk, do="state")] == ["notice", "state"]


def test_flags_of_a_contact_are_set_and_setting_them_again_says_so() -> None:
    talk = Conversation(Held(Session(table_of("gods-gloom"))))
    touch = {"do": "touch", "between": ["ravagers", "stingers"], "flags": {"a_engaged": False}}
    (change, _) = heard(talk, touch)
    assert (change["before"]["a_engaged"], change["after"]["a_engaged"]) == (True, False)
    assert heard(talk, touch)[0]["kind"] == "unchanged"
    # Named the other way round, a_… is still that of the unit named first.
    turned = {"do": "touch", "between": ["stingers", "ravagers"], "flags": {"a_engaged": True}}
    (change, _) = heard(talk, turned)
    assert (change["field"], change["after"]) == (
        "contacts.ravagers/stingers",
        {"a_engaged": False, "b_engaged": True},
    )


@pytest.mark.parametrize("game", ["", *registry.BUILT_IN])
def test_seek_shows_every_earlier_table_and_changes_nothing(game: str) -> None:
    for seed in range(1 if game else 4):
        held = Held(Session(table_of(game), rng=Random(seed)) if game else None, seed=seed)
        talk, rng = Conversation(held), Random(seed)
        standing, tables, seen = opening(talk)[1], [state(talk, do="state")], []
        for _ in range(25):
            out = say(talk, **move(standing, rng))
            standing = out[-1]
            if standing["type"] == "bye":
                break
            seen.append((held.session.undo_count, state(talk, do="state")))
            tables += [{} for line in out if line["type"] == "change"]
            tables[-1] = seen[-1][1]
        before = (opening(talk)[1], last(talk, do="state"), len(held.session.entries), held.session.state_crc)
        for seq, table in enumerate(tables):
            past = last(talk, do="seek", seq=seq)
            assert past["past"] is True
            assert not table or past["table"] == table
        now = held.session.undo_count
        for count, table in seen:
            assert state(talk, do="seek", back=now - count) == table
        assert before == (opening(talk)[1], last(talk, do="state"), len(held.session.entries), held.session.state_crc)


@pytest.mark.parametrize(
    "said",
    [{}, {"seq": 0, "back": 0}, {"seq": -1}, {"seq": 99}, {"back": 1}, {"back": -1}, {"seq": "0"}, {"back": True}],
)
def test_a_seek_that_leads_nowhere_is_refused(said: Message) -> None:
    assert last(Conversation(Held()), do="seek", **said)["type"] == "error"
