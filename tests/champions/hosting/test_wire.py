"""The wire between engine and host: what is malformed is told in a sentence, whoever wrote it."""

from __future__ import annotations

import os
import struct

import msgspec
import pytest

from joute.champions.hosting.wire import (
    DOWN_MOST,
    HEAD,
    WORDS,
    HostOrder,
    HostWire,
    Incoming,
    Seated,
    WireError,
    framed,
    framed_news,
    from_host,
)

ODD = msgspec.msgpack.encode({"type": "\x1b[2J" + "x" * 9000})


def refusal(fault: pytest.ExceptionInfo[WireError]) -> str:
    assert str(fault.value).isprintable()
    assert len(str(fault.value)) < 500
    return str(fault.value)


def test_a_message_is_taken_once_it_is_whole() -> None:
    incoming, data = from_host(), framed(Seated())
    incoming.feed(data[:-1])
    assert incoming.take() is None
    incoming.feed(data[-1:])
    assert incoming.take() == Seated()
    assert incoming.empty


def test_what_a_host_says_is_repeated_escaped_and_short() -> None:
    incoming = from_host()
    incoming.feed(HEAD.pack(len(ODD)) + ODD)
    with pytest.raises(WireError) as fault:
        incoming.take()
    assert refusal(fault).startswith(r"unreadable message: Invalid value '\x1b[2Jxxx")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (HEAD.pack(len(ODD)) + ODD, r"unreadable message: Invalid value '\x1b[2Jxxx"),
        (HEAD.pack(1) + b"\xc1", "unreadable message: "),
        (HEAD.pack(3) + b"\xa2\xff\xff", "unreadable message: "),
        (HEAD.pack(DOWN_MOST + 1), f"message of {DOWN_MOST + 1} bytes; the limit is {DOWN_MOST}"),
    ],
)
def test_a_host_refuses_what_is_no_message(data: bytes, message: str) -> None:
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    with pytest.raises(WireError) as fault:
        HostWire(reading).receive()
    os.close(reading)
    assert refusal(fault).startswith(message)


# Words, in live games


def test_an_order_is_a_row_of_words() -> None:
    incoming, order = from_host(), HostOrder(2**40, (3, -1, 2**31 - 1))
    data = framed(order)
    assert data == HEAD.pack(WORDS | 32) + struct.pack("=4q", 2**40, 3, -1, 2**31 - 1)
    incoming.feed(data[:-1])
    assert incoming.take() is None
    incoming.feed(data[-1:] + framed(Seated()))
    assert incoming.take() == order
    assert incoming.take() == Seated()


@pytest.mark.parametrize("data", [b"", b"\0" * 7])
def test_what_is_no_row_of_words_is_refused(data: bytes) -> None:
    incoming = from_host()
    incoming.feed(HEAD.pack(WORDS | len(data)) + data)
    with pytest.raises(WireError) as fault:
        incoming.take()
    assert refusal(fault).startswith("unreadable message: ")


def test_a_build_sends_no_words() -> None:
    incoming = Incoming(msgspec.msgpack.decode, 1000)
    incoming.feed(framed(HostOrder(1, (2,))))
    with pytest.raises(WireError, match="a row of words, where none is expected"):
        incoming.take()


def test_an_order_is_answered_with_news_of_each_column() -> None:
    news = [[], [(5, struct.pack("=2q", 7, -8)), (64, struct.pack("=q", 9))], [], [(0, b"")]]
    reading, writing = os.pipe()
    os.write(writing, framed_news(news) + framed_news([[]]))
    wire = HostWire(reading)
    assert wire.receive_news() == news
    assert wire.receive_news() == [[]]
    os.close(reading)
    os.close(writing)
