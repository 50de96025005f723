"""The odds at step 7b with the re-rolls that follow, against playing every use of them through all falls."""

from collections.abc import Hashable
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from companion.engine.odds import Odds
from companion.engine.requests import Pick, Request, Roll
from companion.engine.session import Session
from companion.frontend.saying.odds import best_words, told
from companion.odds.chances import Chances, mixed
from companion.rules.bushido.odds import again
from companion.rules.bushido.records import Effect, Feat, Special, Trait
from companion.testing import drive
from companion.testing.playing import harmless_answer
from tests.examples import present
from tests.odds.explorer import falls, tried
from tests.odds.stepping import column, odds_of
from tests.rules.bushido_kit import at, both, same
from tests.rules.scene import now
from tests.searching import one_in

Wounds = tuple[int, int]
Model = dict[str, Any]

FLOW = {"ki_feats": (Feat("Flow Like Water"),), "ki_tokens": 2}
DODGE, FEINT = Trait("Dodge", x=1), Trait("Feint", x=1)
PROWESS, TWICE = Trait("Prowess", x=1, of="Melee"), Trait("Prowess", x=2, of="Attack")
SET = Feat("Still Mind", ki=1, windows=("7b",), effects=(Effect("fix_die", x=5, of="attack"),))
DODGES = Effect("trait", name="Dodge", x=1)
ADDED = Feat("Second Wind", ki=1, windows=("7b",), effects=(Effect("add_die", of="defence"),))


def read(s: Session) -> Wounds:
    a, b = (u.wounds_marked if u.alive else u.wounds_max for u in both(s))
    return a, b


class Referee:
    """Plays on from here through every fall, both using their re-rolls as is best for wounds."""

    def __init__(self, s: Session) -> None:
        self.s = s
        self.known: dict[Hashable, Chances[Wounds]] = {}

    def played(self) -> Chances[Wounds]:
        s, request = self.s, self.s.request
        if request is None:
            return Chances.certain(read(s))
        key: Hashable = same(s)
        if key is not None and key in self.known:
            return self.known[key]
        if isinstance(request, Roll):
            found = mixed([(weight, self.after(faces, request)) for faces, weight in falls(request.dice)])
        elif isinstance(request, Pick) and request.name.startswith("7b"):
            values = [option.value for option in request.options]
            each = [
                self.after(list(chosen), request)
                for size in range(request.at_most + 1)
                for chosen in combinations(values, size)
            ]
            sign = 1 if request.by == "red" else -1
            found = max(each, key=lambda one: sign * one.mean(lambda w: w[1] - w[0]))
        else:
            found = self.after(harmless_answer(request), request)
        if key is not None:
            self.known[key] = found
        return found

    def after(self, value: object, request: Request[object]) -> Chances[Wounds]:
        with tried(self.s, value, request):
            return self.played()


def dealt(played: Chances[Wounds], at: int) -> dict[int, Fraction]:
    return played.map(lambda wounds: wounds[at]).fractions()


def rolled(a: Model, b: Model, dice: list[list[int]], splits: str = "1/1 1/1", stop: str = "7b.feat") -> Session:
    """Two fighters whose dice lie."""
    two: Model = {"melee_pool": 2, "wounds_max": 2}
    red, blue = splits.split()
    s = at("7", two | a, two | b, f"5 red {red}; 5 blue {blue}")
    drive(s, [("7", dice)], stop=lambda r: r.name.startswith(stop), strict=False)
    return s


LIES = [
    ({}, FLOW, [[6], [3], [2], [4]], "1/1 1/1"),
    ({"traits": (PROWESS,)}, FLOW, [[6], [2], [4], [3]], "1/1 1/1"),
    ({"traits": (Trait("Slow"), FEINT)}, {**FLOW, "traits": (DODGE,)}, [[5], [3], [5], [3]], "1/1 1/1"),
    ({"traits": (Trait("Impenetrable Defence", x=1),)}, FLOW, [[6, 2], [], [4], [3]], "2/0 1/1"),
    (
        {"traits": (PROWESS,), "specials": (Special("Powerful Attack", 0),)},
        {"ki_feats": (SET, ADDED, Feat("Flow Like Water")), "ki_tokens": 2, "traits": (DODGE,)},
        [[4, 1], [], [2], [3]],
        "2/0 1/1",
    ),
]


