"""A table: what it shows, and what is done at it."""

import re
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import Response

from app import preferences
from app.matches import Forced, Match, NotFinished, NotFound, NotStarted, Stale
from app.pages import PAGES
from app.web import Form, InRoom, Room, see, wants_fragment
from app.words.errors import error_sentence, explain
from engine.game import IllegalAction
from engine.memory import Steps
from engine.record import RecordError

router = APIRouter(prefix="/tables")
_REVISION = re.compile(r"\d{1,6}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Notice:
    """A slip of paper on the table. `kind` is "error" or "info"; `legal` says what may be done."""

    kind: str
    text: str
    legal: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """What every table's templates know beside the view."""

    id: str
    game: str
    level: str
    state: str
    revision: int
    over: bool
    commitment: str
    client_seed: str
    server_seed: str | None
    deals_before: int
    sitting_total: list[int] | None


def _session(request: Request, room: Room) -> str:
    session = room.sessions.claimed(request)
    if session is None:
        raise NotFound
    return session


def _table(room: Room, match: Match) -> Table:
    deals, total = room.matches.sitting(match) if match.state != "live" else (0, [])
    return Table(
        id=match.id,
        game=match.game.name,
        level=match.level,
        state=match.state,
        revision=match.revision,
        over=match.ended,
        commitment=match.commitment,
        client_seed=match.client_seed,
        server_seed=match.record.server_seed if match.ended else None,
        deals_before=deals - 1 if match.state == "over" else deals,
        sitting_total=total or None,
    )


def _show(
    request: Request,
    room: Room,
    match: Match,
    notice: Notice | None = None,
    kept: FormData | None = None,
    status: int = 200,
    told: FormData | None = None,
    done: int | None = None,
) -> Response:
    """Render the table as it is: the whole page, or the part that HTMX swaps.

    `told` is a form that was accepted: the first-time lines it names are not shown again. Its
    action is the one at the place `done` of the history.
    """
    context: dict[str, Any] = {
        "table": _table(room, match),
        "notice": notice,
        "here": f"/tables/{match.id}",
        "likes": preferences.of(request, told),
    }
    if match.state == "prepared":
        context["typed_seed"] = match.client_seed if kept is None else kept.get("client_seed", "")
        return room.render(request, "start.html", context, status)
    if match.state == "abandoned":
        return room.render(request, "abandoned.html", context, status)
    page = PAGES[match.game.name]
    context |= page.context(match.view(), preferences.of(request).language, kept, done)
    context["page"] = page
    template = page.fragment if wants_fragment(request) else "table.html"
    return room.render(request, template, context, status)


@router.get("/{match_id}")
def show(request: Request, room: InRoom, match_id: str) -> Response:
    """Show a table."""
    return _show(request, room, room.matches.get(_session(request, room), match_id))


@router.post("/{match_id}/start")
async def start(request: Request, room: InRoom, form: Form, match_id: str) -> Response:
    """Deal the first cards with the person's seed."""
    session = _session(request, room)
    return await room.thinking.carry(_start(request, room, session, form, match_id), session)


def _start(
    request: Request, room: Room, session: str, form: FormData, match_id: str
) -> Steps[Response]:
    try:
        seed = str(form.get("client_seed", ""))
        match = room.matches.get(session, match_id)
        yield from room.matches.start(session, match_id, seed, _forced(request, match))
    except RecordError:
        language = preferences.of(request).language
        notice = Notice("error", error_sentence(language, "seed-too-long"))
        return _show(request, room, room.matches.get(session, match_id), notice, form, 422)
    return see(request, f"/tables/{match_id}")


@router.post("/{match_id}")
async def act(request: Request, room: InRoom, form: Form, match_id: str) -> Response:
    """Do what the form says, once."""
    session = _session(request, room)
    return await room.thinking.carry(_act(request, room, session, form, match_id), session)


def _act(
    request: Request, room: Room, session: str, form: FormData, match_id: str
) -> Steps[Response]:
    match = room.matches.get(session, match_id)
    page = PAGES[match.game.name]
    language = preferences.of(request).language
    if form.get("do") == "hint" and match.state == "live":
        return _hint(request, room, match)
    revision = _revision(form)
    action = page.action(form)
    try:
        forced = _forced(request, match)
        match = yield from room.matches.move(match, revision, action, forced)
    except NotStarted:
        return see(request, f"/tables/{match_id}")
    except Stale as stale:
        notice = Notice("info", error_sentence(language, "stale-revision"))
        return _show(request, room, stale.match, notice, status=409)
    except IllegalAction as illegal:
        text, legal = explain(language, match.game.name, illegal.code, match.view(), action)
        return _show(request, room, match, Notice("error", text, legal), form, 422)
    if wants_fragment(request):
        response = _show(request, room, match, told=form, done=revision)
    else:
        response = see(request, f"/tables/{match_id}")
    preferences.remember(response, request, form)
    return response


def _revision(form: FormData) -> int:
    """Return the revision that a form is about; -1, which there never is, if it names none."""
    match form.getlist("revision"):
        case [str(text)] if _REVISION.fullmatch(text):
            return int(text)
        case _:
            return -1


def _forced(request: Request, match: Match) -> Forced | None:
    """Return what finds the actions that are to be done without asking, if the person likes that.

    A game's page may offer it as `forced`.
    """
    found: Forced | None = getattr(PAGES[match.game.name], "forced", None)
    return found if preferences.of(request).ways.autopass else None


def _hint(request: Request, room: Room, match: Match) -> Response:
    """Show the table with the cards of a good play chosen; nothing is played."""
    page = PAGES[match.game.name]
    hint = getattr(page, "hint", None)
    view = match.view()
    if hint is None or view["turn"] != view["seat"]:
        return _show(request, room, match)
    cards = hint(view, room.matches.random_source())
    kept = FormData([("card", card) for card in cards])
    return _show(request, room, match, kept=kept)


@router.get("/{match_id}/restart")
def ask_restart(request: Request, room: InRoom, match_id: str) -> Response:
    """Ask before a match under way is given up."""
    match = room.matches.get(_session(request, room), match_id)
    return room.render(request, "restart.html", {"table": _table(room, match)})


@router.get("/{match_id}/record")
def record(request: Request, room: InRoom, match_id: str) -> Response:
    """Give the record of a match that has ended, as a file."""
    match = room.matches.get(_session(request, room), match_id)
    if not match.ended:
        raise NotFinished
    name = f"cardavia-{match.game.name}-{match.id[:8]}.json"
    return Response(
        match.record.write(),
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
