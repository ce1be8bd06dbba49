"""What the arena tells: how one bot did against another."""

from babel.numbers import format_decimal

from app.i18n import N_, Language
from app.words.marks import NN_
from engine.arena import Standing

_WINS = NN_(
    "%(first)s won %(mean)s%% of its matches against %(second)s:"
    " 95%% interval %(low)s to %(high)s, %(num)s match.",
    "%(first)s won %(mean)s%% of its matches against %(second)s:"
    " 95%% interval %(low)s to %(high)s, %(num)s matches.",
)
_POINTS = NN_(
    "%(first)s scored %(mean)s points a deal against %(second)s:"
    " 95%% interval %(low)s to %(high)s, %(num)s deal.",
    "%(first)s scored %(mean)s points a deal against %(second)s:"
    " 95%% interval %(low)s to %(high)s, %(num)s deals.",
)
_FAULTS = {
    "timeout": NN_(
        "%(bot)s took too long in %(num)s match and lost it.",
        "%(bot)s took too long in %(num)s matches and lost them.",
    ),
    "crashed": NN_(
        "%(bot)s broke off in %(num)s match and lost it.",
        "%(bot)s broke off in %(num)s matches and lost them.",
    ),
    "no-answer": NN_(
        "%(bot)s gave an answer without an action in %(num)s match and lost it.",
        "%(bot)s gave an answer without an action in %(num)s matches and lost them.",
    ),
}
_ILLEGAL = NN_(
    "%(bot)s acted against the rules (%(code)s) in %(num)s match and lost it.",
    "%(bot)s acted against the rules (%(code)s) in %(num)s matches and lost them.",
)
_PROBLEMS = {
    "unknown-bot": N_("There is no bot %(name)s in this game; these are there: %(bots)s"),
    "too-few": N_("Too few matches: chance can be judged from two decks on"),
    "one-bot": N_("A contest needs two bots or more"),
    "unknown-program": N_("There is no program %(name)s"),
    "bad-records": N_("%(file)s can't be used: it holds something else than records of an arena"),
    "no-records": N_("%(file)s can't be used: %(reason)s"),
}


def standing_sentence(lang: Language, first: str, second: str, standing: Standing) -> str:
    """Tell in one line how the first bot did, with the 95% interval."""
    wins = standing.measure == "wins"
    singular, plural = _WINS if wins else _POINTS
    numbers = {
        name: _number(lang, value * 100, "0.0") if wins else _number(lang, value, "+0.00;−0.00")
        for name, value in (
            ("mean", standing.mean),
            ("low", standing.low),
            ("high", standing.high),
        )
    }
    values = {"first": first, "second": second, "num": standing.matches, **numbers}
    return lang.ngettext(singular, plural, standing.matches) % values


def _number(lang: Language, value: float, pattern: str) -> str:
    return format_decimal(value, pattern, locale=lang.code)


def fault_sentence(lang: Language, bot: str, code: str, count: int) -> str:
    """Say how often a bot lost by a fault; `code` is that of the fault."""
    singular, plural = _FAULTS.get(code, _ILLEGAL)
    return lang.ngettext(singular, plural, count) % {"bot": bot, "code": code, "num": count}


def arena_problem(lang: Language, code: str, **details: str) -> str:
    """Say why no match was played."""
    return lang.gettext(_PROBLEMS[code]) % details
