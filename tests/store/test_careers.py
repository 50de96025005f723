"""A unit's life and the rosters of old: read from the ledger, whatever is edited, reopened, voided or lost."""

from pathlib import Path

import pytest

from companion.engine.campaign import GONE
from companion.engine.errors import InvalidInput
from companion.frontend.campaigns import battle_named, unit_named
from companion.frontend.saying.rosters import change_words, life_lines, together
from companion.store.careers import Chapter, life, roster_after
from companion.store.closing import edit
from companion.store.effects import reopen, void
from companion.store.format.campaign import (
    EntryRow,
    Outcome,
    read_in_words,
)
from tests.examples import present
from tests.store.feuds import begin, done, feud, now, play, recorded, two_battles


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
    assert present(fallen.career).fell == 1
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
    done(file, void, "b1", "the cat sat on it")
    recorded(file, "Second", Outcome(("rhea",)), {"rhea": [("rone", GONE, "died")]}, "lost")
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
    assert change_words(read_in_words(entry)) == words


def test_a_reason_says_what_it_tells_and_is_not_read() -> None:
    learned = EntryRow("ann", "skills", ("Leader",), ("Leader", "Earn"), "learned")
    assert change_words(learned) == "skills: Earn added, learned"
    scar = EntryRow("ann", "scars", (), ("Madness",), "out of its mind", (8,), says="value")
    assert change_words(scar) == "out of its mind (dice 8)"
    wound = EntryRow("ann", "melee", 12, 14, "major wound: Sword", (8,), says="field")
    assert change_words(wound) == "major wound: Sword 12 → 14 (dice 8)"


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
