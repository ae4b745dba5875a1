"""Checks endpoints for newsources: claims due RSS endpoints, fetches them and reports the items.

Usage: NEWSSOURCES_URL=https://news.example.org NEWSSOURCES_TOKEN=nws_… python3 scraper.py
"""

import json
import os
import urllib.error
import urllib.request
import xml.etree.ElementTree as ElementTree

TIMEOUT_SECONDS = 20


def call(path, body):
    """Sends a JSON request to the API and returns the response."""
    request = urllib.request.Request(
        f"{os.environ['NEWSSOURCES_URL']}/newssources/{path}",
        json.dumps(body).encode(),
        {"Authorization": f"Bearer {os.environ['NEWSSOURCES_TOKEN']}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
        return json.load(response)


def check(claim):
    """Fetches and reads one endpoint and returns its result."""
    result = {"claim": claim["id"]}
    try:
        with urllib.request.urlopen(claim["url"], timeout=TIMEOUT_SECONDS) as response:
            body = response.read()
    except urllib.error.HTTPError as error:
        outcome = "not_found" if error.code == 404 else "server_error"
        return result | {"outcome": outcome, "status": error.code}
    except OSError:
        return result | {"outcome": "timeout"}
    try:
        items = [read_item(item) for item in ElementTree.fromstring(body).iter("item")]
    except ElementTree.ParseError as error:
        return result | {"outcome": "unreadable", "status": 200, "detail": str(error)}
    return result | {"outcome": "ok", "status": 200, "items": items}


def read_item(element):
    """Returns the fields of an RSS item that have a value."""
    fields = {"guid": element.findtext("guid"), "title": element.findtext("title"), "url": element.findtext("link")}
    return {name: value for name, value in fields.items() if value}


def main():
    claims = call("claims", {"kinds": ["rss"], "limit": 20})["claims"]
    attempts = [check(claim) for claim in claims]
    if attempts:
        call("attempts", {"attempts": attempts})
    print(len(attempts), "endpoints checked")


if __name__ == "__main__":
    main()
