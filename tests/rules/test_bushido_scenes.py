"""Traits, specials, feats, rulings and edge cases of Bushido, each a small scene that is played to its end."""

from typing import Any

import pytest

from companion.rules.bushido.records import Effect, Feat, Trait
from tests.rules.bushido_kit import DEFEND, HARD, Scene

WON = "6 5 5 / / / 2 1 1"
"""All dice in attack and in defence: Success Level 6."""
EASY = "6 1 1 / / / 2 1 1"
"""The same, at Success Level 4."""
SLASH = f"3/0 v 0/3: {WON}"
WEAPON_MARKS = "arms Poison (2/1), Bleed (1/3), Disease (1), Ki Block"
DAMAGE, FIRST = "comparisons.0.damage.0", "comparisons.0.special"
TOUCHING: Any = [["a", "b"]]
AB: Any = {("a", "b"): {}}
AC: Any = {("a", "c"): {}}
STEP = Feat("Willow Step", ki=1, windows=("4",), effects=(Effect("moves"),))
LEAP = Feat("Leap", windows=("5",), effects=(Effect("special", "Combo Attack"), Effect("moves")))
LATE_STEP = Feat("Willow Step", ki=1, windows=("7b",), effects=(Effect("moves"),))
CURSE = Feat("Curse", ki=1, windows=("4",), target="enemy", effects=(Effect("pool", x=-1),))
HUG = Feat("Hug", windows=("5",), effects=(Effect("special", "grapple attack"), Effect("wound_with", "grapple attack")))
FLOW = "Flow Like Water: Counterstrike Defence"

