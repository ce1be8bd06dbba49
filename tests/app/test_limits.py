"""Who asks too much is told to wait, in words, and nobody else notices."""

import re

import pytest
from starlette.requests import Request

from app.limits import Buckets, Limits, TooMany
from app.settings import Settings
from tests.app.program import MATCHES, bearer, start
from tests.app.visitor import HTMX, Visitor, make_app

CREATE = {"game": "run-fast", "level": "beginner"}


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def left(buckets: Buckets, key: str = "a") -> int:
    """Take all there is."""
    for taken in range(10_000):
        try:
            buckets.take(key)
        except TooMany:
            return taken
    raise AssertionError


def test_a_bucket_empties_and_fills() -> None:
    clock = Clock()
    buckets = Buckets(60, clock)
    assert left(buckets) == 60
    assert left(buckets, "b") == 60
    clock.now += 1
    assert left(buckets) == 1
    clock.now += 10.5
    assert left(buckets) == 10
    clock.now += 0.5
    assert left(buckets) == 1
    clock.now += 100_000
    assert left(buckets) == 60


@pytest.mark.parametrize(("rate", "seconds"), [(60, 1), (1, 60), (7, 9), (6000, 1)])
def test_the_wait_that_is_told_is_enough(rate: int, seconds: int) -> None:
    clock = Clock()
    buckets = Buckets(rate, clock)
    left(buckets)
    with pytest.raises(TooMany) as refused:
        buckets.take("a")
    assert refused.value.headers == {"Retry-After": str(seconds)}
    clock.now += seconds
    buckets.take("a")


def test_buckets_of_the_past_are_forgotten() -> None:
    clock = Clock()
    buckets = Buckets(5, clock)
    for number in range(1000):
        buckets.take(str(number))
        clock.now += 1
    assert len(buckets) <= 61
    assert left(buckets, "fresh") == 5


def test_nothing_is_counted_without_a_limit() -> None:
    buckets = Buckets(0, Clock())
    for _ in range(1000):
        buckets.take("a")
    assert len(buckets) == 0


def sent(path: str, token: str = "x") -> Request:
    return Request(
        {
            "type": "http",
            "method": "POST",
            "path": path,
            "headers": [(b"authorization", f"Bearer {token}".encode())],
            "client": ("192.0.2.1", 1),
            "server": ("cards.test", 80),
            "scheme": "http",
            "query_string": b"",
        }
    )


def test_made_up_sessions_take_little_room() -> None:
    limits = Limits(Settings(actions_per_address=5), Clock())
    refused = 0
    for number in range(100):
        try:
            limits.count(sent("/api/v1/matches/m/actions", str(number)))
        except TooMany:
            refused += 1
    assert refused == 95
    assert len(limits._actions) == 5


def test_the_defaults_let_one_client_play_flat_out() -> None:
    """Five hundred actions and thirty new matches a second, for ten minutes, from one client."""
    clock = Clock()
    limits = Limits(Settings(), clock)
    act, new = map(sent, ("/api/v1/matches/m/actions", "/api/v1/matches"))
    for number in range(500 * 600):
        clock.now += 1 / 500
        limits.count(act)
        if number % 17 == 0:
            limits.count(new)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "One moment"), ("sv", "Ett ögonblick"), ("ru", "Одну минуту")]
)
def test_too_many_actions_of_a_session(database: str, language: str, said: str) -> None:
    app = make_app(database, actions_per_session=6)
    with Visitor(app, {"Accept-Language": language}) as visitor, Visitor(app) as other:
        table, another = visitor.open("one-poker"), other.open("one-poker")
        before = None
        for _ in range(5):
            before = visitor.act(table, "pass")
            assert before.status_code == 422
        revision = visitor.match(table).revision
        refused = visitor.act(table, f"lock {visitor.match(table).view()['hands'][0][0]}")
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["retry-after"]) <= 10
        assert said in re.sub(r"\s+", " ", refused.text)
        assert visitor.match(table).revision == revision
        assert visitor.act(table, "pass", headers=HTMX).text.lstrip().startswith("<main")
        # Looking and setting go on, and so does everybody else.
        assert visitor.get(table).status_code == 200
        assert visitor.post("/settings", {"lang": language}).status_code == 303
        assert other.act(another, "pass").status_code == 422


def test_too_many_actions_from_an_address(database: str) -> None:
    app = make_app(database, actions_per_address=3, trusted_proxies="127.0.0.1")
    with Visitor(app, {"X-Forwarded-For": "192.0.2.1"}) as one:
        table = one.open("one-poker")
        with Visitor(app, {"X-Forwarded-For": "192.0.2.1"}) as two:
            statuses = [two.act(two.open("one-poker"), "pass").status_code, 0]
            statuses[1] = one.act(table, "pass").status_code
            assert statuses == [422, 429]
        elsewhere = {"X-Forwarded-For": "192.0.2.2"}
        assert one.act(table, "pass", headers=elsewhere).status_code == 422


def test_too_many_new_matches(database: str) -> None:
    app = make_app(database, matches_per_session=3)
    with Visitor(app) as visitor:
        codes = [visitor.post("/matches", CREATE).status_code for _ in range(5)]
        assert codes == [303, 303, 303, 303, 429]  # the first had no session yet
    app = make_app(database, matches_per_address=3)
    with Visitor(app) as visitor:
        codes = [visitor.post("/matches", CREATE).status_code for _ in range(4)]
        assert codes == [303, 303, 303, 429]


def test_a_program_is_told_as_a_problem(database: str) -> None:
    with Visitor(make_app(database, actions_per_session=1, matches_per_address=1)) as visitor:
        made = start(visitor.request, game="run-fast")
        address, headers = f"{MATCHES}/{made['id']}/actions", bearer(made["token"])
        body = {"revision": made["revision"], "action": "what"}
        codes = [
            visitor.request("POST", address, json=body, headers=headers).status_code for _ in "12"
        ]
        assert codes == [422, 429]
        refused = visitor.request("POST", MATCHES, json={"game": "run-fast"})
        assert refused.status_code == 429
        assert refused.headers["content-type"] == "application/problem+json"
        assert refused.json()["code"] == "rate-limited"
        assert int(refused.headers["retry-after"]) == 60


def test_matches_under_way_at_a_time(database: str) -> None:
    with Visitor(make_app(database, live_matches=2)) as visitor:
        spare = visitor.prepare("run-fast")
        first, second = visitor.open("one-poker"), visitor.open("run-fast")
        refused = visitor.post("/matches", CREATE)
        assert refused.status_code == 409
        assert "<h1" in refused.text
        # A table that was opened before is no way around it.
        assert visitor.post(f"{spare}/start", {"client_seed": "x"}).status_code == 409
        assert visitor.match(spare).state == "prepared"
        # Giving one up for another is.
        table = second.rpartition("/")[2]
        assert visitor.post("/matches", {**CREATE, "after": table}).status_code == 303
        assert visitor.match(second).state == "abandoned"
        assert visitor.match(first).state == "live"
        assert visitor.post(f"{spare}/start", {"client_seed": "x"}).status_code == 303
    with Visitor(make_app(database, live_matches=0)) as visitor:
        for _ in range(4):
            visitor.open("run-fast")
