"""The templates, compiled once for each language."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.below import Below
from app.i18n import LANGUAGES, NAMES
from app.pages import install
from app.resources import folder


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
    made.install_gettext_callables(  # type: ignore[attr-defined]
        language.gettext,
        language.ngettext,
        newstyle=True,
        pgettext=language.pgettext,
        npgettext=language.npgettext,
    )

    def asset(path: str) -> str:
        return f"{static}/{path}"

    made.globals.update(asset=asset, lang=language, lang_code=code, languages=NAMES, base_path=base)
    install(made)
    return made
