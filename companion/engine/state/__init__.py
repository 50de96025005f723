"""The state of play: what is declared of it, the table itself, who touches whom, and what changed. Knows no game."""
