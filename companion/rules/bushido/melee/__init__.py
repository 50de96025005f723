"""The melee exchange, one subject a file."""
