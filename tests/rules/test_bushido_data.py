"""The data of Bushido: tables, traits and specials as files, what is checked in them, and seeded random games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.engine.procedure import Context
from companion.engine.session import Session
from companion.rules.bushido import RULESET
from companion.rules.bushido.catalog import (
    FEATS,
    SPECIALS,
    STATES,
    TRAITS,
    WOUNDS,
    feat_entry,
    read_actions,
    read_feats,
    read_specials,
    read_states,
    read_traits,
    read_wounds,
    special_entry,
)
from companion.rules.bushido.example import model as sample_model
from companion.rules.bushido.records import Feat, Special
from companion.rules.bushido.vocabulary import STATE_WORDS, TRAIT_WORDS
from companion.testing import play_random
from tests.rules.bushido_kit import kagu, model, session

OFFSETS = {2: -3, 3: -2, 4: -1, 5: -1, 6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 2, 12: 3}


def test_the_wound_table_is_the_check_formula() -> None:
    assert {row: tuple(max(0, sl + off) for sl in range(11)) for row, off in OFFSETS.items()} == dict(WOUNDS)


NAMED = (
    "Lightning Reflexes",
    "Reach",
    "Slow",
    "Endurance",
    "Indomitable",
    "Insignificant",
    "Co-ordinated Attack",
    "Split Attack",
    "Aggressive",
    "Defensive",
    "Steadfast",
    "Dodge",
    "Feint",
    "Prowess",
    "Impenetrable Defence",
    "Unblockable",
    "Kata",
    "Adept",
    "Brutal",
    "Parry",
    "Chain Weapon",
    "Vengeance",
    "Strong",
    "Weak",
    "Assassin",
    "Pierce",
    "Armour",
    "Tough",
    "Sharp",
    "Durable",
    "Poison",
    "Bleed",
    "Fire",
    "Disease",
    "Ki Block",
    "Entangling",
    "Immovable",
    "Immune",
    "Last Stand",
    "Rise",
    "Kami",
    "Protected",
    "Sacrifice",
    "Tireless",
    "Banzai!",
    "Charging Bonus",
    "Fear",
    "Terror",
    "Dread",
    "Bravery",
    "Cowardly",
    "Courage",
    "Leadership",
    "Fearless",
    "Bodyguard",
    "Bear Stands Alone",
    "Evasive",
    "Agile",
    "Cloudwalk",
    "Intangible",
    "Jump Up",
    "Cavalry",
    "Sixth Sense",
    "Soulless",
    "Tactician",
    "Regenerate",
)


@pytest.mark.parametrize("name", NAMED)
def test_every_trait_of_the_rulebook_is_known_and_has_a_text(name: str) -> None:
    entry = TRAITS[name.casefold()]
    assert entry.text
    assert entry.effects


def test_every_word_of_the_vocabulary_is_used_by_some_trait() -> None:
    assert {e.op for t in TRAITS.values() for e in t.effects} == set(TRAIT_WORDS)


def test_every_special_and_sample_feat_is_known() -> None:
    assert sum(s.kind == "attack" for s in SPECIALS.values()) == 14
    assert sum(s.kind == "defence" for s in SPECIALS.values()) == 10
    assert len(FEATS) == 13
    assert special_entry("Moon Defence").kind == "defence"
    assert special_entry("Moon Attack").damage == "full"


def test_a_feat_takes_from_the_list_what_its_card_does_not_say() -> None:
    feat = feat_entry(Feat("Mighty Blow", ki=1))
    assert (feat.ki, feat.timing, feat.lasts, feat.windows) == (1, "instant", "damage", ("11",))
    assert feat_entry(Feat("Unknown")).windows == ("11",)


@pytest.mark.parametrize(
    ("read", "data", "words"),
    [
        (read_traits, {"trait": [{"name": "Odd", "step": "1", "text": "x", "effects": [{"op": "flies"}]}]}, "'flies'"),
        (
            read_traits,
            {"trait": [{"name": "Odd", "step": "1", "text": "x", "effects": [{"op": "result", "what": "x"}]}]},
            "'Odd'.*'x'",
        ),
        (
            read_traits,
            {"trait": [{"name": "Odd", "step": "1", "text": "x", "effects": [], "colour": 1}]},
            "'Odd'.*colour",
        ),
        (read_specials, {"special": [{"name": "Odd", "kind": "both"}]}, "'Odd'.*'both'"),
        (read_specials, {"special": [{"name": "Odd", "kind": "attack", "damage": "much"}]}, "'Odd'.*'much'"),
        (read_feats, {"feat": [{"name": "Odd", "timing": "late", "lasts": "turn"}]}, "'Odd'.*'late'"),
    ],
)
def test_a_wrong_entry_names_its_file_and_itself(read: Any, data: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=rf"\.toml, entry.*{words}"):
        read(data)


def test_faults_say_what_bounds_cannot() -> None:
    s = session(model("a", "red", states={"held": ("ghost",)}), model("b", "blue", weapons=(), last_stand=True))
    assert [(of, field) for of, field, _ in RULESET.faults(s.table)] == [
        ("a", "states.held"),
        ("b", "weapons"),
        ("b", "last_stand"),
    ]


def test_sheets_show_what_the_rules_use() -> None:
    found = {s.id: s for s in RULESET.sheets(RULESET.default_options())}
    assert len(found["wounds"].rows) == 11
    assert {row[0] for row in found["traits"].rows} == {t.name for t in TRAITS.values()}
    assert all(len(row) == len(s.columns) for s in found.values() for row in s.rows)


def test_badges_and_next_action_say_what_is_derived() -> None:
    s = Session(kagu())
    table = s.table
    aya = table.unit("aya")
    assert RULESET.badges(table, aya) == []
    s.adjust("aya", "activation_counters", 0)
    assert RULESET.badges(table, aya) == ["Exhausted"]
    assert RULESET.next_action is not None
    assert "Starting Phase" in RULESET.next_action(table)


def test_random_games_end_and_reach_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = {(p.name, step.id) for p in RULESET.procedures for step in p.steps}
    reached: set[tuple[str, str]] = set()
    for word in ("at", "skip"):
        held = getattr(Context, word)

        def counted(self: Context[Any], *args: str, held: Any = held) -> None:
            held(self, *args)
            reached.update(self.reached)

        monkeypatch.setattr(Context, word, counted)
    most = 0
    for seed in range(30):
        s = Session(kagu(), rng=Random(seed))
        assert play_random(s, Random(seed))
        assert s.table.round <= 6
        most = max(most, len(s.entries))
    assert declared - reached == set()
    assert most < 200


@pytest.mark.parametrize(
    ("read", "data", "words"),
    [
        (
            read_states,
            {"state": [{"id": "dazed", "label": "Dazed", "text": "x", "ends": "x", "effects": [{"op": "spins"}]}]},
            "'dazed'.*'spins'",
        ),
        (
            read_states,
            {"state": [{"id": "dazed", "label": "Dazed", "text": "x", "ends": "x", "wait": "some"}]},
            "'dazed'.*wait.*'some'",
        ),
        (read_states, {"state": [{"id": "dazed", "label": "Dazed"}]}, "'dazed'.*'text'"),
        (
            read_states,
            {
                "state": [
                    {
                        "id": "dazed",
                        "label": "Dazed",
                        "text": "x",
                        "ends": "x",
                        "effects": [{"op": "forbids", "what": "dance"}],
                    }
                ]
            },
            "'dazed'.*forbids.*'dance'",
        ),
        (
            read_actions,
            {"action": [{"id": "hop", "title": "Hop", "counters": 1, "contact": "often"}]},
            "'hop'.*'often'",
        ),
        (
            read_specials,
            {"special": [{"name": "Odd", "kind": "attack", "effects": [{"op": "state", "on": "defender"}]}]},
            "'Odd'.*state.*''",
        ),
        (read_wounds, {"rows": {"2": [0, 1]}}, "'2'.*eleven"),
    ],
)
def test_a_wrong_state_action_or_row_names_its_file_and_itself(read: Any, data: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=rf"\.toml, entry.*{words}"):
        read(data)


def test_every_word_of_a_state_is_used_by_some_state() -> None:
    assert {e.op for s in STATES.values() for e in s.effects} == set(STATE_WORDS)


def test_the_sheets_follow_the_data_and_the_options() -> None:
    options = dict(RULESET.default_options())
    found = {s.id: s for s in RULESET.sheets({**options, "sl_cap": 8, "charge_total_counters": 3})}
    assert found["wounds"].columns[-1] == "8"
    assert ("Charge", "3", "no") in found["actions"].rows
    pool = {row[0]: row[1] for row in found["pool"].rows}
    assert pool["Exhausted"] == "-1, not with Endurance"
    assert pool["the enemy has Death Sentence"] == "+1"
    assert pool["the exchange of its Stand Up"] == "-1"
    damage = {row[0]: row[1] for row in found["damage"].rows}
    assert (damage["Charge"], damage["Powerful Attack"]) == ("+2 on the first damage roll", "+3")
    assert damage["then: half"] == "Forceback, Slam, Sweep, Throw; rounding down"


def test_a_broken_sample_model_names_itself_and_the_key() -> None:
    with pytest.raises(ValueError, match=r"models\.toml, entry 'odd': unknown key 'colour'"):
        sample_model({"id": "odd", "colour": 1})
    with pytest.raises(ValueError, match=r"models\.toml, entry 'odd': melee_pool"):
        sample_model({"id": "odd", "melee_pool": -1})
    with pytest.raises(ValueError, match=r"models\.toml, entry 'odd'.*strenght"):
        sample_model({"id": "odd", "weapons": [{"name": "Yari", "strenght": 1}]})


def test_costs_below_nothing_are_faults() -> None:
    odd = (Feat("Gift", ki=-3),)
    s = session(model("a", "red", specials=(Special("Sweep Attack", -1),), ki_feats=odd), model("b", "blue"))
    assert [(of, field) for of, field, _ in RULESET.faults(s.table)] == [("a", "weapons"), ("a", "ki_feats")]
