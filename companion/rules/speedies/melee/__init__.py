"""The Melee phase, M1 to M12: combats, the attack order, volleys, Wounds."""
