"""What is told in more than one place, said once: screens, plain text and reports only lay it out. A subject a file.

`sentences.py` (refusals, names of those who answer, how a game ended), `limits.py` (bounds and costs),
`sheets.py` (tables of a game), `odds.py`, `luck.py`, `reminders.py`, `days.py`,
`rosters.py` (units of a campaign), `campaigns.py`.
"""
