"""What players see of an exchange: how the fight stands, what dice did, and results in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple

from companion.engine.dice import D6
from companion.engine.state.changes import Tally
from companion.engine.state.phrases import Phrase, joined, phrase, says
from companion.engine.state.results import Before, FaceGroup
from companion.engine.wording import does, possessive, signed
from companion.rules.bushido.engagement import assisting
from companion.rules.bushido.melee.fighters import NO_TALLY, TRAIT, Exchange, Fighter
from companion.rules.bushido.melee.results import Verdict, marks_of, verdict
from companion.rules.bushido.records import Weapon
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import KINDS, DiceKind

NOTHING_BEFORE: Final[Mapping[str, Before]] = {}


def present(game: Game, ex: Exchange) -> None:
    """Declares the fight as it is now: both fighters, who assists, and what of each is open knowledge.

    Numbers of a strike that is over (Success Level, damage) no longer stand with the fighters then.
    """
    one, two = ex.first.model, ex.second.model
    helpers = [*assisting(game.table, one, two), *assisting(game.table, two, one)]
    ex.helpers = [helper.id for helper in helpers]
    game.fight({"attacker": [one], "defender": [two], "assists": helpers})
    for mine in ex.both:
        game.show(mine.model, "weapon", "Weapon", partial(weapon_words, mine.weapon))
        if ex.lead_why:
            words = f"first ({ex.lead_why})" if mine is ex.lead else "second"
            game.show(mine.model, "initiative", "Strikes", words)
        if mine.pool is not NO_TALLY:
            game.show(mine.model, "pool", "Melee Pool", int(mine.pool))
        if ex.revealed:
            game.show(mine.model, "split", "Split", split_words(mine))
        for kind, result in mine.results.items():
            game.show(mine.model, kind, f"{kind.capitalize()} result", int(result))


def split_words(mine: Fighter) -> str:
    """A fighter's split: `2 attack / 1 defence, Sidestep Defence`."""
    special = f", {mine.special.name}" if mine.special is not None else ""
    return f"{mine.attack} attack / {mine.defence} defence{special}"


def weapon_words(weapon: Weapon) -> str:
    """A weapon with its Strength, unless its card says what happens, and traits: `Naginata, Strength +1, Reach`."""
    strength = "special, see its card" if weapon.strength is None else f"Strength {signed(weapon.strength)}"
    return ", ".join([weapon.name, strength, *(trait.label for trait in weapon.traits)])


def weapon_label(weapon: Weapon) -> str:
    """A weapon to choose, with its specials and their cost in dice."""
    specials = ", ".join(f"{special.name} ({special.cost})" for special in weapon.specials)
    return weapon_words(weapon) + (f"; {specials}" if specials else "")


def dice_groups(
    ex: Exchange, of: Fighter | None = None, before: Mapping[str, Before] = NOTHING_BEFORE
) -> list[FaceGroup]:
    """All dice of both fighters as they lie now, with what each of them does; discarded ones too.

    If dice of the fighter `of` were rolled again, `before` has what its dice of a kind showed until then.
    """
    return [group for mine in ex.both for group in dice_of(mine, before if mine is of else NOTHING_BEFORE)]


def dice_of(mine: Fighter, before: Mapping[str, Before]) -> Iterator[FaceGroup]:
    """The attack and the defence dice of one fighter."""
    own = mine.powers
    kata = own.has("ones_count")
    for kind in KINDS:
        dice, gone = mine.dice[kind], mine.gone[kind]
        if not (dice or gone):
            continue
        marks = (*marks_of(dice, own.supports(kind), kata), *["discarded"] * len(gone))
        counts = {"result": _reasoned(mine, kind)} if kind in mine.results else {}
        old = before.get(kind, ())
        name = f"{mine.name} {kind}"
        yield FaceGroup(name, mine.side, D6.name, (*dice, *gone), marks, counts, old, role=kind)


def _reasoned(mine: Fighter, kind: str) -> Tally:
    """A result with its reasons, whether it is only shown yet or counts already."""
    now = mine.results[kind]
    return now if isinstance(now, Tally) else Tally.of(kind, kind, now, tuple(mine.reasons[kind]))


SO_FAR: Final = "So far: "


class Comparisons(NamedTuple):
    """Both comparisons in words, as the results are now; whether a special of the first may change the second."""

    first: Phrase
    second: Phrase
    special: bool

    def words(self, *, settled: bool) -> Phrase:
        """So far, unless they are `settled` and nothing can change them.

        The second is not settled where a special of the first may end the exchange, or change what the fighters roll.
        """
        if not settled:
            return joined(" ", (phrase(SO_FAR, self.first), self.second))
        return joined(" ", (self.first, phrase(SO_FAR, self.second) if self.special else self.second))


def comparisons(ex: Exchange) -> Comparisons:
    """Both comparisons of an exchange as the results are now."""
    first, second = comparison(ex, ex.lead, ex.late), comparison(ex, ex.late, ex.lead)
    return Comparisons(first, second, _first_special(ex))


def _first_special(ex: Exchange) -> bool:
    """Whether the winner of the first comparison has a special to trigger that may keep the other from striking."""
    won = verdict_of(ex, ex.lead, ex.late)
    winner, kind = (ex.lead, "attack") if won.attacker_wins else (ex.late, "defence")
    entry = winner.uses(kind) if winner.allotted(kind) else None
    return entry is not None and (entry.blocks_reply or bool(entry.effects) or bool(entry.moves))


def verdict_of(ex: Exchange, attacker: Fighter, defender: Fighter) -> Verdict:
    """Who wins this comparison, as the results are now."""
    attack, defence = attacker.results["attack"], defender.results["defence"]
    return verdict(attack, defence, attacker.scoring, defender.scoring, attacker.side == ex.active)


def strength_of(mine: Fighter, kind: DiceKind) -> Phrase:
    """A result with what is added to its dice: `Oda's attack 8 (Brutal +1)`."""
    traits = ", ".join(
        f"{line.label} {signed(line.value)}" for line in mine.reasons.get(kind, ()) if line.rule == TRAIT
    )
    result = int(mine.results[kind])
    told = says(f"{possessive(mine.name)} {kind} {result}", mine.model, kind, result)
    return phrase(told, f" ({traits})") if traits else told


def comparison(ex: Exchange, attacker: Fighter, defender: Fighter) -> Phrase:
    """One comparison: `Aya's attack 7, Chiyo's defence 4: a hit, Success Level 3.`"""
    if not attacker.attack:
        return phrase(f"{does(attacker.name, 'has')} no attack dice.")
    won = verdict_of(ex, attacker, defender)
    winner = attacker if won.attacker_wins else defender
    tie = {"dice": f"a tie, more scoring dice of {winner.name}: ", "active": "a tie, the active player's: "}.get(
        won.by, ""
    )
    how = f"a hit, Success Level {won.success}." if won.attacker_wins else "the defence holds."
    return phrase(strength_of(attacker, "attack"), ", ", strength_of(defender, "defence"), ": ", tie, how)
