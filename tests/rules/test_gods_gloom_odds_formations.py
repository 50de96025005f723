"""Odds of formations against the explorer: what Harass does before the dice counts, and the enemy may still reply."""

from fractions import Fraction
from typing import Any

import pytest

from companion.engine.odds import Given, Odds
from companion.engine.session import Session
from companion.odds.chances import Chances
from companion.odds.zero_sum import solve
from companion.testing import drive
from tests.odds.explorer import explore
from tests.odds.stepping import odds_of
from tests.rules.gloom import odds_at, pair, same, unpushed
from tests.rules.scene import begun
from tests.searching import one_in

Lost = tuple[int, int]

PICKS = ("advance", "hold", "harass")
FEW: dict[str, Any] = {"offence": {"red": 1, "blue": 0}, "defence": {"red": 1, "blue": 1}}
UNITS = ("rav", "shield")

HARASSED: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ({}, {"health": 1, "morale": 0}, {}),
    ({}, {"health": 2, "morale": 0}, {}),
    ({"traits": ("exploit_negative_tokens",)}, {"health": 2, "morale": 0}, {}),
    ({"traits": ("exploit_broken",)}, {"morale": 1}, {}),
    ({"traits": ("berserk",), "health": 1}, {"health": 1, "morale": 0}, {}),
    ({"health": 2, "morale": 1}, {"health": 2, "morale": 0}, {}),
    ({}, {"health": 1, "morale": 0}, {"morale_loss_at_zero": "nothing"}),
    ({}, {"traits": ("morale_immune",), "health": 1, "morale": 0}, {}),
]
"""A certain kill, down to 1 health and Weak, a Weak or broken target, one whose rage ends with it, both hurt; the
option that spares, and one who cannot lose morale."""


def started(a: dict[str, Any], d: dict[str, Any], seals: tuple[int, int], **options: Any) -> Session:
    return begun(pair(FEW | a, FEW | d, seals=seals, criticals=False, **options), "melee", {"attacker": "rav"})


def healths(s: Session) -> Lost:
    one, two = (s.table.units[of].health for of in UNITS)
    return one, two


def rest(s: Session, had: Lost) -> Chances[Lost]:
    """What both lose to the end of those healths."""

    def lost(now: Session) -> Lost:
        left = healths(now)
        return had[0] - left[0], had[1] - left[1]

    return explore(s, unpushed, lost, same=same)


def worth(ends: Chances[Lost]) -> Fraction:
    """To the Attacker."""
    return ends.mean(lambda lost: lost[1] - lost[0])


def says(found: Odds, option: Given, ends: Chances[Lost], s: Session) -> None:
    """The rows of an option of the Attacker are these ends."""
    for measure, of, place in (("taken", "rav", 0), ("dealt", "shield", 1)):
        rows = {row.value: row.p for row in found.rows if (row.option, row.measure, row.of) == (option, measure, of)}
        lost = ends.map(lambda both, place=place: both[place])  # type: ignore[misc]
        assert {value: p for value, p in rows.items() if p} == lost.fractions()
        falls = [r.p for r in found.rows if (r.option, r.measure, r.of) == (option, "falls", of)]
        assert falls == [lost.p(s.table.units[of].health)]


def lone(s: Session) -> dict[str, Chances[Lost]]:
    """What each formation of the one who declared comes to; the session stands at its choice."""
    had, found = healths(s), {}
    for pick in PICKS:
        s.answer(pick)
        found[pick] = rest(s, had)
        s.undo()
    return found


@pytest.mark.parametrize(("a", "d", "options"), one_in(2, HARASSED), ids=range(len(HARASSED)))
def test_a_formation_is_worth_what_playing_it_gives(
    a: dict[str, Any], d: dict[str, Any], options: dict[str, Any]
) -> None:
    s = started(a, d, (1, 0), **options)
    found = odds_at(s, "TFP.20", ("MEL.10.berserk", "declare"), ("TFP.10", "declare"))
    for pick, ends in lone(s).items():
        says(found, pick, ends, s)


