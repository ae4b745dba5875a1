"""Mirrors the register of newsources into a SQLite database, and follows its changes.

It loads a snapshot first and stores its position with the changes, so that a restart continues there. If the API no
longer has the changes after the position, it loads a new snapshot. The tables are sources, endpoints and tags.

Usage: NEWSSOURCES_URL=https://news.example.org NEWSSOURCES_TOKEN=nws_… python3 mirror.py mirror.sqlite [--once]
"""

import http.client
import json
import os
import sqlite3
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

# Changes per request, and the seconds that a request waits for changes.
LIMIT, WAIT_SECONDS = 500, 30
# The pause after a response with fewer changes. It combines changes and respects the rate limit of a token.
COMBINE_SECONDS = 0.2
# Above WAIT_SECONDS: the timeout detects half-open connections.
TIMEOUT_SECONDS = 60
# Bounds of the pause before a retry.
MIN_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 1, 60

SCHEMA = """
    CREATE TABLE IF NOT EXISTS sources (
        id TEXT PRIMARY KEY, domain TEXT NOT NULL, path_prefix TEXT NOT NULL, name TEXT NOT NULL,
        lifecycle TEXT NOT NULL, version INTEGER NOT NULL, value TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS endpoints (
        id TEXT PRIMARY KEY, source_id TEXT NOT NULL, url TEXT NOT NULL, kind TEXT NOT NULL, intent TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS endpoints_by_source ON endpoints (source_id);
    CREATE TABLE IF NOT EXISTS tags (source_id TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (source_id, name));
    CREATE TABLE IF NOT EXISTS cursor (value TEXT NOT NULL);
"""


class Incomplete(Exception):
    """A snapshot ended before its last line."""


def get(path, **query):
    """Sends a GET request to the API and returns the response, which the caller closes."""
    url = os.environ["NEWSSOURCES_URL"] + "/newssources/" + path + "?" + urllib.parse.urlencode(query)
    headers = {"Authorization": "Bearer " + os.environ["NEWSSOURCES_TOKEN"], "Accept": "application/json"}
    return urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=TIMEOUT_SECONDS)


def read_cursor(db):
    """Returns the position up to which the database has the changes, or None before the first snapshot."""
    row = db.execute("SELECT value FROM cursor").fetchone()
    return row and row[0]


def save_cursor(db, cursor):
    """Stores the position in the transaction of the changes before it."""
    db.execute("DELETE FROM cursor")
    db.execute("INSERT INTO cursor VALUES (?)", (cursor,))


def replace(db, source_id, source):
    """Replaces a source with its endpoints and tags, or removes it if source is None."""
    for table, column in (("sources", "id"), ("endpoints", "source_id"), ("tags", "source_id")):
        db.execute(f"DELETE FROM {table} WHERE {column} = ?", (source_id,))
    if source is None:
        return
    db.execute(
        "INSERT INTO sources VALUES (?, ?, ?, ?, ?, ?, ?)",
        (source_id, source["canonical_domain"], source["path_prefix"], source["name"], source["lifecycle"],
         source["version"], json.dumps(source)))
    # OR REPLACE: a moved endpoint may still be stored for its former source, whose change follows.
    db.executemany(
        "INSERT OR REPLACE INTO endpoints VALUES (?, ?, ?, ?, ?)",
        [(e["id"], source_id, e["url"], e["kind"], e["intent"]) for e in source["endpoints"]])
    db.executemany("INSERT INTO tags VALUES (?, ?)", [(source_id, tag) for tag in source["tags"]])


def load_snapshot(db):
    """Replaces the whole content with a snapshot, in one transaction. Returns the position from which to follow."""
    with db, get("changes/snapshot") as response:
        for table in ("sources", "endpoints", "tags"):
            db.execute(f"DELETE FROM {table}")
        for text in response:
            line = json.loads(text)
            if "source" in line:
                replace(db, line["source"]["id"], line["source"])
            elif "cursor" in line:
                cursor = line["cursor"]
            else:
                save_cursor(db, cursor)
                print(line["sources"], "sources", flush=True)
                return cursor
        raise Incomplete()


def follow(db, cursor, wait):
    """Applies the next changes in one transaction. Returns the position after them, and their number."""
    with get("changes", since=cursor, limit=LIMIT, wait=wait) as response:
        page = json.load(response)
    if page["changes"]:
        with db:
            for change in page["changes"]:
                replace(db, change["source_id"], change.get("source"))
            save_cursor(db, page["cursor"])
        print(len(page["changes"]), "changes", flush=True)
    return page["cursor"], len(page["changes"])


def mirror(db, once):
    """Follows the register. With once, returns when the database has all changes."""
    cursor = read_cursor(db) or load_snapshot(db)
    print("following", flush=True)
    while True:
        try:
            cursor, changes = follow(db, cursor, 0 if once else WAIT_SECONDS)
        except urllib.error.HTTPError as error:
            if error.code != 410:
                raise
            cursor, changes = load_snapshot(db), None  # the API no longer has the changes after the cursor
        if once and changes == 0:
            return
        if not once and changes is not None and changes < LIMIT:
            time.sleep(COMBINE_SECONDS)


def main(path, once):
    db = sqlite3.connect(path)
    db.executescript("PRAGMA journal_mode = WAL;" + SCHEMA)
    pause = MIN_PAUSE_SECONDS
    while True:
        started = time.monotonic()
        try:
            return mirror(db, once)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 500, 502, 503, 504):
                sys.exit(f"{error}: {error.read().decode(errors='replace')}")
            failure, retry_after = error, error.headers.get("Retry-After", "")
        # A lost connection; ValueError: a response that ends in the middle of a line.
        except (OSError, ValueError, http.client.HTTPException, Incomplete) as error:
            failure, retry_after = repr(error), ""
        if time.monotonic() - started > MAX_PAUSE_SECONDS:
            pause = MIN_PAUSE_SECONDS  # resets the back-off after a period without failures
        wait = min(max(pause, int(retry_after) if retry_after.isdecimal() else 0), MAX_PAUSE_SECONDS)
        print("retry in", wait, "seconds:", failure, file=sys.stderr, flush=True)
        time.sleep(wait)
        pause = min(pause * 2, MAX_PAUSE_SECONDS)


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--once"]
    if len(arguments) != 1:
        sys.exit(__doc__)
    main(arguments[0], "--once" in sys.argv)
