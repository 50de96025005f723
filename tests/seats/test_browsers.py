"""Browsers at a shared table: who gets in and who does not, torn off and back, and nothing left behind."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.seats.lines import LONGEST, RATE, address_of
from companion.seats.seat import Seat
from companion.seats.web.seat_app import CLOSED, ENDED
from tests.searching import one_in
from tests.seats.browser import Browser, Served, aiohttp
from tests.seats.shared import seal
from tests.waiting import PATIENCE, until, wait_for

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads the system's own list of processes")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    made = Served(tmp_path)
    yield made
    made.end()


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One for all tests that do not end it."""
    made = Served(tmp_path_factory.mktemp("quiet"))
    yield made
    made.end()


@pytest.fixture
def played(quiet: Served) -> Iterator[Served]:
    """The same for tests that end none of its processes; afterwards it is as it was."""
    yield quiet
    for seat in ("red", "blue"):
        _ = quiet.table.share("close", seat)
    wait_for(lambda: quiet.children() == [])
    _ = quiet.table.follow()
    if quiet.table.session.undo_count:
        quiet.table.session.undo(quiet.table.session.undo_count)


async def statuses(served: Served, *asked: tuple[str, dict[str, str]]) -> list[int]:
    """What is answered to these paths with these headers."""
    found = []
    async with aiohttp.ClientSession() as client:
        for path, headers in asked:
            # As it is typed: a client would shorten `..` by itself.
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            lines = {"Host": served.root, "Connection": "close"} | headers
            head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
            writer.write(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
            found.append(int((await reader.readline()).split()[1]))
            writer.close()
            await writer.wait_closed()
        del client
    return found


async def test_nobody_gets_in_but_by_a_key_and_from_the_page_itself(quiet: Served) -> None:
    key, own = quiet.key("red"), f"http://{quiet.root}"
    upgrade = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    assert await statuses(
        quiet,
        (f"/S/{key}", {}),
        (f"/S/{'A' * 26}", {}),
        ("/S/", {}),
        ("/F/", {}),
        ("/F/page.html", {}),
        ("/F/../server.py", {}),
        ("/F/..%2F..%2Fserver.py", {}),
        ("/../../etc/passwd", {}),
        (f"/S/{key}", {"Host": "evil.example"}),
        (f"/S/{key}", {"Host": f"evil.example:{quiet.port}"}),
        (f"/W/{key}", upgrade),
        (f"/W/{key}", upgrade | {"Origin": "http://evil.example"}),
        (f"/W/{key}", upgrade | {"Origin": "null"}),
        (f"/W/{'A' * 26}", upgrade | {"Origin": own}),
    ) == [200, 404, 404, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404]
    assert quiet.children() == []


async def test_the_page_asks_no_other_host_and_tells_none_where_it_came_from(quiet: Served) -> None:
    async with aiohttp.ClientSession() as client:
        for path in (f"/S/{quiet.key('red')}", "/"):
            async with client.get(f"http://{quiet.root}{path}") as page:
                text, policy = await page.text(), page.headers["Content-Security-Policy"]
                assert page.headers["Referrer-Policy"] == "no-referrer"
                assert page.headers["Cache-Control"] == "no-store"
                assert "default-src 'none'" in policy
                assert f"connect-src 'self' ws://{quiet.root}" in policy
                assert "http" not in text
                # Neither the game nor who plays is told to who has no key, and no key to who reads a title.
                assert not any(word in text for word in ("Kagu", "Ito", "Sora", quiet.key("red")))


async def test_a_short_code_leads_to_the_seat_once(quiet: Served) -> None:
    _ = quiet.table.share("codes")
    code, own = quiet.standing("red")["code"], f"http://{quiet.root}"
    async with aiohttp.ClientSession(headers={"Origin": own}) as client:
        ways = [await leads(client, own, typed) for typed in ("12", f"{code[:3]} {code[3:]}", code)]
    assert ways == ["/?no", f"/S/{quiet.key('red')}", "/?no"]
    async with aiohttp.ClientSession(headers={"Origin": "http://evil.example"}) as client:
        assert await leads(client, own, quiet.standing("blue")["code"]) == ""
        for _ in range(5):
            await client.post(f"{own}/code", data={"code": "1"})
    assert quiet.standing("blue")["code"], "no other page can spend the tries"


async def leads(client: "aiohttp.ClientSession", root: str, code: str) -> str:
    async with client.post(f"{root}/code", data={"code": code}, allow_redirects=False) as answer:
        return str(answer.headers.get("Location", ""))


@pytest.mark.parametrize(
    ("said", "code"),
    one_in(
        4,
        [
            ('["size", 9999, 9999]', 1008),
            ('["size", 45]', 1008),
            ('["size", true, "x"]', 1008),
            ('["keys", "before a size"]', 1008),
            ("no json", 1008),
            ("[" * 60_000, 1008),
            ('{"do": "join"}', 1008),
            ('["keys", "' + "x" * LONGEST + '"]', 1009),
        ],
    ),
)
async def test_what_no_page_says_ends_the_socket(quiet: Served, said: str, code: int) -> None:
    own = f"http://{quiet.root}"
    async with aiohttp.ClientSession() as client:
        line = await client.ws_connect(f"{own}/W/{quiet.key('red')}", origin=own)
        await line.send_str(said)
        _ = await line.receive()
        assert line.close_code == code
    assert quiet.children() == []


async def test_a_flood_ends_the_socket_and_the_table_goes_on(played: Served) -> None:
    async with Browser(played, "red") as red:
        await red.sees("Masaema Aya")
        # A busy machine takes a burst over several seconds, in none of which it is one too many.
        with contextlib.suppress(ConnectionResetError):
            for _ in range(50 * RATE):
                await red.say("ping")
        assert await red.ended() == 1008
    async with Browser(played, "red") as again:
        await again.sees("Masaema Aya")
    played.table.session.adjust("aya", "notes", "still here")


def _is_asked(seat: Seat) -> bool:
    return seat.session.request is not None or seat.follow(0.1)


async def test_torn_off_and_back_to_the_same_half_typed_dice(played: Served) -> None:
    red, blue = (Seat(address_of(played.file), name) for name in ("red", "blue"))
    red.session.start("melee", {"pair": "aya+chiyo"})
    for seat, attack in ((red, 1), (blue, 2)):
        wait_for(partial(_is_asked, seat))
        seal(seat, attack)
    async with Browser(played, "red") as phone:
        await phone.sees("Masaema Aya attack")
        await phone.say("keys", "54")
        await phone.sees("2 of 3 dice in", "wounds on Masaema Aya", "saved")
        before, modes, process = phone.text, set(phone.screen.mode), played.children()
        phone.tear()
    await until(lambda: played.standing("red")["waits"])
    async with Browser(played, "red") as phone:
        await until(lambda: phone.text == before, lambda: f"{before}\n--- is now ---\n{phone.text}")
        assert phone.screen.mode == modes, "taps are sent, and no cursor blinks"
        assert played.children() == process
    for seat in (red, blue):
        seat.close()


async def test_words_go_through_a_field_of_the_page_and_numbers_do_not(played: Served) -> None:
    async with Browser(played, "red") as phone:
        await phone.sees("Masaema Aya")
        assert phone.fields == []
        await phone.say("keys", "/")
        await phone.sees("Find a unit")
        await until(lambda: [one.get("label") for one in phone.fields] == ["Type"], lambda: phone.fields)
        await phone.say("field", "Hiro")
        await phone.sees("Find a unit", "Hiro▌")
        await until(lambda: "Kenko" not in phone.text)
        await phone.say("keys", "\x1b")
        await until(lambda: "label" not in phone.fields[-1], lambda: phone.fields)
        played.table.session.start("melee", {"pair": "aya+chiyo"})
        await phone.sees("split Masaema Aya's 3 dice")
        await phone.say("keys", "12")
        assert "label" not in phone.fields[-1]


async def test_words_that_are_half_typed_stand_in_the_field_of_a_page_that_is_loaded_again(played: Served) -> None:
    async with Browser(played, "red") as phone:
        await phone.sees("Masaema Aya")
        await phone.say("keys", "/")
        await until(lambda: phone.fields, lambda: phone.text)
        await phone.say("field", "Hir")
        await phone.sees("Hir▌")
        phone.tear()
    async with Browser(played, "red") as phone:
        await until(lambda: phone.fields, lambda: phone.text)
        assert phone.fields[-1]["value"] == "Hir"


async def test_a_note_on_a_card_goes_through_the_field_of_the_page_and_a_number_does_not(played: Served) -> None:
    async with Browser(played, "red") as phone:
        await phone.sees("Masaema Aya")
        await phone.say("keys", "a")
        await phone.sees("Adjust what?")
        await phone.say("keys", "3\r")
        await phone.sees("Wounds marked    0▌")
        assert phone.fields == []
        await phone.say("keys", "\x1b")
        await phone.say("keys", "\x1b[F" + 4 * "\x1b[A")
        await phone.sees("▸ Notes")
        await phone.say("keys", "\r")
        await until(lambda: [one.get("label") for one in phone.fields] == ["Type"], lambda: phone.fields)
        await phone.say("field", "wet feet")
        await phone.sees("wet feet▌")
        await phone.say("keys", "\r")
        await until(lambda: "label" not in phone.fields[-1], lambda: phone.fields)
    _ = played.table.follow()
    assert played.table.session.table.unit("aya").notes == "wet feet"


async def test_a_page_that_was_open_before_gets_nothing_of_a_seat_that_is_closed(quiet: Served) -> None:
    root = f"http://{quiet.root}"
    async with aiohttp.ClientSession() as client:
        line = await client.ws_connect(f"{root}/W/{quiet.key('red')}", origin=root)
        _ = quiet.table.share("close", "red")
        await line.send_str('["size", 45, 38]')
        _ = await line.receive()
        assert line.close_code == CLOSED
    assert quiet.children() == []


async def test_nothing_that_strangers_send_is_written_on_the_screen_of_who_shares(served: Served) -> None:
    """`Served` looks at that when it ends."""
    root, own = served.root.encode(), address_of(served.file)
    code = b"POST /code HTTP/1.1\r\nHost: %b\r\nOrigin: http://%b\r\nContent-Type: " % (root, root)
    said = (
        (served.port, b"\x16\x03\x01\r\n\r\n"),
        (served.port, b"GET http://[ HTTP/1.1\r\n\r\n"),
        (served.port, code + b"text/plain; charset=none\r\nContent-Length: 6\r\n\r\ncode=1"),
        (json.loads(own.read_text())["port"], '{"do": "join", "key": "é"}\n'.encode()),
    )
    for port, what in said:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(what)
        writer.write_eof()
        _ = await reader.read()
        writer.close()
    async with Browser(served, "red") as phone:
        await phone.sees("Masaema Aya")
        for _ in range(3):
            async with Browser(served, "red") as torn:
                torn.no_goodbye()
    served.table.session.adjust("aya", "notes", "still here")


async def test_another_phone_takes_the_seat_and_the_table_closes_it(played: Served) -> None:
    async with Browser(played, "red") as first:
        await first.sees("Masaema Aya")
        async with Browser(played, "red") as second:
            assert await first.ended() == 4001
            await second.sees("Masaema Aya")
            old = played.key("red")
            _ = played.table.share("close", "red")
            assert await second.ended() == 4002
            assert played.key("red") != old
            assert await statuses(played, (f"/S/{old}", {}), (f"/S/{played.key('red')}", {})) == [404, 200]
    await until(lambda: played.children() == [])


async def test_only_the_table_changes_how_it_is_shared(quiet: Served) -> None:
    red = Seat(address_of(quiet.file), "red")
    with pytest.raises(Exception, match="for the table"):
        red.share("new")
    red.close()


async def test_a_killed_server_leaves_no_process_and_its_phones_come_back(served: Served) -> None:
    async with Browser(served, "red") as red:
        await red.sees("Masaema Aya")
        old, seats = served.key("red"), served.children()
        assert len(seats) == 1
        served.process.kill()
        await red.ended()
        served.end()
        await until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in seats))
    served.serve()
    assert served.key("red") == old
    async with Browser(served, "red") as red:
        await red.sees("Masaema Aya")


