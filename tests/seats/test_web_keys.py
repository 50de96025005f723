"""Keys and short codes of a sharing, without a clock."""

from companion.seats.web.keys import CODE_SECONDS, CODE_TRIES, Keys, new_key


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
    keys, _ = shared()
    assert len(new_key()) == 26
    assert new_key() != new_key()
    assert [keys.seat_of(keys.keys[seat]) for seat in ("red", "blue")] == ["red", "blue"]
    assert keys.seat_of("") == keys.seat_of(keys.keys["red"][:-1]) == keys.seat_of("é") == ""
    old = keys.keys["red"]
    keys.change("red")
    assert (keys.seat_of(old), keys.seat_of(keys.keys["blue"]), keys.code_of("red")) == ("", "blue", "")


def test_a_code_leads_to_its_key_once() -> None:
    keys, _ = shared()
    code = keys.code_of("red")
    assert keys.redeem(code) == keys.keys["red"]
    assert keys.redeem(code) == ""
    assert keys.code_of("red") == ""
    assert keys.redeem(keys.code_of("blue")) == keys.keys["blue"]


def test_a_code_holds_two_minutes() -> None:
    keys, clock = shared()
    code = keys.code_of("red")
    clock.at = CODE_SECONDS - 1
    assert keys.code_of("red") == code
    assert keys.seconds == 1
    clock.at = CODE_SECONDS
    assert (keys.seconds, keys.code_of("red"), keys.redeem(code)) == (0, "", "")


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


def test_keys_of_a_process_that_was_killed_still_open_their_seats() -> None:
    keys, clock = shared()
    again = Keys(["red", "blue"], clock, keys.keys)
    assert again.keys == keys.keys
