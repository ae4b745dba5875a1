"""Checks endpoints for newsources: claims due RSS endpoints, fetches them and reports the items.

It obeys robots.txt, sends conditional requests, and reports what a site asks in Retry-After.

Usage: NEWSSOURCES_URL=https://news.example.org NEWSSOURCES_TOKEN=nws_… python3 scraper.py
"""

import datetime
import email.utils
import http.client
import json
import os
import re
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ElementTree

# The user agent names the program and an address for complaints. Replace it.
USER_AGENT = "example-scraper/1.0 (+https://scraper.example/bot)"
MAX_BODY_BYTES = 15 << 20
CHUNK_BYTES = 64 << 10
# The time limit of an endpoint, with its robots.txt, and what is left of the lease for the report.
FETCH_SECONDS, REPORT_SECONDS = int(os.environ.get("FETCH_SECONDS", "20")), 10
# The time limit of one step of a request: a site that stalls does not exceed the deadline by more.
STEP_SECONDS = 5
# What the API accepts of a response: items, characters of a field and of a validator, the highest status, and the longest Retry-After.
MAX_ITEMS, MAX_TEXT, MAX_VALIDATOR, MAX_STATUS, MAX_WAIT_SECONDS = 500, 1000, 100, 599, 3_153_600_000
# Bounds of the repetition of a request that the API refuses for now.
MAX_TRIES, MAX_PAUSE_SECONDS = 3, 30
OUTCOMES = {
    304: "not_modified", 401: "unauthorized", 403: "forbidden", 404: "not_found", 410: "gone", 429: "rate_limited", 503: "unavailable",
}


def call(path, body):
    """Sends a JSON request to the API and returns the response. A refusal that ends by itself is repeated after the time that it names."""
    request = urllib.request.Request(
        f"{os.environ['NEWSSOURCES_URL']}/newssources/{path}",
        json.dumps(body).encode(),
        {
            "Authorization": f"Bearer {os.environ['NEWSSOURCES_TOKEN']}",
            "Content-Type": "application/json",
            "User-Agent": USER_AGENT,
        },
    )
    for attempt in range(1, MAX_TRIES + 1):
        try:
            with urllib.request.urlopen(request, timeout=FETCH_SECONDS) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or attempt == MAX_TRIES:
                raise
            time.sleep(min(max(retry_after(error.headers), 1), MAX_PAUSE_SECONDS))


def get(url, headers, deadline):
    """Fetches a document until a deadline and returns its status, headers and body. It raises OSError without a complete response."""
    request = urllib.request.Request(url, headers={"User-Agent": USER_AGENT} | headers)
    try:
        with urllib.request.urlopen(request, timeout=min(remaining(deadline), STEP_SECONDS)) as response:
            return response.status, response.headers, read_body(response, deadline)
    except urllib.error.HTTPError as error:
        return error.code, error.headers, b""


def remaining(deadline):
    """Returns the seconds until a deadline. It raises TimeoutError after it."""
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds


def read_body(response, deadline):
    """Returns at most MAX_BODY_BYTES of a body. A body that arrives slowly is limited by the deadline."""
    body = b""
    while len(body) < MAX_BODY_BYTES and (chunk := response.read1(CHUNK_BYTES)):
        remaining(deadline)
        body += chunk
    return body


