"""A program that ends while it writes: what the disk held before every step."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


class Camera:
    """Copies a folder before every step on the disk, or those of one thread alone."""

    def __init__(self, folder: Path, to: Path, thread: str = "") -> None:
        self.folder, self.to, self.thread, self.shots = folder, to, thread, 0

    def turn_on(self, patch: pytest.MonkeyPatch) -> None:
        """Takes pictures as long as the patch holds."""
        if not self.thread:
            # The session is in its log alone: the worker that writes its file would be in the pictures.
            patch.setattr("companion.store.snapshot.SnapshotWriter.write", lambda *_: None)
        for name in ("write", "fsync", "replace", "link"):
            patch.setattr(os, name, self.around(getattr(os, name)))

    def around(self, act: Callable[..., Any]) -> Callable[..., Any]:
        """Does the same, and takes a picture before it."""

        def acted(*args: Any, **more: Any) -> Any:
            if self.thread in ("", threading.current_thread().name):
                self.shoot()
            return act(*args, **more)

        return acted

    def shoot(self) -> None:
        """Takes a picture."""
        shutil.copytree(self.folder, self.to / str(self.shots), copy_function=shutil.copyfile)
        self.shots += 1