async def test_a_killed_process_of_one_seat_comes_back_to_its_question_and_nobody_else_hears_of_it(
    played: Served,
) -> None:
    played.table.session.start("melee", {"pair": "aya+chiyo"})
    async with Browser(played, "red") as red:
        await red.sees("split Masaema Aya's 3 dice")
        (killed,) = played.children()
        async with Browser(played, "blue") as blue:
            await blue.sees("split Chiyo's")
            os.kill(killed, signal.SIGKILL)
            assert await red.ended() == ENDED
            async with Browser(played, "red") as again:
                await again.sees("split Masaema Aya's 3 dice")
                await until(lambda: killed not in played.children() and len(played.children()) == 2, played.children)
            assert blue.code is None
            played.table.session.adjust("aya", "notes", "still here")
            await blue.sees("split Chiyo's")
            assert played.process.poll() is None


async def test_who_ends_the_sharing_leaves_nothing(served: Served) -> None:
    async with Browser(served, "red") as red:
        await red.sees("Masaema Aya")
        old, seats = served.key("red"), served.children()
        _ = served.table.share("stop")
        assert await red.ended() in (4002, 1001)
    assert served.process.wait(PATIENCE) == 0
    await until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in seats))
    assert not address_of(served.file).with_suffix(".keys").exists()
    served.end()
    served.serve()
    assert served.key("red") != old
    assert old not in served.file.read_text()