FIGHTS = {
    # -- traits and weapons --------------------------------------------------------------------------------------------
    "Indomitable still lists the assists that it ignores": Scene(
        DEFEND,
        {"assists.a": ["x"], "pools.a.lines": [["Melee Pool", 3], ["X assists, ignored", 0]]},
        "traits Indomitable (1)",
        place="a bx ab ax",
    ),
    "of two Poisons one counts, with both its numbers": Scene(
        f"{SLASH}; 12 red [3 3]",
        {"b.states": {"poisoned": (1, 1)}},
        "traits Poison (1/3); arms Poison (2/1)",
        "wounds_max 9",
    ),
    "a Chain Weapon takes a Shield away": Scene(
        DEFEND,
        {"says Chain Weapon: the Shield of B does not count": True},
        "arms Chain Weapon (1)",
        "traits Shield (1)",
    ),
    "a negative Brutal is not clamped": Scene(
        "3/0 v 0/3 Counterstrike Defence: 2 1 1 / / / 2 1 1; 10 [1 1]",
        {"results.a.attack comparisons.0.sl": (-2, 4)},
        "traits Brutal (-4)",
        "specials Counterstrike Defence",
    ),
    **{
        f"Brutal and Parry, {words}": Scene(
            "3/0 v 0/3: 1 1 1 / / / 4 4 3",
            {"results.a": {"attack": attack, "defence": 0}, "results.b.defence": 7},
            "traits Brutal (2)",
            "traits Parry (1)",
            more={"flat_mods_need_scoring_die": needed},
        )
        for words, needed, attack in (("which need a scoring die", True, 0), ("which by ruling do not", False, 2))
    },
    **{
        f"Impenetrable Defence takes {words}": Scene(
            "3/0 v 0/3: 6 5 4 / / / 6 6 6", {"dice.a.attack": left}, b=f"traits Impenetrable Defence{x}"
        )
        for words, x, left in (("one die", "", [5, 4]), ("the number printed", " (2)", [4]))
    },
    **{
        f"discarded dice {words} for ties": Scene(
            "0/3 v 3/0: / 6 6 6 / 6 5 4 /",
            {"dice.b.attack tie_dice.b": ([5, 4], dice)},
            "traits Impenetrable Defence",
            more={"tie_counts_discarded": counted},
        )
        for words, counted, dice in (("do not count", False, 2), ("count by ruling", True, 3))
    },
    "Kata keeps ones and Adept supports more": Scene(
        "4/0 v 0/4: 1*4 / / / 6 2 2 2",
        {"results.a.attack tie_dice.a results.b.defence": (3, 4, 9)},
        "traits Kata; melee_pool 4",
        "traits Adept [Defence] (1); melee_pool 4",
    ),
    "different traits may re-roll the same die": Scene(
        "1/2 v 0/3: 2 / 3 3 / / 2 1 1; 7b4 ['attack 1']; 7b4 [3]; 7b4 ['attack 1']; 7b4 [5]; 12 [1 1]",
        {"dice.a.attack": [5]},
        "traits Prowess [Attack] (1), Prowess [Melee] (1)",
    ),
    "Tireless loses nothing to an enemy's exchange, and a disguise falls": Scene(
        DEFEND, {"counters_removed b.states": ({"a": 1, "b": 0}, {})}, b="traits Tireless; states disguised (1)"
    ),
    "Tireless works off control in an exchange": Scene(
        DEFEND, {"b.states": {"controlled": 1}}, b="traits Tireless; states controlled 2"
    ),
    "the controlled spend no Ki and come home": Scene(
        DEFEND,
        {"a.side a.ki_tokens a.states": ("blue", 3, {})},
        "states controlled; melee_boost_cost 1; ki_tokens 3",
    ),
    "any friend in contact stops an assist, whatever its condition": Scene(
        DEFEND,
        {"assists": {"a": [], "b": []}},
        place="af bx ab ax fx",
        more={"f": "activation_counters 0; states prone, stunned"},
    ),
    "unknown traits and specials are reminders": Scene(
        f"3/0 Star Attack v 0/3: {EASY}; 12 [3 3]",
        {FIRST: "Star Attack", f"{DAMAGE}.wounds": 4, "says Moon Dance (2)": True},
        "traits Moon Dance (2); specials Star Attack",
    ),
    **{
        f"Vengeance {words}": Scene(
            "1/2 v 0/3: 5 / 2 2 / / 2 1 1; 12 red [3 3]",
            {f"results.a.attack {DAMAGE}.total": found},
            "traits Vengeance [Oni]",
            b,
        )
        for words, b, found in (("against those it names", "types Oni", (6, 7)), ("not against others", "", (5, 6)))
    },
    "Protected gives a friend for the damage roll": Scene(
        f"3/0 v 0/3: {EASY}; 12.friend g",
        {"wounds.b g.alive": (0, False)},
        b="traits Protected [Guard] (3)",
        place="a bg ab",
        more={"g": "types Guard"},
    ),
    # -- counters and dice ---------------------------------------------------------------------------------------------
    "the exhausted fight at one less and lose nothing": Scene(
        "1/2 v 0/2: 2 / 2 2 / / 3 3",
        {"pools.b.pool counters_removed": (2, {"a": 1, "b": 0})},
        b="activation_counters 0",
    ),
    "the last counter does not exhaust in its own action": Scene(
        DEFEND, {"pools.a.pool a.exhausted": (3, True)}, "activation_counters 1"
    ),
    "the exhausted fight a granted exchange": Scene(
        "0/2 v 0/3: / 2 2 / / 2 2 2",
        {"action counters_removed": ("granted", {"a": 0, "b": 1})},
        "activation_counters 0",
    ),
    "winning with no attack dice does nothing": Scene(
        "0/3 Powerful Attack v 3/0: / 2 2 2 / 1 1 1 /",
        {f"comparisons.0.winner {FIRST} comparisons.0.damage": ("a", "", []), "says cannot trigger": True},
        "specials Powerful Attack",
    ),
    # -- damage --------------------------------------------------------------------------------------------------------
    **{
        f"Success Levels above {words} use its last column": Scene(
            "3/0 v 3/0: 6 6 6 / / 1 1 1 /; 12 red [1 1]",
            {f"{DAMAGE}.sl {DAMAGE}.column {DAMAGE}.wounds": found},
            "traits Brutal (8)",
            "wounds_max 20",
            more=more,
        )
        for words, more, found in (("the table", {}, (16, 10, 7)), ("a cap", {"sl_cap": 5}, (16, 5, 2)))
    },
    "Counterstrike ignores Pierce, and Armour counts": Scene(
        "2/1 v 1/2 Counterstrike Defence: 2 1 / 1 / 6 / 6 5; 10 blue [5 5]; 12 blue [5 5]",
        {f"{DAMAGE}.total comparisons.1.damage.0.total": (7, 9)},
        "traits Armour (3)",
        "specials Counterstrike Defence; arms Pierce (2)",
    ),
    "Counterstrike is without Sharp": Scene(
        "2/1 v 0/3 Counterstrike Defence: 2 1 / 6 / / 6 5 5; 10 blue [4 4]",
        {f"{DAMAGE}.wounds": 3},
        "traits Tough (1)",
        "specials Counterstrike Defence; arms Sharp (1)",
    ),
    **{
        f"{traits} of the dice of damage": Scene(
            f"3/0 v 0/3: 6 5 3 / / / 2 1 1; 12 red [{rolled}]", {f"{DAMAGE}.dice": kept}, f"traits {traits}"
        )
        for traits, rolled, kept in (
            ("Strong", "4 2 6", [6, 4]),
            ("Weak", "4 2 6", [2, 4]),
            ("Strong, Weak", "4 2", [4, 2]),
        )
    },
    "an Assassin keeps any two against the surprised": Scene(
        "3/0 v 0/2: 6 5 3 / / / 2 1; 12 red [4 2 6]; 12.keep red [0 2]",
        {f"{DAMAGE}.dice": [4, 6]},
        "traits Assassin, Weak",
        "surprised yes",
    ),
    **{
        f"a critical double on {words}": Scene(
            f"3/0 Critical Attack v 0/3: 6 5 3 / / / 2 1 1; 12 red [{dice}]",
            {"b.alive": alive},
            f"specials Critical Attack{a}",
            f"wounds_max 9{b}",
        )
        for words, a, b, dice, alive in (
            ("a Last Stand removes it", "", "; traits Last Stand", "3 3", False),
            ("which other dice are none", "", "; traits Last Stand", "3 4", True),
            ("one that stands already", "", "; last_stand yes; wounds_marked 9", "3 3", False),
            ("one that may rise", "", "; traits Rise (2)", "3 3", False),
            ("Strong counts of those that are kept", "; traits Strong", "", "2 6 2", True),
            ("Weak too", "; traits Weak", "", "2 6 2", False),
        )
    },
    "a Last Stand strikes back, and overkill is lost": Scene(
        "2/1 v 2/1: 6 5 / 2 / 6 5 / 1; 12 red [6 6]; 12 blue [1 1]",
        {"b.wounds_marked b.last_stand b.alive comparisons.len": (2, True, True, 2)},
        b="traits Last Stand; wounds_max 2",
    ),
    "a Kami loses Ki": Scene(
        "3/0 v 0/3: 6 5 5 / / / 6 2 2; 12 red [3 3]",
        {f"in_play.b b.ki_tokens {DAMAGE}.wounds": (True, 3, 0)},
        b="traits Kami; ki_tokens 3",
    ),
    "and leaves at none": Scene(
        f"{SLASH}; 12 red [3 3]", {"in_play.b b.wounds_marked": (False, 0)}, b="traits Kami; ki_tokens 3"
    ),
    **{
        f"marks of a weapon {words}": Scene(
            f"{SLASH}; 12 red [3 3]", {"b.states": states}, WEAPON_MARKS, f"wounds_max 9{b}"
        )
        for words, b, states in (
            ("come with a wound", "", {"poisoned": (1, 1), "bleeding": (3,), "diseased": 1, "spirit_block": 1}),
            ("are fewer on the Soulless", "; traits Soulless", {"diseased": 1, "spirit_block": 1}),
            ("are none without a wound", "; traits Tough (9)", {}),
        )
    },
    **{
        f"{marks} {words}": Scene(
            f"3/0 {special} v 0/3: {HARD}{rolls}", {"b.states": states}, marks, f"wounds_max 19; ki_tokens 4{b}"
        )
        for marks, words, special, rolls, b, states in (
            ("arms Fire (2/3)", "sets on fire", "", "; 12 [1 1]", "", {"on_fire": (3, 3)}),
            ("arms Fire (2/3)", "not a Kami", "", "; 12 [1 1]", "; traits Kami", {}),
            ("arms Entangling", "not the Intangible", "", "", "; traits Intangible", {}),
            ("specials Stun Attack", "stuns", "Stun Attack", "; 12 [1 1]", "", {"stunned": 1}),
            ("specials Stun Attack", "not the immune", "Stun Attack", "; 12 [1 1]", "; traits Immune [Stunned]", {}),
            ("specials Grapple Attack", "not the Intangible", "Grapple Attack", "", "; traits Intangible", {}),
            ("arms Fire (2/3)", "not whom its weapon keeps", "", "; 12 [1 1]", "; arms Immune [On Fire]", {}),
            ("arms Entangling", "not whom its weapon keeps", "", "", "; arms Intangible", {}),
            (
                "specials Stun Attack",
                "not whom its weapon keeps",
                "Stun Attack",
                "; 12 [1 1]",
                "; arms Immune [Stunned]",
                {},
            ),
            ("specials Grapple Attack", "not whom its weapon keeps", "Grapple Attack", "", "; arms Agile", {}),
            (
                "strength 3",
                "whose weapon keeps it on its feet",
                "",
                "; 12 [6 6]; 12 [6]",
                "; traits Rise; arms Immune [Prone]; wounds_marked 18",
                {},
            ),
            (
                "specials Grapple Attack",
                "those immune to fire",
                "Grapple Attack",
                "",
                "; traits Immune [On Fire]",
                {"held": ("a",)},
            ),
        )
    },
    "weapons that do no damage do their own thing once": Scene(
        f"3/0 Combo Attack v 0/3: {WON}",
        {"b.states comparisons.0.damage": ({"immobilised": 1}, [])},
        "specials Combo Attack; arms Entangling",
        "traits Protected (3)",
        place="a bg ab",
    ),
    # -- special attacks and defences ----------------------------------------------------------------------------------
    **{
        f"{special}": Scene(
            f"3/0 {special} v 0/3: {HARD}" + "; 12 [1 1]" * len(wounds),
            {"b.states comparisons.0.damage.*.wounds contacts ended": (states, wounds, contacts, ended)},
            f"specials {special}",
            "states immobilised",
        )
        for special, wounds, states, contacts, ended in (
            ("Drag Attack", [], {}, TOUCHING, "both_attacked"),
            ("Forceback Attack", [1], {}, TOUCHING, "both_attacked"),
            ("Sidestep Attack", [], {"immobilised": 1}, [], "not_in_btb"),
            ("Slam Attack", [1], {"prone": 1}, [], "defender_prone"),
        )
    },
    **{
        f"{special}": Scene(
            f"2/1 v 0/3 {special}: 2 1 / 2 / / 6 1 1{then}",
            {f"a.states contacts ended {FIRST}": (states, contacts, ended, special)},
            b=f"specials {special}",
        )
        for special, then, states, contacts, ended in (
            ("Forceback Defence", "", {}, TOUCHING, "both_attacked"),
            ("Grapple Defence", "", {"held": ("b",)}, TOUCHING, "both_attacked"),
            ("Push Defence", "", {}, [], "not_in_btb"),
            ("Throw Defence", "", {"prone": 1}, [], "not_in_btb"),
            ("Drag Defence", "; 10 yes", {}, TOUCHING, "both_attacked"),
            ("Eagle's Flight Defence", "; contacts []", {}, [], "both_attacked"),
            ("Web Defence", "", {}, TOUCHING, "both_attacked"),
        )
    },
    "Immovable is swept for half the damage, but stands and strikes back": Scene(
        "3/0 Sweep Attack v 1/2: 6 5 3 / / 2 / 2 1; 12 red [4 4]; 12 blue [1 1]",
        {f"{DAMAGE}.wounds b.states ended comparisons.len": (3, {}, "both_attacked", 2)},
        "specials Sweep Attack",
        "traits Immovable",
    ),
    "Immovable is not pushed": Scene(
        "3/0 Push Attack v 0/3: 6 5 3 / / / 2 2 2",
        {"contacts": TOUCHING, "says cannot be moved": True},
        "specials Push Attack",
        "traits Immovable",
    ),
    "a Grapple on the immune still cancels the reply": Scene(
        "3/0 Grapple Attack v 3/0: 6 5 3 / / 6 6 6 /",
        {"ended b.states comparisons.len": ("grappled", {}, 1)},
        "specials Grapple Attack",
        "traits Agile",
    ),
    "the held cannot sidestep": Scene(
        "1/2 v 0/2 Sidestep Defence: 2 / 2 2 / / 6 5",
        {f"{FIRST} contacts ended": ("Sidestep Defence", TOUCHING, "both_attacked")},
        b="states held (a); specials Sidestep Defence",
    ),
    "the held are not pushed": Scene(
        "3/0 Push Attack v 0/2: 6 5 5 / / / 2 1",
        {"b.states contacts comparisons.len": ({"held": ("a",)}, TOUCHING, 2)},
        "specials Push Attack",
        "states held (a)",
    ),
    "the held are not thrown, but fall": Scene(
        "3/0 Throw Attack v 0/2: 6 5 5 / / / 2 1; 12 [1 1]",
        {"b.states contacts comparisons.len": ({"held": ("a",), "prone": 1}, TOUCHING, 1)},
        "specials Throw Attack",
        "states held (a)",
    ),
    **{
        f"an attacker swept off its feet {words}": Scene(
            "2/1 v 1/2 Sweep Defence: 2 3 / 2 / 2 / 5 5",
            {"ended comparisons.len a.states": (ended, blows, {"prone": 1})},
            b="specials Sweep Defence",
            more={"sweep_defence_ends_exchange": ends},
        )
        for words, ends, ended, blows in (
            ("is still struck", False, "both_attacked", 2),
            ("is not struck by ruling", True, "attacker_prone", 1),
        )
    },
    **{
        f"one that is thrown into a {size} model": Scene(
            f"3/0 Throw Attack v 0/3: {HARD}; 10 no; 10.hit c; 10.touch {touch}; 12 red [1 1]",
            {"ended b.states c.states table.contacts": ("defender_prone", {"prone": 1}, states, contacts)},
            "specials Throw Attack",
            place="a bc ab bc",
            more={"c": f"size {size}"},
        )
        for size, touch, states, contacts in (
            ("small", "no", {"prone": 1}, {}),
            ("tiny", "no", {"prone": 1}, {}),
            ("large", "yes", {}, {("b", "c"): {}}),
        )
    },
    "a Stun Attack stuns for no wounds": Scene(
        "3/0 Stun Attack v 0/3: 5 1 1 / / / 4 1 1; 12 red [1 1]",
        {"wounds.b b.states": (0, {"stunned": 1})},
        "specials Stun Attack",
    ),
    "Gokusatsu takes both": Scene(
        f"3/0 Gokusatsu Attack v 0/3: {EASY}",
        {"in_play table.over_winner": ({"a": False, "b": False}, None)},
        "specials Gokusatsu Attack",
    ),
    "and nobody where the enemy knows it too, however it is spelled": Scene(
        f"3/0 Gokusatsu Attack v 0/3: {EASY}",
        {"in_play": {"a": True, "b": True}},
        "specials Gokusatsu Attack",
        "specials gokusatsu attack",
    ),
    "a feat wounds with its special, however it is spelled": Scene(
        "3/0 Hug: grapple attack v 0/3: 6 5 5 / / / 2 1 1",
        {"wounds.b": 1},
        {"ki_tokens": 1, "ki_feats": (HUG,)},
    ),
    **{
        f"Ivory Prison {words}": Scene(
            f"3/0 Ivory Prison Attack v 0/3: {EASY}", {"in_play.b": alive}, "specials Ivory Prison Attack", b
        )
        for words, b, alive in (("takes the enemy", "", False), ("spares the Soulless", "traits Soulless", True))
    },
    "dice that all show one still trigger a special": Scene(
        "3/0 Sweep Attack v 3/0: 1 1 1 / / 1 1 1 /; 12 [1 1]",
        {f"{FIRST} ended": ("Sweep Attack", "defender_prone")},
        "specials Sweep Attack",
    ),
    # -- feats ---------------------------------------------------------------------------------------------------------
    "Nuki Do is for the model without the initiative, once a turn": Scene(
        "4.feat blue Nuki Do; 3/0 v 1/3: 6 1 1 / / 2 / 6 2 2; 7b1 blue ['attack 1']; 7b1 red [2]; 12 blue [1 1]",
        {"pools.b.pool b.opt_used a.ki_tokens": (4, ("Nuki Do",), 3)},
        "feats Nuki Do; ki_tokens 3",
        "feats Nuki Do; ki_tokens 3",
    ),
    "Hack pays Ki at the reveal and adds three to damage": Scene(
        f"3/0 Hack: Powerful Attack v 0/3: {WON}; 12 [1 1]",
        {f"a.ki_tokens {DAMAGE}.total": (0, 5)},
        "feats Hack; ki_tokens 2",
    ),
    "Rain of Blows gives initiative and a free combo": Scene(
        "3b blue Rain of Blows; 0/3 v 3/0 Combo Attack: / 2 1 1 / 5 2 1 /; 12 [1 1]; 12 [1 1]; 12 [1 1]",
        {"initiative comparisons.0.damage.*.sl": ("b", [4, 2, 0])},
        b="feats Rain of Blows; ki_tokens 3",
    ),
    "Absolute Mastery turns outnumbering round": Scene(
        f"4.feat Absolute Mastery; 3/0 v 0/3: {EASY}; 12 [3 3]",
        {f"pools.a.pool {DAMAGE}.total": (3, 7)},
        "feats Absolute Mastery; ki_tokens 1",
        place="a bc ab ac",
    ),
    "Mighty Blow is Strong for one roll": Scene(
        "3/0 Combo Attack v 0/3: 6 1 1 / / / 4 1 1; 11 Mighty Blow; 12 [1 5 4]; 12 [1 2]",
        {"comparisons.0.damage.*.dice": [[5, 4], [1, 2]]},
        "feats Mighty Blow; ki_tokens 2; specials Combo Attack",
        "wounds_max 19",
    ),
    "a feat that moves after the roll asks whether they still touch": Scene(
        f"{SLASH}; 7b.feat Willow Step; 7a no",
        {"ended counters_removed": ("not_in_btb", {"a": 1, "b": 1})},
        b={"ki_feats": (LATE_STEP,), "ki_tokens": 1},
    ),
    "a feat in force is not offered again": Scene(
        f"0/3 v 0/3 {FLOW}: / 2 2 2 / / 2 2 2",
        {"b.ki_tokens ended": (2, "both_attacked")},
        b="feats Flow Like Water; ki_tokens 4",
    ),
    "a feat on the enemy counts though it declared first": Scene(
        "0/3 v 0/2: / 2 2 2 / / 2 2; 4.feat a: Curse", {"pools.b.pool": 2}, {"ki_feats": (CURSE,), "ki_tokens": 1}
    ),
}