def test_a_certain_kill_is_certain() -> None:
    s = started({}, {"health": 1, "morale": 0}, (1, 0))
    found = odds_at(s, "TFP.20", ("TFP.10", "declare"))
    assert found.safest == "harass"
    assert [(r.measure, r.p) for r in found.rows if r.option == "harass" and r.measure in ("falls", "wins")] == [
        ("falls", 1),
        ("falls", 0),
        ("wins", 1),
    ]


def pairs(s: Session) -> dict[tuple[str, str], Chances[Lost]]:
    """What each pair of formations comes to; the session stands at the secret choice of both."""
    had, found = healths(s), {}
    for mine in PICKS:
        s.answer(mine, by="p1")
        for theirs in PICKS:
            s.answer(theirs, by="p2")
            found[mine, theirs] = rest(s, had)
            s.undo()
        s.undo()
    return found


@pytest.mark.parametrize("case", [3])
def test_the_mix_knows_what_harass_does(case: int) -> None:
    a, d, options = HARASSED[case]
    s = started(a, d, (1, 1), **options)
    found = odds_at(s, "TFP.20", ("TFP.10", "declare"), ("TFP.10", "declare"))
    ends = pairs(s)
    best = solve([[worth(ends[mine, theirs]) for theirs in PICKS] for mine in PICKS])
    assert found.value == best.value
    assert dict(found.mix) == {pick: p for pick, p in zip(PICKS, best.rows, strict=True) if p}


def best_secret(s: Session) -> Fraction:
    ends = pairs(s)
    return solve([[worth(ends[mine, theirs]) for theirs in PICKS] for mine in PICKS]).value


def by_declarers(a: dict[str, Any], d: dict[str, Any], options: dict[str, Any]) -> dict[str, Fraction]:
    """What best play is worth to the Attacker if nobody, one, or both declare."""
    found: dict[str, Fraction] = {}
    for who in ("", "p1", "p2", "p1p2"):
        s = started(a, d, (1, 1), **options)
        said = [("TFP.10", of, "declare" if of in who else "pass") for of in ("p1", "p2")]
        drive(s, [*said, ("TFP.10.final", "pass")], stop=lambda r: r.name in ("TFP.20", "ATC.10"), strict=False)
        if not who:
            found[who] = worth(rest(s, healths(s)))
        elif who == "p1p2":
            found[who] = best_secret(s)
        else:
            mine = map(worth, lone(s).values())
            found[who] = max(mine) if who == "p1" else min(mine)
    return found


@pytest.mark.parametrize("case", [1])
def test_whether_to_declare_foresees_what_the_enemy_replies(case: int) -> None:
    a, d, options = HARASSED[case]
    a = {**a, "traits": tuple(word for word in a.get("traits", ()) if word != "berserk")}
    value = by_declarers(a, d, options)
    declared = min(value["p1"], value["p1p2"])
    passed = min(value[""], max(value["p2"], value["p1p2"]))

    first = odds_at(started(a, d, (1, 1), **options), "TFP.10")
    assert dict(first.guarantees) == {"pass": passed, "declare": declared}
    assert "Shieldband replies as best play does" in first.beside

    unanswered = odds_at(started(a, d, (1, 0), **options), "TFP.10")
    assert dict(unanswered.guarantees) == {"pass": value[""], "declare": value["p1"]}
    assert "Shieldband declares none" in unanswered.beside

    s = started(a, d, (1, 1), **options)
    odds_at(s, "TFP.10")
    s.answer("pass")
    second = odds_of(s)
    assert dict(second.guarantees) == {"pass": -value[""], "declare": -max(value["p2"], value["p1p2"])}
    s.undo()
    s.answer("declare")
    second = odds_of(s)
    assert dict(second.guarantees) == {"pass": -value["p1"], "declare": -value["p1p2"]}
    assert "the last chance is passed too" in second.assumes
    s.answer("pass")
    last = odds_of(s)
    assert last.guarantees == second.guarantees
    assert "the last chance is passed too" not in last.assumes


def test_a_seal_is_not_advised_where_the_reply_takes_its_gain() -> None:
    """Alone an Advance is a gain; the enemy that may reply makes it none, and a pass is as good."""
    flips = []
    for a, d, options in HARASSED:
        alone, replied = (odds_at(started(a, d, seals, **options), "TFP.10") for seals in ((1, 0), (1, 1)))
        flips.append((alone.safest, replied.safest))
    assert ("declare", "pass") in flips
