"""Bridge at Kagu: a small game to open and play at once. The names are the digest's; every number is invented."""

from __future__ import annotations

from companion.rules.bushido.records import Effect, Feat, Special, Trait, Weapon
from companion.rules.bushido.units import BushidoUnit, BushidoSide

CONTACTS = (("aya", "chiyo"), ("hiro", "oda"), ("kenko", "oda"))


def sides() -> list[BushidoSide]:
    """The two players."""
    return [BushidoSide(id="red", name="Ito", colour="red"), BushidoSide(id="blue", name="Sora", colour="blue")]


def red_models() -> list[BushidoUnit]:
    """Ito's warband."""
    return [
        BushidoUnit(
            id="aya",
            name="Masaema Aya",
            side="red",
            types=("Samurai",),
            melee_pool=3,
            melee_boost_cost=2,
            ki_tokens=1,
            ki_stat=2,
            ki_max=6,
            wounds_max=6,
            traits=(Trait("Armour", x=1),),
            weapons=(Weapon("Katana", 1, (), (Special("Sweep Attack", 1),)),),
            ki_feats=(Feat("Mighty Blow"), Feat("Asp Strike")),
        ),
        BushidoUnit(
            id="hiro",
            name="Hiro",
            side="red",
            types=("Samurai",),
            melee_pool=4,
            melee_boost_cost=3,
            ki_tokens=3,
            ki_stat=2,
            ki_max=6,
            traits=(Trait("Co-ordinated Attack", of="Samurai"), Trait("Bravery")),
            weapons=(
                Weapon("Naginata", 1, (Trait("Reach"),), (Special("Powerful Attack", 1),)),
                Weapon("Tanto", -1, (Trait("Sharp", x=1),), (Special("Combo Attack", 1),)),
            ),
            ki_feats=(Feat("Flow Like Water"), Feat("Nuki Do")),
        ),
        BushidoUnit(
            id="kenko",
            name="Kenko",
            side="red",
            types=("Monk",),
            melee_pool=3,
            melee_boost_cost=1,
            ki_tokens=1,
            ki_stat=3,
            ki_max=6,
            wounds_max=4,
            traits=(Trait("Dodge", x=1), Trait("Prowess", x=1, of="Defence"), Trait("Courage", x=1), Trait("Jump Up")),
            weapons=(
                Weapon(
                    "Open hand",
                    0,
                    (),
                    (Special("Throw Attack", 1), Special("Grapple Defence", 0), Special("Drag Defence", 1)),
                ),
            ),
            ki_feats=(
                Feat("Choke Hold"),
                Feat("Slippery"),
                Feat("Meditation", ki=1, timing="simple", text="Invented: heals one wound. Players mark it."),
                Feat(
                    "Willow Step",
                    ki=1,
                    windows=("4",),
                    text="Invented: it may move 1 inch.",
                    effects=(Effect("moves"),),
                ),
            ),
        ),
    ]


def blue_models() -> list[BushidoUnit]:
    """Sora's warband."""
    return [
        BushidoUnit(
            id="chiyo",
            name="Chiyo",
            side="blue",
            types=("Ninja",),
            melee_pool=4,
            ki_stat=2,
            ki_max=6,
            ki_tokens=1,
            weapons=(Weapon("Kodachi", 0, (), (Special("Sidestep Defence", 1),)),),
            ki_feats=(Feat("Sweep"),),
        ),
        BushidoUnit(
            id="oda",
            name="Oda",
            side="blue",
            types=("Oni",),
            melee_pool=3,
            ki_stat=1,
            wounds_max=8,
            size="medium",
            traits=(
                Trait("Fear", x=4),
                Trait("Aggressive"),
                Trait("Tough", x=1),
                Trait("Slow"),
                Trait("Regenerate", x=1),
                Trait("Last Stand"),
            ),
            weapons=(Weapon("Tetsubo", 2, (Trait("Brutal", x=1),), (Special("Slam Attack", 1),)),),
        ),
        BushidoUnit(
            id="itsunagi",
            name="Itsunagi",
            side="blue",
            types=("Samurai",),
            melee_pool=3,
            melee_boost_cost=2,
            ki_stat=2,
            ki_tokens=2,
            ranged_pool=2,
            traits=(
                Trait("Lightning Reflexes"),
                Trait("Parry", x=1),
                Trait("Tactician", x=1),
                Trait("Split Attack"),
                Trait("Feint", x=1),
            ),
            weapons=(
                Weapon(
                    "Kusarigama",
                    0,
                    (Trait("Chain Weapon", x=1), Trait("Poison", x=1, y=1)),
                    (Special("Stun Attack", 1), Special("Counterstrike Defence", 1)),
                ),
            ),
            ki_feats=(
                Feat("Rain of Blows"),
                Feat("Absolute Mastery"),
                Feat(
                    "Second Wind",
                    ki=1,
                    windows=("7b",),
                    text="Invented: one more attack die.",
                    effects=(Effect("add_die", of="attack"),),
                ),
            ),
        ),
    ]
