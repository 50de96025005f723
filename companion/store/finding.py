"""What belongs to a session and is under another name: it was renamed by hand, or a move was broken off.

The id in each file says whose it is. Only what has no session of its own name is taken, and nothing of a session that
another program has open.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.store import disk
from companion.store.folders import BIN, LOG_SUFFIX, bin_dir, history_dir, listed, log_file, owner_of_log
from companion.store.format.wal_file import parse_log
from companion.store.generations import generations, is_link
from companion.store.listing import read_head, session_id
from companion.store.lock import acquire


def find_again(file: Path) -> list[str]:
    """Moves the log and the backup generations of this session to its name; says what was found, in sentences.

    The caller holds the lock of the session. What cannot be moved stays where it is.
    """
    try:
        header = read_head(file).get("session")
    except (OSError, ValueError):
        return []
    if not isinstance(header, Mapping) or not isinstance(header.get("id"), str) or not header["id"]:
        return []
    notices: list[str] = []
    if not os.path.lexists(log_file(file)):
        for log in _lost_logs(file):
            if _continues(log, header) and _move(log, log_file(file)):
                notices.append(f"{log.name} belongs to this session: what was played last is here again")
                break
    if not os.path.lexists(history_dir(file)):
        for history in _lost_histories(file):
            ids = (of for one in generations(history) if (of := session_id(one.path)))
            if header["id"] == next(ids, "") and _move(history, history_dir(file)):
                break
    return notices


def _folders(file: Path) -> tuple[Path, ...]:
    home = file.parent.parent if file.parent.name == BIN else file.parent
    return file.parent, *(folder for folder in (home, bin_dir(home)) if folder != file.parent)


def _lost_logs(file: Path) -> Iterator[Path]:
    for folder in _folders(file):
        for log in listed(folder):
            if log.name.endswith(LOG_SUFFIX) and not os.path.lexists(owner_of_log(log)):
                yield log


def _lost_histories(file: Path) -> Iterator[Path]:
    for folder in _folders(file):
        histories = history_dir(folder / file.name).parent
        if not histories.is_symlink():
            yield from (one for one in listed(histories) if not os.path.lexists(folder / f"{one.name}.toml"))


def _continues(log: Path, header: Mapping[str, Any]) -> bool:
    try:
        return parse_log(disk.read_plain(log, follow=False)).header.continues(header)
    except OSError:
        return False


def _move(source: Path, to: Path) -> bool:
    """Whether it was moved: not if somebody plays under the other name."""
    other = owner_of_log(source) if source.is_file() else source.parent.parent / f"{source.name}.toml"
    lock, _ = acquire(other)
    if lock is None:
        return False
    try:
        if is_link(history_dir(to)):
            return False
        to.parent.mkdir(exist_ok=True)
        disk.replace(source, to)
        disk.settle_name(to.parent)
    except OSError:
        return False
    finally:
        lock.release()
    return True