@pytest.mark.parametrize(("a", "b", "dice", "splits"), one_in(3, LIES))
def test_a_feat_that_brings_a_re_roll_is_worth_its_best_use(
    a: Model, b: Model, dice: list[list[int]], splits: str
) -> None:
    s = rolled(a, b, dice, splits)
    found = odds_of(s)
    assert any("re-roll" in line and "best" in line for line in found.assumes)
    for option in found.options():
        count = s.undo_count
        s.answer(option)
        drive(s, stop=lambda r: r.name != "7b.feat", strict=False)
        played = Referee(s).played()
        assert column(found, "dealt", "a", option) == dealt(played, 0), option
        assert column(found, "taken", "b", option) == dealt(played, 1), option
        s.undo(s.undo_count - count)


def test_a_feat_that_cannot_change_anything_says_so() -> None:
    """No attack dice of its own, one of which the feat sets: the rules let it be used all the same."""
    sets = {"ki_feats": (SET,), "ki_tokens": 1}
    s = rolled({}, sets, [[2], [3], [], [4, 3]], "1/1 0/2")
    found, other = odds_of(s), odds_of(rolled({}, sets, [[2], [3], [2], [4]]))
    assert found.alike
    assert not other.alike
    assert found.assumes == found.beside == ("the same whatever the answer",)
    assert "the same whatever the answer" not in other.assumes
    assert not [line for line in told(found) if "Best:" in line]
    assert [line for line in told(other) if "Best:" in line]
    assert best_words(now(s), found) == ""


def test_a_feat_that_only_changes_re_rolls_is_never_the_same_whatever_the_answer() -> None:
    """After the roll its best use is worth the same as none; before the split nobody re-rolls at all."""
    s = rolled({}, FLOW, [[2], [3], [], [4, 3]], "1/1 0/2")
    calm = Feat("Calm", ki=1, windows=("4",), effects=(DODGES,))
    before = at("4.feat", {"ki_feats": (calm,), "ki_tokens": 1}, {})
    for found, later in ((odds_of(s), s), (odds_of(before), before)):
        assert found.alike
        assert not [line for line in (*found.assumes, *found.beside) if "whatever the answer" in line]
        assert best_words(now(later), found) == ""
    assert "A: Calm: no re-rolls" in " ".join(odds_of(before).beside)


SET_BEFORE = {"ki_feats": (SET,), "ki_tokens": 1}
RE_ROLLS = [
    ({"traits": (Trait("Prowess", x=1, of="Attack"),)}, {}, [[2, 4], [], [], [5, 1]], "2/0 0/2", ""),
    ({"traits": (PROWESS,)}, {"traits": (DODGE,)}, [[6], [2], [4], [3]], "1/1 1/1", "A's Prowess"),
    # The 2 is set to 5 before: only the 4 may be rolled again, and nothing is set once more.
    ({"traits": (DODGE,)}, {**SET_BEFORE, "traits": (TWICE,)}, [[6], [2], [4, 2], []], "1/1 2/0", "A's Dodge"),
]


@pytest.mark.parametrize(("a", "b", "dice", "splits", "later"), one_in(3, RE_ROLLS))
def test_every_re_roll_counts_those_after_it(
    a: Model, b: Model, dice: list[list[int]], splits: str, later: str
) -> None:
    s = rolled(a, b, dice, splits, stop="7b.feat" if "ki_feats" in b else "7b")
    drive(s, [("7b.feat", "Still Mind")] if "ki_feats" in b else [], stop=lambda r: isinstance(r, Pick), strict=False)
    found, worth = odds_of(s), {}
    mine, enemy = (0, 1) if now(s).by == "red" else (1, 0)
    assert [line for line in found.assumes if "re-rolls as best" in line] == (
        [f"re-rolls as best for wounds: {later}"] if later else []
    )
    for option in found.options():
        count = s.undo_count
        s.answer(option)
        played = Referee(s).played()
        worth[option] = played.mean(lambda wounds: wounds[enemy] - wounds[mine])
        assert column(found, "dealt", "ab"[enemy], option) == dealt(played, enemy), option
        assert column(found, "taken", "ab"[mine], option) == dealt(played, mine), option
        if option:
            again = odds_of(s)
            assert {of: column(again, "taken", of) for of in "ab"} == {
                of: dealt(played, at) for at, of in enumerate("ab")
            }
        s.undo(s.undo_count - count)
    assert found.safest == max(worth, key=worth.__getitem__)


