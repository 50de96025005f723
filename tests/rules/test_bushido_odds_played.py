"""The odds of exchanges between all sorts of fighters against the explorer, which plays them through every fall."""

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

import pytest

from companion.engine.goals import GOALS, KILL, SURVIVE, TRADE, WOUNDS
from companion.engine.requests import Allotment, Do, Pick, Request
from companion.engine.session import Session
from companion.odds.chances import Chances
from companion.rules.bushido.catalog import SPECIALS
from companion.rules.bushido.odds.fight import Choice, Fight
from companion.rules.bushido.odds.harm import Suffered, stays
from companion.rules.bushido.odds.split import Contest, choices
from companion.rules.bushido.records import Effect, Feat, Grant, Special, Trait
from companion.rules.bushido.units import BushidoUnit
from companion.testing import drive
from companion.testing.playing import harmless_answer
from tests.examples import present
from tests.odds.explorer import explore
from tests.odds.stepping import odds_of
from tests.rules.bushido_kit import (
    at,
    at_the_split,
    both,
    named,
    pair,
    same,
    slot,
    split,
    steps,
    suffered_by_both,
    those,
)
from tests.rules.scene import begun, now
from tests.searching import one_in

Model = dict[str, Any]
Fate = tuple[int, bool]
"""Wounds, and whether it is out of play."""

LAST_STAND = (Trait("Last Stand"),)
IN_IT: Model = {"traits": LAST_STAND, "wounds_max": 2, "wounds_marked": 2, "last_stand": True, "melee_pool": 2}
CHOKE_HOLD: Model = {"ki_feats": (Feat("Choke Hold"),), "ki_tokens": 2, "wounds_max": 2, "melee_pool": 2}
PLAIN: Model = {"melee_pool": 2, "wounds_max": 2}
STRIKES: Model = {"melee_pool": 1, "wounds_max": 2}
"""Plain too, with one die: of three dice there are a sixth of the falls."""


def decide(deadly: bool, request: Request[object]) -> object:
    """Nothing is used; an Assassin keeps the best two dice: the highest, or a double that is `deadly`."""
    if isinstance(request, Do):
        return True
    if isinstance(request, Pick) and request.name.endswith(".keep"):
        faces = {option.value: int(option.label[-1]) for option in request.options}

        def worth(two: Iterable[Any]) -> tuple[bool, int]:
            one, other = (faces[value] for value in two)
            return deadly and one == other, one + other

        return list(max(combinations(faces, 2), key=worth))
    return harmless_answer(request)


def explored(s: Session, red: Choice, blue: Choice) -> Chances[tuple[Fate, Fate]]:
    """What playing these splits gives a and b."""
    paid = [offer.feat.ki or 0 if (offer := choice.way.offer) is not None else 0 for choice in (red, blue)]
    had = [(u.wounds_marked, u.ki_tokens - ki) for u, ki in zip(both(s), paid, strict=True)]

    def fate(u: BushidoUnit, marked: int, ki: int) -> Fate:
        if not u.alive:
            return 0, True
        return (ki - u.ki_tokens if any(t.name == "Kami" for t in u.traits) else u.wounds_marked - marked), False

    def read(s: Session) -> tuple[Fate, Fate]:
        a, b = both(s)
        return fate(a, *had[0]), fate(b, *had[1])

    for side, choice in (("red", red), ("blue", blue)):
        s.answer(choice.option, by=side)
    deadly = any("Critical" in choice.option.plan for choice in (red, blue))
    found = explore(s, partial(decide, deadly), read, same=same)
    s.undo(2)
    return found


def worked_out(s: Session) -> tuple[Fight, dict[str, list[Choice]]]:
    """The fights of the splits that are asked for now, and what both may choose."""
    asked = present(slot(s, "red").by_goal, partial)
    game, ex, mine, offered = asked.args
    return Fight(game, ex), {f.id: choices(f, offered[f.id]) for f in (mine, ex.other(mine))}


def declaring(fights: Fight, a: Choice, b: Choice) -> Fight:
    """The fight of these splits, with the feats that they declare."""
    pays = a.pays + b.pays
    return fights.after(pays) if pays else fights


