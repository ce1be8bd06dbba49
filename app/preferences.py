"""What a person likes: language, light, deck and ways to play, in cookies that hold nothing else.

A cookie of ways is six words in a fixed order, as in "normal.off.on.off.off.off": the speed at
which a table tells what happened, then the switches of WAYS. A cookie of what was told lists the
ids of the lines that are shown only the first time, as in "signal.lock".
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from app.i18n import NAMES, Language, negotiate

LANGUAGE_COOKIE, LIGHT_COOKIE, DECK_COOKIE = "cardavia_lang", "cardavia_light", "cardavia_deck"
WAYS_COOKIE, TOLD_COOKIE = "cardavia_ways", "cardavia_told"
_KEPT = "cardavia.preferences"
"""Where a request's scope keeps what was read of it."""
_AGE = 400 * 24 * 3600
_LIGHT = re.compile(r"(\d{1,3})\.(\d{1,3})\.(\d{1,3})", re.ASCII)
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)
DECKS = ("2", "4")
SPEEDS = ("slow", "normal", "fast", "once")
_SWITCH = {"on": True, "off": False}
_ID = re.compile(r"[a-z-]{1,20}", re.ASCII)
_MOST_TOLD = 40


@dataclass(frozen=True, slots=True)
class Light:
    """The room's light; each from 0 to 100 percent, neutral at 50."""

    contrast: int = 50
    grain: int = 50
    temperature: int = 50

    @property
    def stylesheet(self) -> str:
        """The address of the stylesheet with this light."""
        return f"/light.css?c={self.contrast}&g={self.grain}&t={self.temperature}"

    @property
    def css(self) -> str:
        """The custom properties that every color is computed from."""
        return (
            f":root{{--c:{self.contrast / 100:g};--g:{self.grain / 100:g};"
            f"--t:{self.temperature / 50 - 1:g}}}\n"
        )


@dataclass(frozen=True, slots=True)
class Ways:
    """How a person likes to play.

    `speed` is one of SPEEDS; `autonext` goes on to the next deal by itself, `keys` are shortcuts
    of a single key, `autopass` passes when nothing else is possible, `seen` shows the cards seen,
    `groups` sorts a hand by combinations instead of ranks.
    """

    speed: str = "normal"
    autonext: bool = False
    keys: bool = True
    autopass: bool = False
    seen: bool = False
    groups: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The ways as the cookie has them."""
        switches = (getattr(self, each.name) for each in fields(self)[1:])
        return (self.speed, *("on" if on else "off" for on in switches))


@dataclass(frozen=True, slots=True)
class Preferences:
    """One person's preferences; `told` are the ids of first-time lines that had their time."""

    language: Language
    light: Light
    deck: str
    ways: Ways
    told: frozenset[str]


def of(request: Request, form: FormData | None = None) -> Preferences:
    """Read the preferences that came with a request; what is missing or malformed is neutral.

    Lines named by the fields `told` of `form` count as told already.
    """
    if _KEPT not in request.scope:
        request.scope[_KEPT] = _read(request)
    kept = request.scope[_KEPT]
    assert isinstance(kept, Preferences)
    if form is None or "told" not in form:
        return kept
    return replace(kept, told=_told([*_ids(request), *form.getlist("told")]))


def _read(request: Request) -> Preferences:
    cookies = request.cookies
    light = _LIGHT.fullmatch(cookies.get(LIGHT_COOKIE, ""))
    deck = cookies.get(DECK_COOKIE)
    return Preferences(
        negotiate(cookies.get(LANGUAGE_COOKIE), request.headers.get("accept-language")),
        light_of(*light.groups()) if light else Light(),
        deck if deck in DECKS else DECKS[0],
        ways_of(_ways_cookie(cookies.get(WAYS_COOKIE, ""))),
        _told(_ids(request)),
    )


def _ids(request: Request) -> list[str]:
    return request.cookies.get(TOLD_COOKIE, "").split(".")


def _ways_cookie(text: str) -> Mapping[str, object]:
    return dict(zip((each.name for each in fields(Ways)), text.split("."), strict=False))


def ways_of(words: Mapping[str, object], now: Ways | None = None) -> Ways:
    """Make ways of the words that are valid; the others stay as in `now`."""
    kept = now or Ways()
    speed = words.get("speed")
    switches = {
        each.name: _SWITCH.get(str(words.get(each.name)), getattr(kept, each.name))
        for each in fields(Ways)[1:]
    }
    return Ways(str(speed) if speed in SPEEDS else kept.speed, **switches)


def _told(ids: Iterable[object]) -> frozenset[str]:
    known = dict.fromkeys(id_ for id_ in ids if isinstance(id_, str) and _ID.fullmatch(id_))
    return frozenset(list(known)[:_MOST_TOLD])


def light_of(contrast: str | None, grain: str | None, temperature: str | None) -> Light:
    """Make a light of three texts; what isn't a number is neutral, what is too high is 100."""
    return Light(*(_percent(text) for text in (contrast, grain, temperature)))


def _percent(text: str | None) -> int:
    return min(int(text), 100) if text and _NUMBER.fullmatch(text) else 50


def save(response: Response, request: Request, form: FormData) -> None:
    """Set the cookies for those preferences that `form` names validly."""
    now = of(request)
    light = light_of(
        str(form.get("contrast", now.light.contrast)),
        str(form.get("grain", now.light.grain)),
        str(form.get("temperature", now.light.temperature)),
    )
    if form.get("lang") in NAMES:
        _keep(response, request, LANGUAGE_COOKIE, str(form["lang"]))
    if {"contrast", "grain", "temperature"} & set(form):
        value = f"{light.contrast}.{light.grain}.{light.temperature}"
        _keep(response, request, LIGHT_COOKIE, value)
    if form.get("deck") in DECKS:
        _keep(response, request, DECK_COOKIE, str(form["deck"]))
    if {each.name for each in fields(Ways)} & set(form):
        _keep(response, request, WAYS_COOKIE, ".".join(ways_of(form, now.ways).words))
    if form.get("untold"):
        response.delete_cookie(TOLD_COOKIE, samesite="lax")
    else:
        remember(response, request, form)


def remember(response: Response, request: Request, form: FormData) -> None:
    """Note that the first-time lines named by the form's fields `told` had their time."""
    told = of(request, form).told
    if told != of(request).told:
        _keep(response, request, TOLD_COOKIE, ".".join(sorted(told)))


def _keep(response: Response, request: Request, name: str, value: str) -> None:
    # Not HttpOnly: what acts while it is moved or pressed writes these cookies by itself.
    response.set_cookie(
        name, value, max_age=_AGE, samesite="lax", secure=request.url.scheme == "https"
    )
