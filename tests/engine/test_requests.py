"""Requests by themselves: other names of an option, codes of a split, numbers without a total, words of players."""

import ast
from random import Random

import pytest

from companion.engine.errors import InvalidInput, RuleFault
from companion.engine.requests import UNANSWERED, Allotment, Choose, Number, Option, Pick, Plan, Request, Split, Text
from companion.engine.requests.base import Cost
from companion.frontend.request_words import ask_of
from companion.frontend.typed_answers import read_split, split_of
from tests.games.duel import example
from tests.legal import legal
from tests.sources import ROOT, trees

MODULES = ("companion.engine", "companion.game")
FAR = Plan("tenths", "tenths of an inch", None, {"a": (0, 480), "b": (0, 480)})


def test_an_option_is_taken_by_its_other_values_and_listed_once() -> None:
    request = Choose("melee", by="red", title="Which?", options=[Option("a", "A and B", also=("b",)), Option("c", "C")])
    assert request.check("b") == request.coerce("b") == "a"
    assert [option["value"] for option in legal(request)["options"]] == ["a", "c"]
    with pytest.raises(InvalidInput):
        request.check("d")


def test_a_request_that_nobody_could_answer_is_a_fault_of_the_rules() -> None:
    shut = [Option("fly", "Fly", "it has no wings")]
    with pytest.raises(RuleFault, match="no option can be chosen"):
        _ = Choose("how", by="red", title="How?", options=shut)
    with pytest.raises(RuleFault, match="1 must be picked of 0"):
        _ = Pick("how", by="red", title="How?", options=shut, at_least=1, at_most=1)
    with pytest.raises(RuleFault, match="no number from 2 to 1"):
        _ = Number("how", by="red", title="How many?", lo=2, hi=1)


def test_a_refusal_has_its_code_and_an_open_option_none() -> None:
    plan = Plan("p", "P", 3, {"near": (1, 3), "far": (0, 2)})
    request = Split("counts", by="red", title="Counts", plans=[plan], code="bad_counts")
    for near, far in ((1, 3), (0, 3)):
        with pytest.raises(InvalidInput) as refused:
            request.check({"plan": "p", "parts": {"near": near, "far": far}})
        assert refused.value.code == "bad_counts"
    assert Option("fly", "Fly", None, "no_wings").schema()["code"] is None
    assert Option("fly", "Fly", "it has no wings", "no_wings").schema()["code"] == "no_wings"


def test_numbers_without_a_total_stand_alone_and_are_their_highest_where_left_out() -> None:
    request = Split("distance", by="red", title="How far?", plans=[FAR])
    assert request.forced_answer() is UNANSWERED
    assert legal(request)["plans"][0]["total"] is None
    assert request.check({"parts": {"b": 75}}).allotments == {"a": 480, "b": 75}
    assert request.check(request.random(Random(1))).plan == "tenths"
    with pytest.raises(InvalidInput):
        request.check({"plan": "tenths", "parts": {"a": 481, "b": 481}})
    assert read_split("60", [FAR])[1] == {"a": 60, "b": 480}
    assert split_of("b 75", [FAR]) == {"plan": "tenths", "parts": {"b": 75}}
    assert split_of("60 75", [FAR]) == {"plan": "tenths", "parts": {"a": 60, "b": 75}}


@pytest.mark.parametrize(
    ("label", "one"),
    [
        ("Counters", "Counter"),
        ("actions left", "action left"),
        ("Focus tokens", "Focus token"),
        ("Focus", "Focus"),
        ("Prowess", "Prowess"),
        ("Aegis", "Aegis"),
        ("Ki", "Ki"),
    ],
)
def test_of_one_the_words_of_a_cost_are_no_plurals(label: str, one: str) -> None:
    assert Cost("a", "ki", label, 1, 1).sentence() == f"1 of 1 {one}"
    assert Cost("a", "ki", label, 3, 1).sentence() == f"1 of 3 {label}"


def test_hardly_anybody_asks_which_kind_a_request_is() -> None:
    """What a kind has is a fact or a method of it; only a field for dice and what is made of rolls ask."""
    kinds = {"Request", *(kind.__name__ for kind in Request.__subclasses__())}
    assert {"Choose", "Roll", "Secret"} < kinds
    asking = []
    for file, tree in trees().items():
        if ROOT / "engine" / "requests" in file.parents:
            continue
        nodes = list(ast.walk(tree))
        games = [node for node in nodes if isinstance(node, ast.ImportFrom) and str(node.module).startswith(MODULES)]
        imported = {alias.name for node in games for alias in node.names}
        # Forms and pages have a Number and a Grid of their own.
        own = kinds if "requests" in imported else kinds & imported
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
                named = {getattr(part, "id", getattr(part, "attr", "")) for part in ast.walk(node.args[1])}
                asking += [f"{file.relative_to(ROOT)}:{node.lineno}"] if named & own else []
    assert len(asking) <= 2, asking


def test_a_part_that_is_called_like_a_number_of_another_is_told_apart_in_the_odds() -> None:
    plan = Plan("plain", "plain", 2, {"2 x": (0, 2), "x": (0, 2)})
    split = Split("split", by="red", title="Split", plans=[plan, plan._replace(plan="2 x")])
    ways = list(split.answers(10))
    assert len(set(ways)) == len({split.option_name(way) for way in ways}) == 6
    assert split.option_name(Allotment("plain", {"2 x": 1, "x": 1})) == "1 2 x / 1 x"
    named = split.option_words(Allotment("2 x", {"2 x": 0, "x": 2}), {"2 x": "Ann", "x": "Bob"}.__getitem__)
    assert named == "2 x: 0 Ann / 2 Bob"
    way, names = Allotment("models", {"b1": 2, "b12": 1}), {"b1": r"Bob [/ \1", "b12": "The Mob"}
    models = Split("split", by="a", title="", plans=[Plan("models", "", 3, {"b1": (0, 3), "b12": (0, 3)})])
    assert models.option_words(way, names.__getitem__) == r"2 Bob [/ \1 / 1 The Mob"
    assert models.option_name(way) == "2 b1 / 1 b12"


def test_a_text_is_one_line_without_blanks_around_it_which_may_be_left_out() -> None:
    request = Text("words", by="red", title="Which?")
    assert request.schema() == {"most": 200}
    ask = ask_of(request, example())
    assert list(ask.lines()) == ["  A few words of your own. Enter alone leaves them out."]
    for said, kept in (("", ""), ("  Smoke ", "Smoke"), ("Ö – 3 × [b]", "Ö – 3 × [b]")):
        assert request.check(said) == request.check(ask.answer(said)) == kept
    assert [request.check(left_out) for left_out in (True, False)] == ["", ""]
    for wrong in (3, None, ["a"], "two\nlines", "\x1b[2J", "x" * 201):
        with pytest.raises(InvalidInput):
            request.check(wrong)


def test_what_is_picked_is_named_in_the_odds_and_nothing_too() -> None:
    pick = Pick("p", by="red", title="Pick", options=[Option("a", "Ann"), Option("b", "Bob")], at_least=0, at_most=2)
    assert [pick.option_name(way) for way in ((), ("a", "b"))] == ["none", "a, b"]
    assert [pick.option_words(way) for way in ((), ("a", "b"))] == ["none", "Ann, Bob"]
