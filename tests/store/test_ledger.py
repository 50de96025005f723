"""Laws of the ledger: whatever is closed, edited, reopened and voided, the rosters are what it leads to."""

import dataclasses
from pathlib import Path
from random import Random

import pytest

from companion.engine.campaign import Batch, Career, LedgerEntry
from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.store.battles import record_battle
from companion.store.campaigns import Transaction
from companion.store.closing import close, edit, record, take_back
from companion.store.effects import reopen, void
from companion.store.format.campaign import (
    BatchRow,
    Campaign,
    CampaignRoster,
    CampaignTable,
    EntryRow,
    Outcome,
    Player,
)
from companion.store.ledger import batches_in_force, careers, differences, fold, value_at
from companion.store.restore import restore
from tests.searching import one_in
from tests.store.feuds import begin, done, feud, now, session_file


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
