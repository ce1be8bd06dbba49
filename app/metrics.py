"""Numbers for those who watch a server, in the text format of Prometheus.

They are of this process alone, or of all processes of a server where PROMETHEUS_MULTIPROC_DIR names
a folder before this module is loaded: there each keeps its own. No label has a person, a match or
a path as it was asked for in it: there are as many series as routes, games, levels and status
codes.
"""

import os
from collections.abc import Callable, Iterable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

MEDIA_TYPE = CONTENT_TYPE_PLAIN_0_0_4
_REQUEST = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
_BOT = (0.0005, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The numbers of one server; `waiting` counts what waits for a process of the bots."""

    def __init__(self, waiting: Callable[[], int]) -> None:
        self.registry = CollectorRegistry()
        self._waiting = waiting
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
        self._tasks = Gauge(
            "cardavia_bot_tasks_waiting",
            "Long parts of bots' choices that no process has begun with.",
            registry=to,
            multiprocess_mode="livesum",
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        self._requests.labels(method, route, status).inc()
        self._seconds.labels(route).observe(seconds)
        self._tasks.set(self._waiting())
        if 400 <= status < 500 or status == 503:
            self._refused.labels(status).inc()

    def action(self, game: str) -> None:
        """Count an action that was done."""
        self._actions.labels(game).inc()

    def bot(self, game: str, level: str, seconds: float) -> None:
        """Count a bot's choice."""
        self._bots.labels(game, level).observe(seconds)

    def text(self, live: Callable[[], Mapping[str, int]]) -> bytes:
        """Write all numbers; `live` counts the matches under way, by game."""
        self._tasks.set(self._waiting())
        shown = CollectorRegistry()
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            MultiProcessCollector(shown)  # type: ignore[no-untyped-call]
        else:
            shown.register(self.registry)
        shown.register(_Live(live()))
        return generate_latest(shown)


class _Live(Collector):
    """The matches under way, which are no process's own."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self.counts = counts

    def collect(self) -> Iterable[Metric]:
        family = GaugeMetricFamily(
            "cardavia_live_matches", "Matches under way in the database.", labels=["game"]
        )
        for game, count in self.counts.items():
            family.add_metric([game], count)
        yield family
