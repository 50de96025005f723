"""Laws of campaigns: whatever is closed, edited, reopened and voided, the rosters are what the ledger leads to.

What it tells of a unit and of rosters of old; and whom the next battle is of: everybody meets everybody in turn.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from companion.engine.campaign import GONE, Batch, Career, LedgerEntry
from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.frontend.campaigns import battle_named, unit_named
from companion.frontend.saying.rosters import change_words, life_lines, together
from companion.store.battles import record_battle
from companion.store.campaigns import Transaction, changing
from companion.store.closing import close, edit, record, reopen, take_back, void
from companion.store.format.campaign import (
    BatchRow,
    Battle,
    Campaign,
    CampaignRoster,
    CampaignTable,
    EntryRow,
    Outcome,
    Player,
)
from companion.store.ledger import Chapter, batches_in_force, careers, differences, fold, life, roster_after, value_at
from companion.store.pairing import suggested
from companion.store.restore import restore
from tests.searching import one_in
from tests.store.feuds import begin, done, feud, now, play, session_file, two_battles


def step(made: Transaction, rng: Random) -> None:
    """One random change of a campaign."""
    campaign = made.campaign
    kind = rng.random()
    gold = [(of, int(value_at(campaign.rosters[of], of, of, "gold"))) for of in campaign.rosters]
    of, held = rng.choice(gold)
    if kind < 0.4:
        battle = record_battle(made, ["rhea", "boris"], "", Outcome((of,)))
        changes = {who: [(who, "gold", purse + rng.randint(0, 30))] for who, purse in gold}
        changes[of].append((rng.choice(list(campaign.rosters[of].units)), "skill", rng.randint(1, 6)))
        record(made, battle, changes, "income")
    elif kind < 0.6:
        edit(made, of, [(of, "gold", held + rng.randint(-5, 5)), (of, "note", rng.choice("abc"))], "a count")
    elif campaign.battles:
        battle = rng.choice(list(campaign.battles))
        if kind < 0.8:
            void(made, battle, "called off")
        else:
            reopen(made, battle)


@pytest.mark.parametrize("seed", one_in(3, range(6)))
def test_the_rosters_are_always_what_the_ledger_leads_to(file: Path, seed: int) -> None:
    rng = Random(seed)
    for _ in range(15):
        try:
            done(file, step, rng)
        except InvalidInput:
            continue
        finally:
            campaign = now(file)
            assert list(differences(campaign)) == []
            for of, roster in campaign.rosters.items():
                assert fold(campaign, of) == roster
                entries = [e for row in batches_in_force(campaign) if row.roster == of for e in row.entries]
                earned = sum(e.after - e.before for e in entries if e.field == "gold")
                assert roster.fields["gold"] == 20 + earned


def test_who_joins_after_a_battle_gets_a_free_id_and_the_same_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def batch(session: Session, side: str) -> Batch:
        recruits = [
            LedgerEntry(of, "", None, {"name": of.title()}, "hired") for of in ("bone", "zed") if side == "rhea"
        ]
        return Batch(side, tuple(recruits), tuple(Career(recruit.of, battles=0) for recruit in recruits))

    file = feud(tmp_path)
    of = begin(file)
    session = restore(session_file(file, of)).session
    session.ruleset = dataclasses.replace(session.ruleset, batch=batch)
    for _ in range(2):
        done(file, close, of, session, result=Outcome(drawn=True))
        assert list(now(file).rosters["rhea"].units) == ["rone", "rtwo", "bone_2", "zed"]
        assert now(file).rosters["boris"].units["bone"]["name"] == "Bone"
        assert set(careers(now(file), "rhea")) == {"bone_2", "zed"}
        done(file, reopen, of)
        assert list(now(file).rosters["rhea"].units) == ["rone", "rtwo"]


def campaign_of(*entries: EntryRow) -> Campaign:
    made = Campaign("x", CampaignTable(1, "duel", 1, "id"), players={"rhea": Player("Rhea")})
    made.ledger = [
        BatchRow(1, "rhea", "joined", "", units={"ann": {"states": {"prone": True}, "name": "Ann"}}),
        BatchRow(2, "rhea", "manual", "", entries=entries),
    ]
    made.rosters["rhea"] = CampaignRoster("rhea", "Rhea")
    made.rosters["rhea"] = fold(made, "rhea")
    return made


def test_nested_fields_and_whole_units() -> None:
    made = campaign_of(
        EntryRow("ann", "states.prone", True, None),
        EntryRow("ann", "states.poison", None, 2),
        EntryRow("dan", "", None, {"name": "Dan"}),
    )
    assert made.rosters["rhea"].units == {"ann": {"states": {"poison": 2}, "name": "Ann"}, "dan": {"name": "Dan"}}
    effect = take_back(Transaction(Path(), made, []), made.ledger[1:], "")
    assert [(e.of, e.field, e.before, e.after) for _, e in effect.entries] == [
        ("dan", "", {"name": "Dan"}, None),
        ("ann", "states.poison", 2, None),
        ("ann", "states.prone", None, True),
    ]


def test_numbers_shift_and_words_clash() -> None:
    made = campaign_of(EntryRow("ann", "skill", 3, 4), EntryRow("ann", "note", "merry", "grim"))
    made.ledger.append(
        BatchRow(
            3, "rhea", "manual", "", entries=(EntryRow("ann", "skill", 4, 6), EntryRow("ann", "note", "grim", "sad"))
        )
    )
    made.rosters["rhea"] = fold(made, "rhea")
    effect = take_back(Transaction(Path(), made, []), [made.ledger[1]], "")
    assert [(e.field, e.before, e.after) for _, e in effect.entries] == [("skill", 6, 5)]
    assert [(e.field, held) for _, e, held in effect.clashes] == [("note", "sad")]


# -- who should fight whom


def of_players(many: int) -> Campaign:
    names = [f"p{number}" for number in range(many)]
    header = CampaignTable(1, "duel", 1, "id")
    return Campaign(
        "x", header, players={n: Player(n) for n in names}, rosters={n: CampaignRoster(n, n) for n in names}
    )


def fight(made: Campaign, *rosters: str, practice: bool = False) -> None:
    number = len(made.battles) + 1
    made.battles[f"b{number}"] = Battle("x", "2026-11-21", dict.fromkeys(rosters, 1), practice=practice)


@pytest.mark.parametrize("many", [3, 4, 5, 6, 7])
def test_everybody_meets_everybody_and_nobody_twice_running(many: int) -> None:
    made = of_players(many)
    met: Counter[frozenset[str]] = Counter()
    rested: Counter[str] = Counter()
    before: set[frozenset[str]] = set()
    for _ in range(3 * many):
        pairings = suggested(made)
        pairs = {frozenset(pair) for pair in pairings.pairs}
        assert len({one for pair in pairs for one in pair} | {pairings.rests} - {""}) == many
        assert not pairs & before
        before = pairs
        met.update(pairs)
        rested[pairings.rests] += 1
        for pair in pairings.pairs:
            fight(made, *pair)
    everyone = [frozenset(pair) for pair in combinations(made.rosters, 2)]
    assert max(met[pair] for pair in everyone) - min(met[pair] for pair in everyone) <= 2
    assert max(rested.values()) - min(rested.values()) <= 1


def test_who_left_is_not_asked_practice_is_forgotten_two_meet_and_one_alone_rests() -> None:
    made = of_players(2)
    fight(made, "p0", "p1")
    assert suggested(made).pairs == (("p0", "p1"),)
    assert suggested(of_players(1)).rests == "p0"
    assert suggested(of_players(0)).pairs == ()
    assert len(suggested(of_players(31)).pairs) == 15
    made = of_players(4)
    fight(made, "p0", "p1", practice=True)
    assert suggested(made).pairs[0] == ("p0", "p1")
    made.players["p1"] = Player("p1", left=True)
    pairings = suggested(made)
    assert "p1" not in (*(one for pair in pairings.pairs for one in pair), pairings.rests)


# -- a unit's life and the rosters of old


def told(chapters: tuple[Chapter, ...]) -> list[tuple[str, str]]:
    return [(chapter.kind, chapter.title) for chapter in chapters]


def test_a_unit_has_its_totals_and_then_its_story_with_reasons_and_dice(tmp_path: Path) -> None:
    file = two_battles(tmp_path)
    campaign = now(file)
    lives = [life(campaign, roster, of) for roster, held in campaign.rosters.items() for of in held.units]
    assert all(told(one.chapters)[0] == ("joined", "") for one in lives)
    assert {one.totals.battles for one in lives} == {2}
    fallen = next(c for one in lives for c in one.chapters if c.changes and c.kind == "battle")
    (scar,) = fallen.changes
    assert (scar.field, scar.after, scar.why, scar.dice, scar.by) == ("skill", scar.before - 1, "a scar", (1,), "")
    assert fallen.career is not None
    assert fallen.career.fell == 1
    assert fallen.against
    assert fallen.fate in ("won", "lost")
    bone = next(one for one in lives if one.of == "bone")
    assert told(bone.chapters) == [("joined", ""), ("battle", "First blood"), ("manual", ""), ("battle", "Revenge")]
    lines = list(life_lines(bone))
    assert lines[0].startswith("Bone: 2 battles")
    assert any("skill: " in line and line.endswith("→ 6, he trained, by hand") for line in lines)
    of_the_house = list(life_lines(life(campaign, "rhea", "rhea")))
    assert of_the_house[0].split(": ")[1].startswith("2 battles")
    assert not any("did not take part" in line or "has not fought" in line for line in of_the_house)


def test_the_roster_as_it_was_after_a_battle(file: Path) -> None:
    first = begin(file)
    with pytest.raises(InvalidInput, match="is not closed"):
        roster_after(now(file), "rhea", first)
    play(file, first, gold=10)
    after = dict(now(file).rosters["rhea"].fields)
    done(file, edit, "rhea", [("rhea", "gold", 99)], "found")
    play(file, begin(file), seed=2, gold=5)
    campaign = now(file)
    assert roster_after(campaign, "rhea", first).fields == after == {"gold": 30}
    assert roster_after(campaign, "rhea", "b2") == campaign.rosters["rhea"]
    assert campaign.rosters["rhea"].fields == {"gold": 104}


def test_what_was_taken_back_is_no_part_of_a_life(file: Path) -> None:
    play(file, begin(file, title="First"))
    with changing(file) as made:
        void(made, "b1", "the cat sat on it")
        record_battle(made, ["rhea", "boris"], "Second", Outcome(("rhea",)))
        record(made, "b2", {"rhea": [("rone", GONE, "died")]}, "lost")
    rone = life(now(file), "rhea", "rone")
    assert told(rone.chapters) == [("joined", ""), ("battle", "Second")]
    assert (rone.gone, rone.totals.battles, rone.chapters[-1].fate) == ("died", 1, "won")
    done(file, reopen, "b2")
    rone = life(now(file), "rhea", "rone")
    assert told(rone.chapters) == [("joined", "")]
    assert rone.gone == ""


def test_a_bystander_of_a_battle_and_a_unit_that_was_struck_off(tmp_path: Path) -> None:
    file = feud(tmp_path, "Rhea", "Boris", "Cato")
    play(file, begin(file, "rhea", "boris"))
    done(file, edit, "cato", [("cone", "", None)], "ran away")
    campaign = now(file)
    assert roster_after(campaign, "cato", "b1").units["cone"]["name"] == "Cone"
    assert life(campaign, "cato", "ctwo").totals.battles == 0
    gone = life(campaign, *unit_named(campaign, "cone"))
    assert (gone.name, told(gone.chapters)) == ("Cone", [("joined", ""), ("manual", "")])


def test_units_are_found_by_id_name_and_how_it_begins(file: Path) -> None:
    campaign = now(file)
    assert unit_named(campaign, "RONE") == ("rhea", "rone")
    assert unit_named(campaign, "rhea.rtwo") == ("rhea", "rtwo")
    assert unit_named(campaign, "bo") == ("boris", "bone")
    with pytest.raises(InvalidInput, match="may mean rhea"):
        unit_named(campaign, "r")
    with pytest.raises(InvalidInput, match="there is no unit"):
        unit_named(campaign, "zed")
    with pytest.raises(InvalidInput, match="there is no unit"):
        life(campaign, "rhea", "bone")
    done(file, edit, "rhea", [("rone", "name", "Mr. Smith")], "so it is called")
    campaign = now(file)
    assert unit_named(campaign, "Mr. Smith") == unit_named(campaign, "rhea.mr. smith") == ("rhea", "rone")


def test_changes_of_one_value_that_follow_one_another_are_told_as_one_each_with_its_dice() -> None:
    rows = [
        EntryRow("ann", "marks", 0, 1, "took part"),
        EntryRow("ann", "marks", 1, 2, "a kill"),
        EntryRow("ann", "marks", 2, 3, "a kill"),
        EntryRow("ann", "skill", 4, 3, "a scar", (1,)),
        EntryRow("bob", "skill", 4, 3, "a scar", (2,)),
        EntryRow("bob", "skill", 3, 5, "a gift", by="manual"),
        EntryRow("bob", "gone", None, "died", "a fever", (1, 2)),
        EntryRow("cid", "gone", "", "died", "the Blight", (3,)),
        EntryRow("rhea", "gold", 20, 50, "income", (20, 5)),
        EntryRow("rhea", "gold", 50, 30, "hire"),
        EntryRow("ann", "skill", 3, 4, "improved", (3,)),
        EntryRow("ann", "skill", 4, 5, "improved", (6, 1)),
    ]
    assert [change_words(entry) for entry in together(rows)] == [
        "marks: 0 → 3, took part, a kill, a kill",
        "skill: 4 → 3, a scar (dice 1)",
        "skill: 4 → 3, a scar (dice 2)",
        "skill: 3 → 5, a gift, by hand",
        "gone: died, a fever (dice 1, 2)",
        "gone: died, the Blight (dice 3)",
        "gold: 20 → 30, income (dice 20, 5), hire",
        "skill: 3 → 5, improved (dice 3, 6, 1)",
    ]


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (EntryRow("ann", "skills", ("Leader",), ("Leader", "Deadly"), "learned"), "skills: Deadly added, learned"),
        (EntryRow("ann", "skills", None, ("Deadly",), "learned"), "skills: Deadly added, learned"),
        (EntryRow("ann", "skills", ("Leader", "Deadly"), ("Leader",), "forgot"), "skills: Deadly taken off, forgot"),
        (EntryRow("ann", "skills", ("Leader",), ("Deadly",), "chose"), "skills: Leader → Deadly, chose"),
        (EntryRow("ann", GONE, "", "died", "died of its scars", (3,)), "gone: died of its scars (dice 3)"),
        (EntryRow("ann", GONE, "", "died", "a fever"), "gone: died, a fever"),
        (EntryRow("ann", "scars", (), ("Madness",), "scar: madness", (8,)), "scar: madness (dice 8)"),
        (EntryRow("ann", "melee", 12, 14, "major wound: Melee", (8,)), "major wound: Melee 12 → 14 (dice 8)"),
        (EntryRow("ann", "agility", 8, 7, "improved", (8,)), "agility: 8 → 7, improved (dice 8)"),
        (
            EntryRow("ann", "scars", (), (), "scar: Blight, cured of the Blight", (8,)),
            "scar: Blight, cured of the Blight (dice 8)",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_change_says_what_is_new_and_nothing_twice(entry: EntryRow, words: str) -> None:
    assert change_words(entry) == words


def test_a_number_is_that_of_a_battle_and_no_part_of_a_name(tmp_path: Path) -> None:
    file = feud(tmp_path)
    play(file, begin(file, title="Twelve of 12"))
    campaign = now(file)
    assert (
        battle_named(campaign, "1") == battle_named(campaign, "twelve") == battle_named(campaign, "01-twelve") == "b1"
    )
    for typed in ("0", "12", "2"):
        with pytest.raises(InvalidInput, match="there is no battle"):
            battle_named(campaign, typed)
