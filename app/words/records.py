"""What is wrong with a record, in words."""

from collections.abc import Mapping
from typing import Any

from app.i18n import N_, Language

_PROBLEMS: Mapping[str, str] = {
    "not-utf-8": N_("not a record: the text is not UTF-8"),
    "not-json": N_("not a record: not JSON"),
    "duplicate-key": N_("not a record: a key is there twice: %(field)s"),
    "too-deep": N_("not a record: nested too deeply"),
    "not-an-object": N_("not a record: not a JSON object"),
    "missing-field": N_("not a record: this is missing: %(field)s"),
    "wrong-type": N_("not a record: this has the wrong type: %(field)s"),
    "unknown-format": N_("not a record: unknown format"),
    "unknown-game": N_("not a record: unknown game"),
    "bad-server-seed": N_("not a record: a server seed is 64 hex digits in lower case"),
    "bad-client-seed": N_("not a record: a client seed is 1 to 64 characters of text"),
    "wrong-deck": N_("not a record: the deck is not the pack of the game"),
    "seeds-disagree": N_("not a record: the seeds give another deck"),
    "reshuffle-missing": N_("not a record: reshuffle %(shuffle)s is needed and missing"),
    "reshuffle-wrong": N_("not a record: reshuffle %(shuffle)s has other cards"),
    "illegal-action": N_("an illegal action after position %(ply)s: %(action)s (%(error)s)"),
    "wrong-result": N_("the claimed result %(claimed)s is wrong, it is %(result)s"),
    "result-too-early": N_("a result is claimed, %(claimed)s, but the match is not over"),
}


def problem_sentence(lang: Language, code: str, details: Mapping[str, Any]) -> str:
    """Say what is wrong with a record; codes and details are those of `engine.replay.Problem`."""
    if code == "wrong-result" and details.get("result") is None:
        code = "result-too-early"
    sentence = lang.gettext(_PROBLEMS[code]) % details
    # What a record holds may be anything; a terminal gets only what can be printed.
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in sentence)