def formula(fights: Fight, a: Choice, b: Choice) -> Chances[tuple[Fate, Fate]]:
    """What the odds give a and b."""
    ex = fights.ex
    sides = {"a": a, "b": b}
    fight = declaring(fights, a, b)

    def read(both: tuple[Suffered, Suffered]) -> tuple[Fate, Fate]:
        found = {}
        for mine, suffered in zip((ex.lead, ex.late), both, strict=True):
            found[mine.id] = (0, True) if suffered.falls else (suffered.wounds, False)
        return found["a"], found["b"]

    return suffered_by_both(fight, sides[ex.lead.id], sides[ex.late.id]).map(read)


def ended(fate: Fate, end: int) -> bool:
    """Whether that is the end of a fighter for a goal: it falls, or makes its Last Stand with so many wounds."""
    return fate[1] or 0 < end <= fate[0]


def compare(s: Session, a: Choice, b: Choice) -> None:
    """The odds of these splits are what playing them gives, and what they are worth for each goal follows from it."""
    fights, _ = worked_out(s)
    found = formula(fights, a, b)
    fighters = (fights.ex.lead.id, fights.ex.late.id)
    tracks = declaring(fights, a, b).tracks
    ends = {of: track.left if stays(track) else 0 for of, track in zip(fighters, tracks, strict=True)}
    for mine, own, theirs in ((fights.ex.first, a, b), (fights.ex.second, b, a)):
        at = "ab".index(mine.id)
        taken, dealt = (found.where(lambda fate, of=of: fate[of][1]) for of in (at, 1 - at))  # type: ignore[misc]
        lost, won = (found.where(lambda fate, of=of: ended(fate[of], ends["ab"[of]])) for of in (at, 1 - at))  # type: ignore[misc]
        for goal in GOALS:
            contest = Contest(mine, fights, ([own], [theirs]), goal, 1)
            best = contest.best
            lost_by, lost_to = (contest.outcome()[f.id] for f in (mine, fights.ex.other(mine)))
            assert lost_by.where(lambda to: to.falls) == taken
            assert lost_to.where(lambda to: to.falls) == dealt
            wounds = lost_to.mean(lambda to: to.wounds) - lost_by.mean(lambda to: to.wounds)
            assert best.value == {WOUNDS: wounds, KILL: won, SURVIVE: 1 - lost, TRADE: won - lost}[goal]
    assert found.fractions() == explored(s, a, b).fractions(), (a.option, b.option)


def chosen(s: Session, of: str, option: Allotment) -> Choice:
    """This split of this fighter."""
    _, splits = worked_out(s)
    return next(choice for choice in splits[of] if choice.option == option)


HALF, ATTACK = split(1, 1), split(1, 0)
GRAPPLES, HOLDS = split(1, 1, "Choke Hold: Grapple Attack"), split(1, 1, "Choke Hold: Grapple Defence")
KNOWN: list[tuple[Model, Model, Allotment, Allotment]] = [
    (CHOKE_HOLD, STRIKES, GRAPPLES, ATTACK),
    (STRIKES, {**PLAIN, "traits": LAST_STAND}, ATTACK, HALF),
    ({**PLAIN, "traits": LAST_STAND}, STRIKES, HALF, ATTACK),
    (STRIKES, IN_IT, ATTACK, HALF),
    ({**STRIKES, "specials": (Special("Critical Attack", 0),)}, IN_IT, split(1, 0, "Critical Attack"), HALF),
    (STRIKES, CHOKE_HOLD, ATTACK, HOLDS),
    # Four dice: ties of both comparisons go by the dice of both.
    (CHOKE_HOLD, {**IN_IT, "ki_feats": (Feat("Choke Hold"),), "ki_tokens": 2}, GRAPPLES, HOLDS),
]


@pytest.mark.parametrize(("a", "b", "one", "two"), one_in(7, KNOWN))
def test_last_stand_and_choke_hold_come_to_what_playing_them_gives(
    a: Model, b: Model, one: Allotment, two: Allotment
) -> None:
    s = at_the_split(a, b)
    compare(s, chosen(s, "a", one), chosen(s, "b", two))


