"""The tables of the game for players to read, from the data that the rules use and the options in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.ruleset import Sheet
from companion.engine.table_rulings import rulings_sheet
from companion.engine.wording import signed
from companion.rules.gods_gloom.catalog import DICE, FORMATIONS, MODIFIERS, OUTCOMES, PUSHES, TOKENS, TRAITS
from companion.rules.gods_gloom.example import SAMPLES
from companion.rules.gods_gloom.melee.legality import REASONS
from companion.rules.gods_gloom.melee.results import critical_words
from companion.rules.gods_gloom.records import ROLES, Cell, DiceRule, Token, amount_of, dice_words

_WHEN = {
    "charge": "on a charge",
    "flanked": "when the Attacker flanks",
    "boost": "when Boost is spent",
    "weak": "while Weak",
}

Options = Mapping[str, Any]


def sheets(options: Options) -> Sequence[Sheet]:
    """Formations, traits, tokens, dice, modifiers, outcomes, pushes, refusals and the sample roster."""
    return (
        _formations(),
        _traits(),
        _tokens(options),
        Sheet("dice", "Dice", ("Colour", "Success", "Critical"), tuple(_dice(colour, options) for colour in DICE)),
        _modifiers(options),
        Sheet("outcomes", "Who wins", ("After MEL.40", "Winner", "The loser loses", "Next"), _rows(OUTCOMES, options)),
        Sheet("push", "Push (MEL.60)", ("Result", "Cost to the loser", "Movement"), _rows(PUSHES, options)),
        Sheet("legality", "Why an attack is refused", ("Code", "Meaning"), tuple(REASONS.items())),
        _samples(),
        rulings_sheet("companion.rules.gods_gloom", options),
    )


def _formations() -> Sheet:
    return Sheet(
        "formations",
        "Tactical formations",
        ("Formation", "Effect", "Beats"),
        tuple((f.name, f.effect(), FORMATIONS[f.beats].name) for f in FORMATIONS.values()),
        "Declaring costs 1 command seal. One declarer: it applies. Two: only the one that beats the other.",
    )


def _traits() -> Sheet:
    return Sheet(
        "traits",
        "Traits",
        ("Trait", "Written", "Where", "Effect", "By"),
        tuple(
            (t.name, t.id + (":X" if t.needs_x else ""), t.hook, t.text, "players" if t.reminder else "app")
            for t in TRAITS.values()
        ),
        "The app reminds the players of a trait that is not listed, and they carry it out.",
    )


def _tokens(options: Options) -> Sheet:
    return Sheet(
        "tokens",
        "Tokens",
        ("Token", "Gained", "Effect", "Until"),
        (
            _morale(options),
            *((t.name, t.gained, _token(t, options), t.removed) for t in TOKENS.values()),
            ("Effect", "various", "kept as notes on the unit", "the players take it off"),
        ),
        "Boost and Weak cancel each other, and so do Fast and Slow. One of each at most.",
    )


def _modifiers(options: Options) -> Sheet:
    rows = [
        (
            rule.name,
            _WHEN[rule.when],
            *(_change(rule, options) if role in rule.roles else "–" for role in ROLES),
            rule.rule,
        )
        for rule in MODIFIERS
    ]
    return Sheet(
        "modifiers",
        "Dice added and taken at ATC.10",
        ("What", "When", "Attacker", "Defender", "Rule"),
        (("assist", "for each friend that assists", "+1 red", "+1 blue", "Melee Assist"), *rows),
        "Formations, traits and the extra dice of a unit come on top. A pool never falls below 0.",
    )


def _samples() -> Sheet:
    return Sheet(
        "samples",
        "Sample roster",
        ("Unit", "Offence", "Defence", "Morale", "Health", "Speed"),
        tuple(
            (
                kind,
                _pool(unit["offence"]),
                _pool(unit["defence"]),
                str(unit["morale_max"]),
                str(unit["health_max"]),
                str(unit["speed"]),
            )
            for kind, unit in SAMPLES.items()
        ),
        "Profiles of our own, red and blue dice. Type in your own cards.",
    )


def _rows(table: Mapping[str, tuple[Cell, ...]], options: Options) -> tuple[tuple[str, ...], ...]:
    return tuple((name, *(cell.text(options) for cell in cells)) for name, cells in table.items())


def _change(rule: DiceRule, options: Options) -> str:
    """`+1 red, −1 blue` under these options; `nothing` if neither changes."""
    return dice_words(amount_of(rule.red, options), amount_of(rule.blue, options)) or "nothing"


def _token(token: Token, options: Options) -> str:
    dice = [_change(r, options) for r in MODIFIERS if r.when == token.id]
    pace = [f"Speed {signed(token.pace)}"] if token.pace else []
    return ": ".join([token.text, *dice, *pace])


def _morale(options: Options) -> tuple[str, ...]:
    lost = "a loss is 1 wound" if options["morale_loss_at_zero"] == "wound" else "an impossible push is 1 wound"
    return (
        "Morale",
        "starts at the printed number; Rally restores all",
        f"without it: no attack, no standing ground, {lost}",
        "one at a time",
    )


def _dice(colour: str, options: Options) -> tuple[str, str, str]:
    dice, least = DICE[colour], options["success_on"]
    extra = f"{critical_words(colour)}: one extra {colour} die" if options["criticals"] else "none, by option"
    return dice.name, (f"{least} to 6" if least < 6 else "6") + f": a {dice.success}", extra


def _pool(printed: Mapping[str, int]) -> str:
    return f"{printed['red']}/{printed['blue']}"
