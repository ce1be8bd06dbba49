"""Numbers for those who watch a server, in the text format of Prometheus.

They are of this process alone. No label has a person, a match or a path as it was asked for in
it: there are as many series as routes, games, levels and status codes.
"""

from collections.abc import Callable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

MEDIA_TYPE = CONTENT_TYPE_PLAIN_0_0_4
_REQUEST = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
_BOT = (0.0005, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The numbers of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        to = self.registry
        self._requests = Counter(
            "cardavia_requests", "Requests answered.", ("method", "route", "status"), registry=to
        )
        self._seconds = Histogram(
            "cardavia_request_seconds", "Time to answer.", ("route",), buckets=_REQUEST, registry=to
        )
        self._refused = Counter("cardavia_refused", "Requests refused.", ("status",), registry=to)
        self._actions = Counter(
            "cardavia_actions", "Actions of people and programs.", ("game",), registry=to
        )
        self._bots = Histogram(
            "cardavia_bot_seconds",
            "Time of a bot's choice, with the time that it waited for a process.",
            ("game", "level"),
            buckets=_BOT,
            registry=to,
        )
        self._live = Gauge(
            "cardavia_live_matches", "Matches under way in the database.", ("game",), registry=to
        )
        self._tasks = Gauge(
            "cardavia_bot_tasks_waiting",
            "Long parts of bots' choices that no process has begun with.",
            registry=to,
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        self._requests.labels(method, route, status).inc()
        self._seconds.labels(route).observe(seconds)
        if 400 <= status < 500 or status == 503:
            self._refused.labels(status).inc()

    def action(self, game: str) -> None:
        """Count an action that was done."""
        self._actions.labels(game).inc()

    def bot(self, game: str, level: str, seconds: float) -> None:
        """Count a bot's choice."""
        self._bots.labels(game, level).observe(seconds)

    def text(self, live: Callable[[], Mapping[str, int]], tasks: int) -> bytes:
        """Write all numbers; `live` counts the matches under way, by game, `tasks` are waiting."""
        self._tasks.set(tasks)
        self._live.clear()
        for game, count in live().items():
            self._live.labels(game).set(count)
        return generate_latest(self.registry)
