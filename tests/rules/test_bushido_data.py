"""The data of Bushido: tables, traits and specials as files, what is checked in them, and seeded random games."""

from __future__ import annotations

from companion.rules.bushido.catalog import (
    WOUNDS,
)

OFFSETS = {2: -3, 3: -2, 4: -1, 5: -1, 6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 2, 12: 3}


def test_the_wound_table_is_the_check_formula() -> None:
    assert {row: tuple(max(0, sl + off) for sl in range(11)) for row, off in OFFSETS.items()} == dict(WOUNDS)


NAMED = """
Lightning Reflexes, Reach, Slow, Endurance, Indomitable, Insignificant, Co-ordinated Attack, Split Attack,
Aggressive, Defensive, Steadfast, Dodge, Feint, Prowess, Impenetrable Defence, Unblockable, Kata, Adept, Brutal,
Parry, Chain Weapon, Vengeance, Strong, Weak, Assassin, Pierce, Armour, Tough, Sharp, Durable, Poison, Bleed,
Fire, Disease, Ki Block, Entangling, Immovable, Immune, Last Stand, Rise, Kami, Protected, Sacrifice, Tireless,
Banzai!, Charging Bonus, Fear, Terror, Dread, Bravery, Cowardly, Courage, Leadership, Fearless, Bodyguard, Bear
Stands Alone, Evasive, Agile, Cloudwalk, Intangible, Jump Up, Cavalry, Sixth Sense, Soulless, Tactician,
Regenerate
"""