CASES: list[tuple[Model, Model, Model, list[tuple[str, str]]]] = [
    (
        {"melee_pool": 2, "specials": (Special("Powerful Attack", 1),)},
        {"melee_pool": 1, "specials": (Special("Counterstrike Defence", 0),)},
        {},
        [("1/0 Powerful Attack", "0/1 Counterstrike Defence")],
    ),
    ({"melee_pool": 1, "strength": 1}, {"melee_pool": 1}, {}, [("1/0", "1/0"), ("1/0", "0/1")]),
    ({"melee_pool": 2, "wounds_max": 2}, {"melee_pool": 1, "wounds_max": 1, "strength": 2}, {}, [("1/1", "1/0")]),
    (
        {"melee_pool": 1, "traits": (Trait("Brutal", x=1), Trait("Strong"))},
        {"melee_pool": 1, "traits": (Trait("Armour", x=2), Trait("Tough", x=1))},
        {},
        [("1/0", "1/0"), ("1/0", "0/1")],
    ),
    (
        {"melee_pool": 2, "traits": (Trait("Slow"), Trait("Brutal", x=1))},
        {"melee_pool": 1},
        {"flat_mods_need_scoring_die": False},
        [("2/0", "0/1")],
    ),
    (
        {"melee_pool": 1, "traits": (Trait("Impenetrable Defence", x=1),)},
        {"melee_pool": 2, "traits": (Trait("Kata"),)},
        {},
        [("1/0", "2/0"), ("0/1", "2/0")],
    ),
    (
        {"melee_pool": 1, "specials": (Special("Combo Attack", 0), Special("Grapple Attack", 0))},
        {"melee_pool": 1, "specials": (Special("Sweep Defence", 0),), "strength": 2},
        {},
        [("1/0 Combo Attack", "1/0"), ("1/0 Grapple Attack", "1/0")],
    ),
    (
        {"melee_pool": 1, "specials": (Special("Critical Attack", 0),)},
        {"melee_pool": 1, "specials": (Special("Push Defence", 0), Special("Gokusatsu Attack", 0))},
        {},
        [
            ("1/0 Critical Attack", "0/1 Push Defence"),
            ("1/0", "1/0 Gokusatsu Attack"),
            ("1/0 Critical Attack", "1/0"),
        ],
    ),
]


@pytest.mark.parametrize(("a", "b", "options", "splits"), one_in(8, CASES))
def test_a_split_is_worth_what_playing_it_gives(
    a: Model, b: Model, options: Model, splits: list[tuple[str, str]]
) -> None:
    s = at_the_split({"wounds_max": 2, **a}, {"wounds_max": 2, **b}, **options)
    for one, two in splits:
        compare(s, chosen(s, "a", named(one)), chosen(s, "b", named(two)))


BLESSED = (Grant("Blessing", "damage", Effect("strength", x=4)),)


@pytest.mark.parametrize(("attack", "theirs"), [(1, "1/0"), (0, "0/1")])
def test_what_lasts_until_a_damage_roll_is_gone_after_a_counterstrike(attack: int, theirs: str) -> None:
    """The Defender of the first comparison strikes back, if anybody attacks, and then attacks in the second."""
    counters: Model = {"specials": (Special("Counterstrike Defence", 0),), "granted": BLESSED, "wounds_max": 3}
    slow = {"melee_pool": attack + 1, "traits": (Trait("Slow"),), **counters}
    s = at_the_split(slow, {"melee_pool": 1, "wounds_max": 3})
    compare(s, chosen(s, "a", split(attack, 1, "Counterstrike Defence")), chosen(s, "b", named(theirs)))


def test_what_lasts_until_a_damage_roll_is_gone_after_the_first_of_a_combo() -> None:
    combo: Model = {"melee_pool": 1, "specials": (Special("Combo Attack", 0),), "granted": BLESSED}
    s = at_the_split(combo, {"melee_pool": 1, "wounds_max": 5})
    compare(s, chosen(s, "a", split(1, 0, "Combo Attack")), chosen(s, "b", split(0, 1)))


def test_what_a_charge_adds_to_the_first_damage_roll_is_not_in_the_next_of_a_combo() -> None:
    combo: Model = {"melee_pool": 1, "specials": (Special("Combo Attack", 0),)}
    apart = those("a", "b", a=combo, b={"melee_pool": 1, "wounds_max": 5})
    s = begun(apart, "activate", {"model": "a"}, steps("action charge; target b"), until="5")
    a = next(choice for choice in worked_out(s)[1]["a"] if choice.way.special is not None and choice.attack)
    compare(s, a, chosen(s, "b", split(0, 1)))


