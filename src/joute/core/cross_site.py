"""Whether a request comes from a page of another site: for routes that change something although they are GET.

Programs (curl, `requests`, bots) send none of these headers and are let in. A browser says where it comes from in
Sec-Fetch-Site, but only to servers it trusts (https, this machine); otherwise Origin or Referer must name this host.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

OWN_SITES = (b"same-origin", b"same-site", b"none")
"""`none`: somebody typed the address or opened a bookmark."""
BROWSER = b"mozilla/"
"""How the User-Agent of every browser begins."""


def is_cross_site(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a browser sent this for a page of another site, or does not say for which; a repeated header counts
    once for each value."""
    given: dict[bytes, list[bytes]] = {}
    for name, value in headers:
        given.setdefault(name.lower(), []).append(value.strip())
    hosts = given.get(b"host", [])
    pages = [page.decode("latin-1") for name in (b"origin", b"referer") for page in given.get(name, [])]
    if not all(netloc_of(page).encode("latin-1") in hosts for page in pages):
        return True
    if sites := given.get(b"sec-fetch-site"):
        return not all(site.lower() in OWN_SITES for site in sites)
    browser = any(agent.lower().startswith(BROWSER) for agent in given.get(b"user-agent", []))
    return browser and not pages


def netloc_of(address: str) -> str:
    """The host and port of an address; empty where it has none (Origin may be `null`)."""
    try:
        return urlsplit(address).netloc
    except ValueError:
        return ""
