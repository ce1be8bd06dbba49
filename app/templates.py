"""The templates, compiled once for each language."""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache, partial
from types import SimpleNamespace
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from app.below import Below
from app.folding import Folding
from app.i18n import LANGUAGES, NAMES, Language
from app.pages import install
from app.resources import folder

KEPT: Final = {
    "_macros.html": ("ic", "suit", "face", "back", "small", "tiny", "stack", "lamps"),
    "one_poker/_past.html": ("chapter", "frame"),
}
"""By template, the macros whose markup is kept: a table draws many, and mostly what it drew before.

They depend on their arguments and the language alone, so it doesn't matter whose table it is.
"""
_MOST_KEPT: Final = 4096


@cache
def environment(code: str, static: str, base: str) -> Environment:
    """Return the templates in the language `code`; static files are found below `static`.

    All addresses in a page begin with the path `base`.
    """
    language = LANGUAGES[code]
    made = Environment(
        loader=FileSystemLoader(folder("templates")),
        autoescape=True,
        extensions=["jinja2.ext.i18n", Below],
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
    )
    made.code_generator_class = Folding
    made.install_gettext_callables(  # type: ignore[attr-defined]
        language.gettext,
        language.ngettext,
        newstyle=True,
        pgettext=language.pgettext,
        npgettext=language.npgettext,
    )

    def asset(path: str) -> str:
        return f"{static}/{path}"

    made.globals["_"] = _translator(language)  # what most sentences of the templates go through
    made.globals.update(asset=asset, lang=language, lang_code=code, languages=NAMES, base_path=base)
    install(made)
    made.globals["drawn"] = drawn = cache(partial(_parts, made))
    made.globals["m"] = drawn("_macros.html")
    made.filters["each"] = _each
    return made


def _each(items: Iterable[object], macro: Callable[..., str], *more: object) -> Markup:
    """Draw each item by a macro, which also gets `more`; a loop of Jinja's takes far longer."""
    return Markup("").join([macro(item, *more) for item in items])


def _translator(language: Language) -> Callable[..., Markup]:
    """Return Jinja's `_`, new style, which does the same work for the same sentence only once."""

    @lru_cache(_MOST_KEPT)
    def plain(message: str) -> Markup:
        return Markup(language.gettext(message) % {})  # noqa: S704 - our own words

    def translate(message: str, **variables: object) -> Markup:
        if not variables:
            return plain(message)
        return Markup(language.gettext(message)) % variables  # noqa: S704 - as above

    return translate


def _parts(environment: Environment, template: str) -> SimpleNamespace:
    """Return the macros of a template; those of KEPT do the same work only once."""
    macros = vars(environment.get_template(template).module)
    kept = KEPT[template]
    return SimpleNamespace(
        **{
            name: lru_cache(_MOST_KEPT)(macro) if name in kept else macro
            for name, macro in macros.items()
            if not name.startswith("_")
        }
    )