OFF = "action disengage; 2/2 "
SPLITS = "traits Split Attack; ki_stat 2"

ACTS = {
    "a Counterstrike has a charger's bonus": Scene(
        "action charge; 1/2 Counterstrike Defence v 3/0: 6 / 6 5 / 2 1 1 /; 10 red [2 3]; 12 red [2 3]",
        {"exchanges.0.comparisons.*.damage.0.total": [7, 5]},
        "specials Counterstrike Defence",
        "traits Lightning Reflexes; wounds_max 19",
        "a b",
    ),
    "a disengager whose enemy never struck stays where they touch": Scene(
        f"{OFF}Sweep Attack v 0/3: 6 6 / 2 2 / / 2 1 1; 12 [1 1]",
        {"table.contacts": AB},
        "melee_pool 4; specials Sweep Attack",
        "wounds_max 9",
    ),
    "and not where it pushed": Scene(
        f"{OFF}Push Attack v 0/3: 6 6 / 2 2 / / 2 1 1", {"table.contacts": {}}, "melee_pool 4; specials Push Attack"
    ),
    "a Web Defence keeps the attacker where it is": Scene(
        f"{OFF}v 0/3 Web Defence: 2 2 / 6 6 / / 6 6 6",
        {"table.contacts": AB},
        "melee_pool 4",
        "specials Web Defence",
    ),
    "a holder that walks away lets go": Scene(
        f"{OFF}v 0/2: 2 2 / 6 6 / / 6 6; contacts []", {"b.states": {}}, "melee_pool 4", "states held (a)"
    ),
    **{
        f"{words} disengages": Scene(
            f"0/3 v 3/0: / {defence} / 5 3 1 /; {then}",
            {"table.contacts a.states": (contacts, states)},
            "states held (b); melee_pool 4",
        )
        for words, defence, then, contacts, states in (
            ("who holds off", "6 5 2", "contacts []", {}, {}),
            ("nobody who is struck", "2 1 1", "12 blue [1 1]", AB, {"held": ("b",)}),
        )
    },
    "a feat that is paid at the reveal may part the two as well": Scene(
        "action melee; 5 red 3/0 Leap: Combo Attack; 5 blue 0/3; 7a no",
        {"exchanges.0.ended a.activation_counters b.activation_counters": ("broken_before_roll", 1, 2)},
        {"ki_feats": (LEAP,), "ki_tokens": 1},
    ),
    "a charge that breaks at 7a pays its second counter afterwards": Scene(
        "action charge; 4.feat Willow Step; 5 red 0/3; 5 blue 0/3; 7a no",
        {
            "exchanges.0.counters_removed": {"a": 1, "b": 0},
            "a.activation_counters b.activation_counters": (0, 2),
        },
        b={"ki_feats": (STEP,), "ki_tokens": 1},
        place="a b",
    ),
    **{
        f"a Split Attack on another enemy takes all that moving into contact takes, {words}": Scene(
            f"action melee; target b; split_attack [c]; fear [{roll}]" + "; 0/1 v 0/3: / 2 / / 2 2 2" * fights,
            {"exchanges.len a.activation_counters table.contacts": (fights, 1, contacts)},
            SPLITS,
            place="a bc ab",
            more={"c": "traits Fear (4)"},
        )
        for words, roll, fights, contacts in (
            ("and dared", "5 2", 2, AB | AC),
            ("and not dared", "2 1", 0, AB),
        )
    },
    "a Move of 0 may be boosted to 1": Scene(
        "action walk; boost.move 1",
        {"says A moves up to 1″": True, "a.ki_tokens": 1},
        "move 0; move_boost_cost 1; ki_tokens 2",
        place="a b",
    ),
    **{
        f"a Split Attack costs {words}": Scene(
            "action melee; target b; split_attack [c]" + "; 0/1 v 0/3: / 2 / / 2 2 2" * 2,
            {
                "exchanges.*.opponent exchanges.*.pools.a.pool": (["b", "c"], [1, 1]),
                "a.activation_counters b.activation_counters c.activation_counters": (left, 1, 1),
            },
            f"activation_counters {had}; traits Split Attack",
            place="a bc ab ac",
            more={"split_attack_counters": rule},
        )
        for words, rule, had, left in (
            ("as its action", "action_cost", 3, 2),
            ("each exchange", "per_exchange", 3, 1),
            ("each exchange, after the last one", "per_exchange", 1, 0),
        )
    },
    **{
        f"a bodyguard {words}": Scene(
            f"action melee; target b; {steps}: / 2 2 2 / / 2*{dice}",
            {"exchanges.0.opponent": opponent},
            b=b,
            place="a bg ab",
            more={"g": "traits Bodyguard (3)"},
        )
        for words, b, steps, dice, opponent in (
            ("steps in for a friend in contact", "", "bodyguard yes; 0/3 v 0/3", 3, "g"),
            ("but not for a held one", "states held (a)", "0/3 v 0/2", 2, "b"),
        )
    },
    "a bodyguard changes places before the action": Scene(
        "action melee; target b; bodyguard yes; 0/3 v 0/2: / 2 2 2 / / 2 2",
        {"exchanges.0.opponent table.contacts": ("g", {("g", "x"): {}, ("a", "g"): {}})},
        b="types Lord",
        place="ax bg bx",
        more={"g": "traits Bodyguard [Lord] (3)"},
    ),
    "and then touches whom both touch, as its friend does": Scene(
        "action melee; target b; bodyguard yes; 0/2 v 0/3: / 2 2 / / 2*3",
        {"exchanges.0.opponent exchanges.0.assists.a table.contacts": ("g", ["b"], {("a", "b"): {}, ("a", "g"): {}})},
        place="a bg ab ag",
        more={"g": "traits Bodyguard (3)"},
    ),
    "a charger's Prowess is for the dice it names": Scene(
        "action charge; 1/2 v 0/3: 2 / 2 2 / / 6 2 2; 7b4 ['attack 1']; 7b4 [5]",
        {"exchanges.0.dice.a.attack": [5]},
        {"traits": (Trait("Charging Bonus", of="Prowess [Attack] (1)"),)},
        place="a b",
    ),
    "a charging bonus lasts for the activation": Scene(
        "action charge; 1/2 v 0/3: 2 / 2 2 / / 6 2 2",
        {"exchanges.0.results.a.attack a.granted": (4, ())},
        {"traits": (Trait("Charging Bonus", of="Brutal (2)"),)},
        place="a b",
    ),
    **{
        f"{words} tests its size before it moves": Scene(
            f"action walk; size [{dice}]", {"a.states": states}, f"size {size}; states immobilised", place="a b"
        )
        for words, size, dice, states in (
            ("a small model that passes", "small", "6", {}),
            ("one that fails", "small", "5", {"immobilised": 1}),
            ("a large model with its dice", "large", "5 2 2", {}),
            ("Tiny, printed as a trait, with one die,", "medium; traits Tiny", "6", {}),
            ("Huge with four", "medium; traits Huge", "6*4", {}),
        )
    },
    "melee costs one counter in all": Scene(
        f"action melee; {DEFEND}",
        {"counters_removed a.activation_counters b.activation_counters": (1, 1, 1), "table.contacts": AB},
        place="a b",
    ),
    **{
        f"a {action} that reaches nobody still costs": Scene(
            f"action {action}; reach no", {"a.activation_counters": left}, place="a b"
        )
        for action, left in (("melee", 1), ("charge", 0))
    },
    **{
        f"a charge costs {total} counters": Scene(
            f"action charge; {DEFEND}",
            {"a.activation_counters": 3 - total},
            "activation_counters 3",
            place="a b",
            more={"charge_total_counters": total},
        )
        for total in (2, 3)
    },
    "who fails to reach another fights the one it started with": Scene(
        f"action melee; target c; reach no; {DEFEND}", {"exchanges.0.opponent": "b"}, place="a bc ab"
    ),
    **{
        f"moving to another enemy leaves the first{words}": Scene(
            f"action melee; target c; contacts [{kept}]; 0/{dice} v 0/3: / 2*{dice} / / 2 2 2",
            {"exchanges.0.opponent table.contacts": ("c", contacts)},
            place="a bc ab",
        )
        for words, kept, dice, contacts in (
            ("", "", 3, AC),
            (" unless players say so", "b", 2, AB | AC),
        )
    },
    "who stands up fights at one less, but is no longer Prone": Scene(
        "0/2 v 0/3: / 2 2 / / 2 2 2",
        {"action exchanges.0.initiative a.states a.activation_counters": ("stand_up", "a", {}, 1)},
        "states prone",
    ),
    "surprise is for the exchange it causes": Scene(
        "action melee; surprised yes; 0/3 v 0/2: / 2 2 2 / / 2 2",
        {"exchanges.0.initiative_why b.surprised": ("B is Surprised", False)},
        place="a b",
    ),
    "and not against Sixth Sense": Scene(
        f"action melee; {DEFEND}",
        {"exchanges.0.initiative_why": "it is activating"},
        b="traits Sixth Sense",
        place="a b",
    ),
    "who may Jump Up stands at the start of the activation": Scene(
        "jump_up yes; action walk", {"a.states": {}}, "states prone; traits Jump Up", place="a b"
    ),
    "no legal action means exhausted": Scene("", {"a.exhausted": True}, "states held (b); traits Stupid"),
    "a lone legal action is named so": Scene(
        "", {"a.states": {}, "says A: Stand Up, its only legal action": True}, "states prone", place="a b"
    ),
    "the last side standing wins at once": Scene(
        "action melee; 3/0 v 0/3: 6 6 6 / / / 1 1 1; 12 [6 6]", {"table.over_winner": "red"}, b="wounds_marked 4"
    ),
    "feats before and after the action name their user": Scene(
        "M2.feat c: Stagger; action walk",
        {"a.ki_tokens c.ki_tokens a.granted c.granted": (1, 0, (), ())},
        "feats Stagger; ki_tokens 1",
        place="ac b",
        more={"c": "feats Stagger; ki_tokens 1"},
    ),
    "a controlled model that comes home leaves the turn to the other player": Scene(
        f"action melee; {DEFEND}", {"a.side table.active": ("blue", "blue")}, "states controlled", place="ac b ab"
    ),
    "Ki boosts add dice to a Fear test": Scene(
        f"action melee; fear.boost 1; fear [3 2]; {DEFEND}",
        {"a.ki_tokens a.activation_counters": (0, 1)},
        "ki_boost_cost 2; ki_tokens 2",
        "traits Fear (4)",
        "a b",
    ),
    "failing Fear of the target costs a counter and the activation": Scene(
        "action melee; fear [3 1]",
        {"a.activation_counters a.states": (1, {})},
        "ki_stat 2",
        "traits Fear (4)",
        "a b",
    ),
    "the Steadfast go on Frightened and split freely": Scene(
        "action melee; fear [2 1]; 2/0 v 0/3: 2 2 / / / 6 2 2",
        {"a.states": {"frightened": 1}},
        "ki_stat 2; traits Steadfast",
        "traits Fear (4)",
        "a b",
    ),
    "an enemy that fails against the activating model is Frightened before the exchange": Scene(
        "action melee; fear [3]; 0/3 v 0/2: / 2 2 2 / / 2 2",
        {"b.states b.fear_value b.fear_source": ({"frightened": 1}, 4, "a")},
        "traits Fear (4)",
        "ki_stat 1",
        "a b",
    ),
}


@pytest.mark.parametrize("name", FIGHTS)
def test_an_exchange(name: str) -> None:
    assert FIGHTS[name].after("melee") == FIGHTS[name].sees


@pytest.mark.parametrize("name", ACTS)
def test_an_activation(name: str) -> None:
    assert ACTS[name].after("activate") == ACTS[name].sees
