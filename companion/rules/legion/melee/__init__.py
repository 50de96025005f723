"""The melee: who fights whom, how a melee starts, an attack from its pools to its wounds, closing up."""
