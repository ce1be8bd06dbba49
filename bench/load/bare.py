"""The measure: a bare FastAPI + Jinja page of a given size, with one SQLite write a request.

    BARE_DATABASE=FILE BARE_SIZE=BYTES uvicorn bench.load.bare:app

The page is a loop over rows with a few values each, as any table of a web site; the write is an
UPDATE of one row, as durable as ours. No session, no rules, no bots, no languages, no headers.
"""

import os
import random

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from jinja2 import Environment
from sqlalchemy import text

from app.store import connect

SIZE = int(os.environ.get("BARE_SIZE", "16000"))
TEMPLATE = Environment(autoescape=True).from_string(
    "<main id='main'><h1>{{ title }}</h1><ol>{% for row in rows %}"
    "<li class='{{ row.kind }}'><b>{{ row.name }}</b> <span>{{ row.text }}</span></li>"
    "{% endfor %}</ol></main>"
)
ROW = {"kind": "event", "name": "Somebody", "text": "did something at this table, and it was fine"}
COUNT = max(1, SIZE // 106)
ENGINE = connect(f"sqlite:///{os.environ.get('BARE_DATABASE', 'bare.sqlite3')}")
ROWS = 1000
with ENGINE.connect() as _connection:
    _connection.execute(
        text("CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, value INTEGER)")
    )
    _connection.execute(
        text("INSERT OR IGNORE INTO bare VALUES (:id, 0)"), [{"id": n} for n in range(ROWS)]
    )
WRITE = text("UPDATE bare SET value = value + 1 WHERE id = :id")
app = FastAPI()


@app.post("/")
def page() -> HTMLResponse:
    """Write once, render once."""
    with ENGINE.connect() as connection:
        connection.execute(WRITE, {"id": random.randrange(ROWS)})
    return HTMLResponse(TEMPLATE.render(title="A page", rows=[ROW] * COUNT))
