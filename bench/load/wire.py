"""A client's side of HTTP/1.1, as little of it as a load generator needs."""

import asyncio
from dataclasses import dataclass

_JOIN = b"\r\n"


@dataclass(slots=True)
class Answer:
    """Status, the Set-Cookie and Location headers, and the body."""

    status: int
    cookie: bytes
    location: bytes
    body: bytes


class Wire:
    """One kept-alive connection to a server of this machine."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def send(self, method: bytes, path: bytes, headers: bytes, body: bytes = b"") -> Answer:
        """Send a request and read its answer; `headers` is whole lines with their ends."""
        if self.writer is None or self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        length = b"Content-Length: %d\r\n" % len(body) if method == b"POST" else b""
        head = b"%b %b HTTP/1.1\r\nHost: localhost\r\n%b%b\r\n" % (method, path, headers, length)
        self.writer.write(head + body)
        told = await self.reader.readuntil(b"\r\n\r\n")
        status, size, cookie, location = int(told[9:12]), 0, b"", b""
        for line in told.split(_JOIN):
            name, _, value = line.partition(b": ")
            name = name.lower()
            if name == b"content-length":
                size = int(value)
            elif name == b"set-cookie":
                cookie = value.partition(b";")[0]
            elif name == b"location":
                location = value
        return Answer(status, cookie, location, await self.reader.readexactly(size))

    async def close(self) -> None:
        """Close the connection."""
        if self.writer is not None:
            self.writer.close()
            await self.writer.wait_closed()
            self.writer = self.reader = None
