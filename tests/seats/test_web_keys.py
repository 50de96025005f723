"""Keys and short codes of a sharing, without a clock."""

from pathlib import Path

import pytest

from companion.engine.errors import InvalidInput
from companion.seats.lines import address_of
from companion.seats.owner import Owner
from companion.seats.seat import Seat
from companion.seats.web.keys import CODE_SECONDS, CODE_TRIES, Keys, is_key, new_key
from tests.seats.shared import ready


class Clock:
    """Stands still until it is told to go."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def shared() -> tuple[Keys, Clock]:
    clock = Clock()
    keys = Keys(["red", "blue"], clock)
    keys.new_codes()
    return keys, clock


def wrong(keys: Keys) -> str:
    return next(f"{n:06}" for n in range(3) if f"{n:06}" not in (keys.code_of("red"), keys.code_of("blue")))


def test_a_key_has_128_bits_and_opens_one_seat() -> None:
    keys, clock = shared()
    assert len(new_key()) == 26
    assert new_key() != new_key()
    assert [keys.seat_of(keys.keys[seat]) for seat in ("red", "blue")] == ["red", "blue"]
    assert keys.seat_of("") == keys.seat_of(keys.keys["red"][:-1]) == keys.seat_of("é") == ""
    assert Keys(["red", "blue"], clock, keys.keys).keys == keys.keys, "of a process that was killed: they still open"
    old = keys.keys["red"]
    keys.change("red")
    assert (keys.seat_of(old), keys.seat_of(keys.keys["blue"]), keys.code_of("red")) == ("", "blue", "")


def test_a_code_leads_to_its_key_once_and_holds_two_minutes() -> None:
    keys, clock = shared()
    code = keys.code_of("red")
    assert [keys.redeem(code), keys.redeem(code), keys.code_of("red")] == [keys.keys["red"], "", ""]
    code = keys.code_of("blue")
    clock.at = CODE_SECONDS - 1
    assert (keys.code_of("blue"), keys.seconds) == (code, 1)
    clock.at = CODE_SECONDS
    assert (keys.seconds, keys.code_of("blue"), keys.redeem(code)) == (0, "", "")
    keys.new_codes()
    assert keys.redeem(keys.code_of("blue")) == keys.keys["blue"]


def test_five_wrong_codes_are_the_end_of_all() -> None:
    keys, _ = shared()
    code = keys.code_of("red")
    for _ in range(CODE_TRIES - 1):
        assert keys.redeem(wrong(keys)) == ""
    assert keys.code_of("red") == code
    assert keys.redeem("") == ""
    assert (keys.code_of("red"), keys.redeem(code)) == ("", "")
    keys.new_codes()
    assert keys.redeem(keys.code_of("red")) == keys.keys["red"]


DAMAGED = (
    "",
    "[]",
    '{"port": "x", "keys": {}}',
    '{"port": 99999999, "keys": {}}',
    '{"port": -1, "keys": {}}',
    '{"port": null, "keys": null}',
    '{"port": 8000, "keys": {"red": 7}}',
    '{"port": 8000, "keys": {"red": "A"}}',
    '{"port": 8000, "keys": {"red": ["A"]}}',
    "[" * 100_000,
)


@pytest.mark.parametrize("damaged", DAMAGED, ids=range(len(DAMAGED)))
def test_damaged_files_of_a_process_that_ended_keep_nobody_from_sharing(damaged: str, tmp_path: Path) -> None:
    server = pytest.importorskip("companion.seats.web.server", reason="the extra `serve` is not installed")
    opened = ready(tmp_path)
    address = address_of(opened.file)
    for left in (address, address.with_suffix(".keys")):
        left.parent.mkdir(parents=True, exist_ok=True)
        left.write_text(damaged)
    with pytest.raises(InvalidInput, match="nobody shares this table"):
        Seat(address)
    web = server.Web(Owner(opened), opened.file)
    assert web.port == server.PORT
    assert {web.keys.seat_of(key) for key in web.keys.keys.values()} == {"red", "blue", "table", "look"}
    assert all(is_key(key) for key in web.keys.keys.values())
    opened.close()
