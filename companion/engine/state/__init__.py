"""The state of play: what is declared of it, the table itself, who touches whom, and what changed. Knows no game.

`declarations.py` says what a field is, `entity.py` has them, `table.py` is made of them and carries its `spec.py`:
the few declarations that it needs of its game, so that nothing here knows a whole ruleset. `contacts.py` and
`adjustments.py` are what may be asked and done; `joining.py`: who joins and leaves, names and sides. `changes.py` and
`results.py` are what is recorded, `phrases.py` sentences that know what they say.
"""