def check(claim):
    """Fetches and reads one endpoint and returns its result."""
    result = {"claim": claim["id"]}
    lease = datetime.datetime.fromisoformat(claim["expires_at"]) - datetime.datetime.now(datetime.timezone.utc)
    deadline = time.monotonic() + min(FETCH_SECONDS, lease.total_seconds() - REPORT_SECONDS)
    validators = {"If-None-Match": claim.get("etag"), "If-Modified-Since": claim.get("last_modified")}
    try:
        if not is_allowed(claim["url"], deadline):
            return result | {"outcome": "robots"}
        status, headers, body = get(claim["url"], {name: value for name, value in validators.items() if value}, deadline)
    except (OSError, http.client.HTTPException) as error:
        return result | {"outcome": failure(error)}
    except ValueError:  # a redirect to an invalid address
        return result | {"outcome": "bad_redirect"}
    result |= found({
        "status": status if status <= MAX_STATUS else 0, "etag": validator(headers, "ETag"),
        "last_modified": validator(headers, "Last-Modified"), "retry_after_seconds": retry_after(headers),
    })
    if status != 200:
        return result | {"outcome": outcome(status)}
    try:
        items = [read_item(item, claim["url"]) for item in list(ElementTree.fromstring(body).iter("item"))[:MAX_ITEMS]]
    except (ElementTree.ParseError, LookupError, ValueError) as error:  # also an unknown encoding
        return result | {"outcome": "unreadable", "detail": str(error)[:MAX_TEXT // 2]}
    return result | {"outcome": "ok", "items": [item for item in items if item]}


def outcome(status):
    """Returns the outcome of a response without a document."""
    if status < 400 and status != 304:
        return "bad_response"
    return OUTCOMES.get(status, "client_error" if status < 500 else "server_error")


def validator(headers, name):
    """Returns a validator of a response, or None if the API does not accept it."""
    text = headers.get(name, "")
    return text if len(text) <= MAX_VALIDATOR else None


def failure(error):
    """Returns the outcome of a request without a complete response."""
    reason = getattr(error, "reason", error)
    if isinstance(reason, socket.gaierror):
        return "dns"
    return "timeout" if isinstance(reason, TimeoutError) else "reset"


def is_allowed(url, deadline):
    """Reports whether robots.txt allows an address. While a site fails to serve it, nothing is allowed (RFC 9309 §2.3.1)."""
    status, _, body = get(urllib.parse.urljoin(url, "/robots.txt"), {}, deadline)
    if status != 200:
        return status < 500
    parts = urllib.parse.urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return allows(read_rules(body.decode("utf-8-sig", "replace")), path)


def read_rules(robots):
    """Returns the rules of a robots.txt for this program, or for all programs: pairs of a name and a pattern."""
    rules, agents, is_list = {}, [], False
    for line in robots.splitlines():
        name, _, value = (part.strip() for part in line.partition("#")[0].partition(":"))
        if name.lower() == "user-agent":
            agents = agents + [value.lower()] if is_list else [value.lower()]
            rules.setdefault(value.lower(), [])
        elif value:
            for agent in agents:
                rules[agent].append((name.lower(), value))
        is_list = name.lower() == "user-agent"
    product = USER_AGENT.partition("/")[0]
    return rules.get(product, rules.get("*", []))


def allows(rules, path):
    """Reports whether rules allow a path. The longest matching one decides."""
    allowed, longest = True, -1
    for name, value in rules:
        if name in ("allow", "disallow") and matches(value, path):
            if len(value) > longest or (len(value) == longest and name == "allow"):
                allowed, longest = name == "allow", len(value)
    return allowed


def matches(pattern, path):
    """Reports whether a pattern matches the beginning of a path. * matches any text, and $ the end.

    It takes no longer for patterns with many *, as a regular expression would.
    """
    rest = path + "\n"  # the end
    first, *others = (pattern.removesuffix("$") + "\n" if pattern.endswith("$") else pattern).split("*")
    if not rest.startswith(first):
        return False
    position = len(first)
    for part in others:
        at = rest.find(part, position)
        if at < 0:
            return False
        position = at + len(part)
    return True


def retry_after(headers):
    """Returns the Retry-After of a response in seconds, or 0. It is a number or a date."""
    text = headers.get("Retry-After", "")
    try:
        seconds = int(text) if text.isdecimal() else email.utils.parsedate_to_datetime(text).timestamp() - time.time()
    except (TypeError, ValueError, OverflowError):
        return 0
    return int(min(max(seconds, 0), MAX_WAIT_SECONDS))


def read_item(element, base):
    """Returns the fields of an RSS item that have a value. Links are absolute."""
    guid, title, link = ((element.findtext(name) or "").strip() for name in ("guid", "title", "link"))
    fields = {"guid": guid, "title": title[:MAX_TEXT], "url": absolute(base, link)}
    return {name: value for name, value in found(fields).items() if len(value) <= MAX_TEXT}


def absolute(base, link):
    """Returns the web address of a link, or "" without a valid one. Signs that need it are encoded: "5% more" becomes "5%25%20more"."""
    try:
        parts = urllib.parse.urlsplit(urllib.parse.urljoin(base, link) if link else "")
        is_valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and " " not in parts.netloc
    except ValueError:
        return ""
    if not is_valid:
        return ""
    return re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", urllib.parse.quote(parts.geturl(), safe="%/:?#[]@!$&'()*+,;=~"))


def found(fields):
    """Returns the fields that have a value."""
    return {name: value for name, value in fields.items() if value}


def report(results):
    """Reports results together, because a failure without a response only counts beside a response.

    If the API refuses the report, for example because a lease has ended, they are reported one by one, so that the others are recorded.
    """
    try:
        call("attempts", {"attempts": results})
    except urllib.error.HTTPError as error:
        if len(results) == 1:
            print("not recorded:", error.read().decode())
            return
        for result in results:
            report([result])


def main():
    claims = call("claims", {"kinds": ["rss"], "limit": 20})["claims"]
    results = [None] * len(claims)

    def check_claim(position):
        results[position] = check(claims[position])

    # Each endpoint is of another site, so that they can be fetched at the same time: sites that hang do not use up the leases of others.
    threads = [threading.Thread(target=check_claim, args=(position,)) for position in range(len(claims))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if results:
        report(results)
    print(len(results), "endpoints checked")


if __name__ == "__main__":
    main()
