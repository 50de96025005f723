"""What the steps of an attack do to its figures, without a question: for play, and for odds (attack steps 4a to 9)."""

from __future__ import annotations

from companion.engine.state.changes import Line
from companion.rules.legion.catalog import KeywordEffect
from companion.rules.legion.dice import convert_attack
from companion.rules.legion.melee.figures import Attack, rule, total


def dice_lines(attack: Attack) -> dict[str, list[Line]]:
    """Step 4a: the attack dice by colour with their reasons: those of the weapons, and those that keywords add."""
    lines = {
        colour: [
            Line.of_parts((users, f" × {weapon}"), dice, rule("2")) if users > 1 else Line(weapon, dice, rule("2"))
            for weapon, users, dice in parts
        ]
        for colour, parts in attack.pool.dice(attack.attacker).items()
    }
    for extra in attack.attack("extra_dice"):
        lines.setdefault(extra.effect.word, []).append(Line(extra.name, extra.x or 0, rule("4a")))
    return lines


def convert_surges(attack: Attack, tokens: int) -> None:
    """Step 4c: hits, crits and blanks of the faces that lie, with `tokens` surge tokens."""
    rolled = convert_attack(attack.faces, total(attack.attack("surges_to_crits")), attack.chart, tokens)
    plain_hits, plain_crits = attack.faces.count("hit"), attack.faces.count("crit")
    attack.blanks = rolled.blanks
    attack.add_hits("rolled", plain_hits, "4a")
    attack.add_hits("surges", rolled.hits - plain_hits, "4c")
    attack.add_crits("rolled", plain_crits, "4a")
    attack.add_crits("surges", rolled.crits - plain_crits, "4c")


def improve(attack: Attack, better: KeywordEffect, what: str) -> None:
    """Step 4c: one token makes a `blank` a hit, or a `hit` a crit."""
    if what == "blank":
        attack.blanks -= 1
        attack.add_hits(better.name, 1, "4c")
    else:
        attack.upgrade(better.name, 1, "4c")


def dodge_matters(attack: Attack) -> bool:
    """Whether a dodge can change anything: a hit that counts, a crit it may cancel, a keyword that it switches on."""
    may_turn = bool(attack.attack("results_to_crits"))
    turned = may_turn or bool(attack.attack("hits_to_crits"))
    if attack.hits and (turned or attack.hits_after_armour):
        return True
    if attack.crits and attack.defence("dodge_crits"):
        return True
    if not attack.crits and not (may_turn and attack.blanks):
        return False
    return any(attack.switched_on_by_dodge(do) for do in attack.defending)


def dodges(attack: Attack, on_hits: int, on_crits: int) -> None:
    """Step 5: so many dodge tokens on hits and on crits. Those on hits that are not there cancel nothing."""
    attack.dodge_spent = on_hits + on_crits
    attack.add_hits("dodged", -min(on_hits, attack.hits), "5")
    attack.add_crits("dodged", -on_crits, "5")


def impact(attack: Attack) -> None:
    """Step 6: hits that the attacker's keywords make crits."""
    for better in attack.attack("hits_to_crits"):
        attack.upgrade(better.name, min(attack.hits, 1 if better.x is None else better.x), "6")


def full_speed(attack: Attack) -> None:
    """Step 6: results that a keyword makes crits after a move at full speed: blanks first, then hits."""
    better = attack.attack("results_to_crits")
    most = total(better)
    blanks = min(most, attack.blanks)
    attack.blanks -= blanks
    attack.add_crits(better[0].name, blanks, "6")
    attack.upgrade(better[0].name, min(most - blanks, attack.hits), "6")


def aims_for_pierce(attack: Attack, spent: int) -> None:
    """Step 6: aims that a keyword turns into Pierce."""
    if spent:
        attack.pierce_for_aim.append(Line(attack.attack("pierce_for_aim")[0].name, spent, rule("6")))


def armour(attack: Attack) -> None:
    """Step 6: hits that the defender's armour cancels."""
    for cover in attack.defence("cancel_hits"):
        attack.add_hits(cover.name, -(attack.hits if cover.x is None else min(attack.hits, cover.x)), "6")


def pierce_lines(attack: Attack) -> list[Line]:
    """Pierce with its reasons, as it stands when defence dice are counted."""
    lines = [Line(h.name, 1 if h.x is None else h.x, rule(h.effect.hook)) for h in attack.attack("pierce")]
    lines += attack.pierce_for_aim
    if attack.piercer:
        lines.append(Line(attack.piercer, -1, rule("2")))
    return lines


def defence_lines(attack: Attack) -> list[Line]:
    """The number of defence dice with its reasons (step 7a)."""
    lines = [Line("hits", attack.hits, rule("7a")), Line("crits", attack.crits, rule("7a"))]
    if not attack.piercer and not attack.immunity("all"):
        lines += [Line(extra.name, attack.pierce, rule("7a")) for extra in attack.defence("dice_for_pierce")]
    tokens = attack.defender.suppression
    for extra in attack.defence("dice_for_suppression"):
        lines.append(Line(extra.name, tokens if extra.x is None else min(tokens, extra.x), rule("7a")))
    return [line for line in lines if line.value]