def test_the_joint_roll_counts_the_re_rolls_after_it() -> None:
    one: Model = {"melee_pool": 1, "wounds_max": 1}
    s = at("7", {**one, "traits": (DODGE,)}, one, "5 red 0/1; 5 blue 1/0")
    found = odds_of(s)
    assert found.assumes[0] == "re-rolls as best for wounds: A's Dodge"
    played = Referee(s).played()
    assert {of: column(found, "taken", of) for of in "ab"} == {of: dealt(played, at) for at, of in enumerate("ab")}


TWO_DICE = [(PROWESS,), (PROWESS, DODGE, FEINT), (TWICE, Trait("Dodge", x=2))]


@pytest.mark.parametrize("theirs", TWO_DICE)
@pytest.mark.parametrize("mine", TWO_DICE)
def test_of_one_die_each_way_all_re_rolls_count(mine: tuple[Trait, ...], theirs: tuple[Trait, ...]) -> None:
    two = {"melee_pool": 2}
    found = odds_of(at("7", {**two, "traits": mine}, {**two, "traits": theirs}, "5 red 1/1; 5 blue 1/1"))
    assert found.assumes[0].startswith("re-rolls as best for wounds: ")
    assert not [line for line in found.assumes if "without" in line or "nobody" in line]
    assert found.beside == ()


def test_at_the_split_nobody_re_rolls_and_that_is_said_of_a_feat_that_brings_one_too() -> None:
    found = odds_of(at("5", FLOW, {}))
    assert "no re-rolls" in found.assumes
    assert found.beside[0] == "no re-rolls"


@pytest.mark.parametrize(("most", "left"), [(300, "A's Prowess"), (0, "B's Feint and A's Prowess")])
def test_what_is_too_much_to_compare_is_left_out_and_said(
    most: int, left: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(again, "MOST_WORK", most)
    s = rolled({"traits": (PROWESS,)}, {"traits": (DODGE, FEINT)}, [[6], [2], [4], [3]], stop="7b1")
    found = odds_of(s)
    assert f"without re-rolls of {left}" in found.assumes
    assert found.beside[0] == f"without re-rolls of {left}"


def test_of_more_than_is_compared_rolls_are_drawn_and_it_is_said_how_far_off_they_may_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def joint(work: int, drawn: int = again.MOST_DRAWN) -> Odds:
        monkeypatch.setattr(again, "MOST_WORK", work)
        monkeypatch.setattr(again, "MOST_DRAWN", drawn)
        prowess = {"melee_pool": 4, "traits": (Trait("Prowess", x=1, of="Attack"),)}
        work_out = present(now(at("7", prowess, "melee_pool 4", "5 red 3/1; 5 blue 2/2")).odds)
        return present(work_out())

    whole, some, none = joint(10**7), joint(0), joint(0, 0)
    assert whole.exact
    assert none.exact
    assert none.beside[0] == "without re-rolls of A's Prowess"
    assert not some.exact
    assert some.assumes[0] == "re-rolls as best for wounds: A's Prowess, those of 250 rolls drawn"
    assert some.error is not None
    assert 0 < some.error < 0.05
    assert some == joint(0)

    def chances(of: Odds) -> dict[tuple[str, str, int | None], float]:
        return {(row.measure, row.of, row.value): float(row.p) for row in of.rows}

    known, drawn = chances(whole), chances(some)
    assert drawn != known
    assert max(abs(drawn.get(key, 0) - p) for key, p in known.items()) <= some.error
    assert abs(sum(drawn["taken", "b", value] for _, of, value in drawn if value is not None and of == "b") - 1) < 1e-9
