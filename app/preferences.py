"""What a person likes: language, light and deck, kept in cookies that hold nothing else."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from app.i18n import NAMES, Language, negotiate

LANGUAGE_COOKIE, LIGHT_COOKIE, DECK_COOKIE = "cardavia_lang", "cardavia_light", "cardavia_deck"
_AGE = 400 * 24 * 3600
_LIGHT = re.compile(r"(\d{1,3})\.(\d{1,3})\.(\d{1,3})", re.ASCII)
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)
DECKS = ("2", "4")


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
class Preferences:
    """One person's preferences."""

    language: Language
    light: Light
    deck: str


def of(request: Request) -> Preferences:
    """Read the preferences that came with a request; what is missing or malformed is neutral."""
    cookies = request.cookies
    light = _LIGHT.fullmatch(cookies.get(LIGHT_COOKIE, ""))
    deck = cookies.get(DECK_COOKIE)
    return Preferences(
        negotiate(cookies.get(LANGUAGE_COOKIE), request.headers.get("accept-language")),
        light_of(*light.groups()) if light else Light(),
        deck if deck in DECKS else DECKS[0],
    )


def light_of(contrast: str | None, grain: str | None, temperature: str | None) -> Light:
    """Make a light of three texts; what isn't a number is neutral, what is too high is 100."""
    return Light(*(_percent(text) for text in (contrast, grain, temperature)))


def _percent(text: str | None) -> int:
    return min(int(text), 100) if text and _NUMBER.fullmatch(text) else 50


def save(response: Response, request: Request, form: Mapping[str, object]) -> None:
    """Set the cookies for those preferences that `form` names validly."""
    now = of(request).light
    light = light_of(
        str(form.get("contrast", now.contrast)),
        str(form.get("grain", now.grain)),
        str(form.get("temperature", now.temperature)),
    )
    values: dict[str, str] = {}
    if form.get("lang") in NAMES:
        values[LANGUAGE_COOKIE] = str(form["lang"])
    if {"contrast", "grain", "temperature"} & set(form):
        values[LIGHT_COOKIE] = f"{light.contrast}.{light.grain}.{light.temperature}"
    if form.get("deck") in DECKS:
        values[DECK_COOKIE] = str(form["deck"])
    for name, value in values.items():
        # Not HttpOnly: the sliders write these cookies while they move.
        response.set_cookie(
            name, value, max_age=_AGE, samesite="lax", secure=request.url.scheme == "https"
        )
