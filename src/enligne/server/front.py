"""What comes before every request and after every answer: whom it is from, whom it asks for, how
much it may bring; and the headers that say to browsers what a page may do."""

from __future__ import annotations

import logging
import math
import socket
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from starlette.requests import ClientDisconnect
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.utils import ClientDisconnected

from enligne.server.addresses import (
    address_key,
    host_of,
    is_address,
    is_loopback,
    plain_address,
    site,
)
from enligne.server.charges import charged_to
from enligne.server.monitoring import is_own_failure

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from enligne.server.pace import Paces
    from enligne.server.settings import Settings

_log = logging.getLogger("enligne.front")

#: Somebody who has left while they were answered.
_GONE = (ClientDisconnected, ClientDisconnect)

_POLICY = (
    "default-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = [
    ("Content-Security-Policy", _POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
]
_ONLY_BY_TLS = ("Strict-Transport-Security", "max-age=31536000")

#: Where the scope of a request has the address that the connection itself comes from.
PEER = "enligne.peer"

#: Where a proxy says whom it asks for.
_FORWARDED = {b"forwarded", b"x-forwarded-for", b"x-real-ip", b"via"}


def security_headers(settings: Settings) -> list[tuple[str, str]]:
    """Those of every answer."""
    is_by_tls = (settings.public_address or "").lower().startswith("https:")
    return [*_HEADERS, _ONLY_BY_TLS] if is_by_tls else _HEADERS


def long_header(settings: Settings) -> tuple[HTTPStatus, str]:
    """How a request with too long a header is refused."""
    text = f"the header of a request has at most {settings.header_bytes} bytes"
    return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, text


def is_proxied(scope: Scope) -> bool:
    """Whether a request says that it came through a proxy."""
    return any(name in _FORWARDED for name, _ in scope["headers"])


def is_here(scope: Scope) -> bool:
    """Whether a request comes from this machine itself, and for nobody else."""
    return is_loopback(scope.get(PEER, "")) and not is_proxied(scope)


class Hosts:
    """The names that a server is asked for by, and the pages that may connect to it.

    A page elsewhere can make its own name point to this machine, and then ask it anything: a
    request that asks for a name which is not known here is refused. An address is no such name.
    """

    def __init__(self, settings: Settings) -> None:
        told = [settings.public_address] if settings.public_address else []
        self._sites = {site(each) for each in [*told, *settings.origins]}
        this = socket.gethostname().lower()
        self._names = {"localhost", settings.host.lower(), this, f"{this}.local"}
        self._names |= {each.lower() for each in settings.allowed_hosts}
        self._names |= {str(host_of(site(each).partition("://")[2])) for each in told}

    def knows(self, authority: str | None) -> bool:
        """Whether a request may ask for this ``host:port``."""
        host = host_of(authority or "")
        return host is not None and (
            is_address(host) or host in self._names or host.endswith(".localhost")
        )

    def allows(self, origin: str | None, environ: dict[str, Any]) -> bool:
        """Whether a page may connect: one of this server by the name it asks for, of its public
        address, or of one that is allowed. Who sends no origin is no page."""
        if origin is None:
            return False
        scheme, _, authority = origin.partition("://")
        is_here = scheme in ("http", "https") and authority == environ.get("HTTP_HOST")
        return is_here or origin in self._sites


class Front:
    """An application as strangers meet it.

    The client in the scope of a request becomes what the limits for an address count by, seen
    through trusted proxies. A request for a host that is not known, or with too large a body, is
    refused before anything of it is read. Whatever fails behind is answered, and logged with its
    traceback where it is our own failure; broken requests are worth a line, no more.
    """

    def __init__(self, app: ASGIApp, settings: Settings, hosts: Hosts, paces: Paces) -> None:
        self._app = app
        self._hosts = hosts
        self._paces = paces
        self._settings = settings
        self._headers = [
            (name.lower().encode(), value.encode()) for name, value in security_headers(settings)
        ]
        self._through_proxies = ProxyHeadersMiddleware(
            self._answer,  # type: ignore[arg-type]
            trusted_hosts=list(settings.trusted_proxies),
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        peer, port = scope.get("client") or ("", 0)
        scope[PEER] = plain_address(peer)
        scope["client"] = (scope[PEER], port)
        await self._through_proxies(scope, receive, self._with_headers(send))  # type: ignore[arg-type]

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        address, port = scope["client"]
        scope["client"] = (address_key(address), port)
        has_begun = False

        async def sending(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        pace = self._paces.of(scope["client"][0])
        if not pace.spend():
            pace.charge(1)  # who goes on is soon not heard at all: see the door
            wait = str(math.ceil(pace.seconds_to_wait))
            text = f"too many requests from your address: try again in {wait} s"
            await _refuse(scope, send, 429, text, (b"retry-after", wait.encode()))
            return
        if (refusal := self._refusal(scope)) is not None:
            await _refuse(scope, send, *refusal)
            return
        try:
            with charged_to(pace.charge):
                await self._app(scope, receive, sending)
        except Exception as error:
            is_own = is_own_failure(error) and not isinstance(error, _GONE)
            if is_own:
                _log.exception("a request failed", extra={"path": scope["path"]})
            else:
                _log.info("a broken connection", extra={"reason": type(error).__name__})
            if not has_begun:
                status, text = (500, "the server failed") if is_own else (400, "bad request")
                await _refuse(scope, send, status, text)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why a request is refused at once: a status, and a line."""
        if _header_bytes(scope) > self._settings.header_bytes:
            return long_header(self._settings)
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if not self._hosts.knows(headers.get(b"host")):
            return 400, "this server is not known by that name (see the setting allowed_hosts)"
        if b"transfer-encoding" in headers:
            return 411, "a body must say its length"
        most = self._settings.message_bytes
        if int(headers.get(b"content-length", 0)) > most:
            return 413, f"a body has at most {most} bytes"
        return None

    def _with_headers(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] in (
                "http.response.start",
                "websocket.accept",
                "websocket.http.response.start",
            ):
                message["headers"] = [*message.get("headers", ()), *self._headers]
            await send(message)

        return sending


def _header_bytes(scope: Scope) -> int:
    """What the header of a request had, about: its target, and each line with its ends."""
    lines = sum(len(name) + len(value) + 4 for name, value in scope["headers"])
    return len(scope["raw_path"]) + len(scope["query_string"]) + lines


async def _refuse(
    scope: Scope, send: Send, status: int, text: str, *more: tuple[bytes, bytes]
) -> None:
    """Answers with a line; a WebSocket is answered so too, in place of its handshake."""
    kind = "websocket.http" if scope["type"] == "websocket" else "http"
    body = f"{text}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),  # what else it brings is not read
        *more,
    ]
    await send({"type": f"{kind}.response.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.response.body", "body": body})