def test_who_rises_is_prone_and_does_not_strike_back() -> None:
    s = at_the_split({**STRIKES, "strength": 2}, {"melee_pool": 1, "wounds_max": 1, "traits": (Trait("Rise", x=2),)})
    compare(s, chosen(s, "a", ATTACK), chosen(s, "b", ATTACK))


@pytest.mark.parametrize("goal", GOALS)
def test_who_makes_a_last_stand_never_falls_and_strikes_back(goal: str) -> None:
    s = at_the_split(PLAIN, {**PLAIN, **IN_IT})
    found = present(s.odds(goal=goal))
    falls = {row.p for row in found.rows if (row.measure, row.of) == ("falls", "b")}
    dealt = {row.value: row.p for row in found.rows if (row.measure, row.of) == ("dealt", "b")}
    assert (falls, dealt) == ({0}, {0: 1})
    if goal == KILL:
        assert found.value == 0


def test_to_bring_an_enemy_to_its_last_stand_is_worth_something() -> None:
    s = at_the_split(PLAIN, {**PLAIN, "traits": LAST_STAND})
    found = present(s.odds(goal=KILL))
    assert 0 < present(found.value) < 1
    assert any("Last Stand" in line for line in found.assumes)
    assert {row.p for row in found.rows if (row.measure, row.of) == ("falls", "b")} == {0}


def test_the_chance_of_a_last_stand_is_beside_that_it_never_falls() -> None:
    """It is what playing it gives: a full track on a model in play; and what that means is in view."""
    s = at_the_split({**PLAIN, "melee_pool": 1}, {**PLAIN, "melee_pool": 1, "traits": LAST_STAND})
    a, b = chosen(s, "a", split(1, 0)), chosen(s, "b", split(0, 1))
    stands = explored(s, a, b).where(lambda fates: fates[1] == (2, False))
    for side, split_of in (("red", a), ("blue", b)):
        s.answer(split(split_of.attack, split_of.defence), by=side)
    drive(s, stop=lambda r: r.name == "7")
    found = odds_of(s)
    assert {row.p for row in found.rows if (row.measure, row.of) == ("falls", "b")} == {0}
    assert [row.p for row in found.rows if row.measure == "last_stand"] == [stands]
    assert ("last_stand", "b", "B's Last Stand") in [(h.measure, h.of, h.text) for h in found.headings]
    assert found.beside == ("Last Stands last to the End Phase",)
    assert set(found.beside) <= set(found.assumes)


def test_the_damage_roll_against_a_last_stand_and_against_one_that_may_rise() -> None:
    for traits, falls, wounds in ((LAST_STAND, 0, {2}), ((Trait("Rise", x=4),), Fraction(1, 2), {-1, 1})):
        full = {"wounds_marked": 1} if len(wounds) == 2 else {}
        s = at_the_split({**PLAIN, "strength": 12}, {**PLAIN, "traits": traits, **full})
        drive(s, steps("2/0 v 0/2: 6 6 / / / 1 1"), stop=lambda r: r.name == "12")
        found = odds_of(s)
        assert {row.p for row in found.rows if row.measure == "falls"} == {falls}
        assert {row.value for row in found.rows if row.measure == "dealt" and row.p} == wounds
        # Where one heals, the average may be below 0: then the wounds are called net.
        net = "net " if min(wounds) < 0 else ""
        assert next(h.text for h in found.headings if h.measure == "dealt") == f"{net}wounds on B"


@pytest.mark.parametrize("card", [CHOKE_HOLD, {**PLAIN, "traits": (Trait("Kami"),), "ki_tokens": 3}])
def test_boosts_leave_less_ki_for_a_feat_with_the_split_and_to_a_kami(card: Model) -> None:
    s = at("4", {**card, "melee_boost_cost": 1}, PLAIN)
    found = odds_of(s)
    for boosts in found.options():
        s.answer(boosts)
        drive(s, stop=lambda r: r.name == "5")
        then = present(slot(s, "red").odds)
        odds = present(then())
        assert dict(found.guarantees)[boosts] == odds.value
        s.undo(1)


def test_what_is_assumed_is_said_where_it_could_happen() -> None:
    guarded = {"traits": (Trait("Protected", x=3), Trait("Rise", x=4)), "strength": None}
    s = at_the_split({**PLAIN, "traits": (Trait("Assassin"),)}, {**PLAIN, **guarded})
    found = odds_of(s)
    said = found.assumes[-3:]
    assert said == (
        "A did not come unseen",
        "where B rises, its wounds are below 0: as many as it heals",
        "what the card of B's Blade does is not counted",
    )


