"""Leaving the app while a file is still being written."""

from contextlib import suppress
from threading import Event

import pytest
from textual.worker import WorkerError

from companion.tui.app import CompanionApp
from tests.tui.fakes import MemoryOpened, app, show


class Slow(MemoryOpened):
    """Its last write takes until the disk is `free`."""

    def __init__(self) -> None:
        super().__init__()
        self.free = Event()

    def close(self) -> bool:
        """Waits for the disk."""
        self.free.wait(60)
        return super().close()


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the app says."""
    found: list[str] = []
    monkeypatch.setattr(CompanionApp, "say", lambda _, text, *, bad=False: found.append(text))
    return found


async def test_to_leave_twice_says_what_is_still_written_and_ends_when_it_is(said: list[str]) -> None:
    running, opened = app(), Slow()
    async with running.run_test(size=(80, 24)) as pilot:
        await show(pilot, opened)
        running.leave_app()
        assert said == []
        running.leave_app()
        assert [text.partition(",")[0] for text in said] == ["Still writing memory.toml"]
        assert running.return_code is None
        opened.free.set()
        # The app ends from within it, and cancels what is left of it.
        with suppress(WorkerError):
            await running.workers.wait_for_complete([one for one in running.workers if one.group == "close"])
    assert opened.closed
    assert running.return_value == 0


async def test_who_leaves_a_third_time_goes_at_once_and_it_is_no_success(said: list[str]) -> None:
    running, opened = app(), Slow()
    async with running.run_test(size=(80, 24)) as pilot:
        await show(pilot, opened)
        for _ in range(3):
            running.leave_app()
    opened.free.set()
    assert len(said) == 1
    assert running.return_value == 1
