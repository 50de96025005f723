"""The Melee phase, one subject a file."""