TRAITS = (
    *(Trait(name) for name in ("Last Stand", "Kata", "Strong", "Weak", "Durable", "Immovable", "Agile", "Entangling")),
    *(Trait(name) for name in ("Slow", "Insignificant", "Intangible", "Kami", "Assassin")),
    *(Trait(name, x=1) for name in ("Brutal", "Parry", "Tough", "Armour", "Pierce", "Sharp", "Impenetrable Defence")),
    *(Trait(name, x=1) for name in ("Unblockable", "Chain Weapon")),
    *(Trait("Rise", x=x) for x in (2, 5)),
    Trait("Adept", x=1, of="Attack"),
    Trait("Poison", x=1, y=1),
    Trait("Vengeance", of="B"),
    Trait("Immune", of="Prone"),
)
STATES: tuple[dict[str, Any], ...] = tuple(
    {state: 1} for state in ("stunned", "prone", "immobilised", "death_sentence", "frightened")
)
GRANTS = (
    Effect("strength", x=2),
    Effect("trait", name="Strong"),
    Effect("trait", name="Armour", x=3),
    Effect("trait_plus", name="Tough", x=1),
)
FEAT_EFFECTS = (
    *GRANTS,
    Effect("fix_die", x=6, of="attack"),
    Effect("add_die", x=4, of="defence"),
    Effect("trait", name="Last Stand"),
)


def any_model(random: Random) -> Model:
    """Any small fighter, in any state."""
    boxes = random.choice((1, 2, 3))
    specials = random.sample(sorted(SPECIALS.values(), key=lambda entry: entry.name), 3)
    found: Model = {
        "melee_pool": random.choice((1, 1, 2)),
        "wounds_max": boxes,
        "wounds_marked": random.randrange(boxes),
        "traits": tuple(random.sample(TRAITS, random.choice((0, 1, 2, 2, 3)))),
        "specials": tuple(Special(entry.name, 0) for entry in specials),
        "strength": random.choice((None, 0, 0, 1, 2, 2)),
        "ki_tokens": 3,
        "activation_counters": random.choice((1, 2)),
    }
    if random.random() < 0.2:
        found |= {"traits": (*found["traits"], *LAST_STAND), "wounds_marked": boxes, "last_stand": True}
    if random.random() < 0.2:
        found["states"] = random.choice(STATES)
    if random.random() < 0.3:
        found["granted"] = (Grant("Blessing", random.choice(("damage", "activation")), random.choice(GRANTS)),)
    if random.random() < 0.4:
        name = specials[0].name
        more = random.choice((Effect("wound_with", name=name, x=1), random.choice(FEAT_EFFECTS)))
        effects, lasts = (Effect("special", name=name), more), random.choice(("exchange", "damage"))
        feat = Feat("Trick", 1, "instant", lasts=lasts, target="self", windows=("5",), effects=effects)
        found["ki_feats"] = (feat,)
        found["specials"] = found["specials"][1:]
    return found


SMALL_ONES = (0, 1, 4, 5, 7, 6, 8, 10, 9, 11)
"""Seeds of fighters whose falls are soon played; those of every run soonest."""


def any_pair(seed: int) -> tuple[Session, Choice, Choice]:
    """Two such fighters at the split, and a split of each: more often one that declares something."""
    random = Random(seed)
    options = {"sweep_defence_ends_exchange": random.random() < 0.3, "tie_counts_discarded": random.random() < 0.3}
    s = at_the_split(any_model(random), any_model(random), active=random.choice(("red", "blue")), **options)
    _, of = worked_out(s)
    a, b = (random.choices(of[name], [4 if c.way.special is not None else 1 for c in of[name]])[0] for name in "ab")
    return s, a, b


@pytest.mark.parametrize("seed", one_in(4, SMALL_ONES))
def test_any_two_fighters_come_to_what_playing_them_gives(seed: int) -> None:
    compare(*any_pair(seed))


def test_standing_up_at_the_start_of_an_activation_has_the_odds_of_the_fight_that_follows() -> None:
    s = begun(pair("traits Jump Up; states prone", {}), "activate", {"model": "a"})
    assert now(s).name == "jump_up"
    assert set(odds_of(s).options()) == {True, False}
