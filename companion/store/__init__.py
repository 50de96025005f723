"""Sessions, campaigns and rosters as files that a person can read and fix.

Each name is imported from where it is: nobody pays at start-up for what opening or writing a file needs.

* The three kinds of files are one in `format/document.py`: parts, checksums, last line. `files.py` reads them,
  `changed.py` says what is not as Companion wrote it, `generations.py` keeps copies, `going_back.py` returns to them.
* A session opens (`opening.py`): its lock (`lock.py`), its files, checked by `format` and played again (`restore.py`);
  `finding.py` looks for what lies under another name. It is kept by `recorder.py`: `wal.py` and `snapshot.py` over
  `disk.py`. docs/durability.md says what is promised.
* What players do with files: `folders.py` names them, `listing.py` has what lists and Home show, `manage.py` copies,
  renames and bins them, `verify.py` says what is wrong and whether it is what was played.
* A campaign (`campaigns.py`): `ledger.py` makes rosters from batches, `careers.py` the life of a unit, `battles.py`
  what a battle begins with, over `fielding.py`; `closing.py` ends one, `effects.py` takes it back, `campaign_link.py`
  ties a session to it.
  `rulings.py` is its rulings book: what a ruling may mean, and where it bears on a prompt.
"""
