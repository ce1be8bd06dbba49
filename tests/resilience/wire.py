"""Requests to any of several servers, as a proxy in front of them would send them."""

import http.client
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

_PATIENCE = 30.0
_LOST = (OSError, http.client.HTTPException)


class Lost(Exception):
    """The connection broke after the request was sent: it may have been carried out or not."""


class NobodyThere(Exception):
    """None of the servers takes connections just now."""


@dataclass
class Answer:
    """An answer with its whole body."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes


@dataclass
class Wire:
    """Connections to servers of this machine; each request goes to one of them by chance."""

    ports: Sequence[int]
    rng: random.Random
    _open: dict[int, http.client.HTTPConnection] = field(default_factory=dict)

    def send(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> Answer:
        """Send a request once. Raises Lost, and NobodyThere if it can't have been carried out."""
        for port in self.rng.sample(self.ports, len(self.ports)):
            connection = self._open.pop(port, None)
            if connection is None:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
                try:
                    connection.connect()
                except OSError:
                    continue
            try:
                connection.request(method, path, body, dict(headers))
                response = connection.getresponse()
                answer = Answer(response.status, response.headers, response.read())
            except _LOST as error:
                connection.close()
                raise Lost from error
            self._open[port] = connection
            return answer
        raise NobodyThere

    def close(self) -> None:
        """Close all connections."""
        for connection in self._open.values():
            connection.close()
        self._open.clear()
