"""A turn up to its Melee phase: Upkeep with its rout check, Engage, Move, and how turns and battles end."""
