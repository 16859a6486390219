"""What the content security policy lets the page connect to."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.server.helpers import Server

_TRY = """
async (address) => new Promise((resolve) => {
  const refused = (event) => resolve(event.effectiveDirective);
  document.addEventListener("securitypolicyviolation", refused);
  const socket = new WebSocket(`${address}/socket.io/?EIO=4&transport=websocket`);
  socket.onmessage = (event) => resolve(event.data.slice(0, 1));
})
"""


def test_the_page_speaks_with_its_own_server_alone(chromium: Browser, server: Server) -> None:
    page = chromium.new_page()
    page.goto(server.address)
    assert page.evaluate(_TRY, f"ws://127.0.0.1:{server.port}") == "0"
    assert page.evaluate(_TRY, f"ws://localhost:{server.port}") == "connect-src"
    page.close()
