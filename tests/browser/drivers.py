"""Firefox and WebKit, as far as a visit needs them: an address, a look at the page, a click.

Both are Debian's programs as people have them. Firefox is spoken to over WebDriver BiDi directly:
it needs no driver between. WebKit's driver starts its small browser on a screen that nobody sees.
Whatever they start ends with them.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import warnings
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.remote.websocket_connection import WebSocketConnection
from selenium.webdriver.webkitgtk.service import Service

from enligne.processes import Family
from tests.programs import PATIENCE, wait_until

if TYPE_CHECKING:
    from typing import Self

SIZE = (1280, 800)

# Calm, as in the other tests of the page, and without questions of its own.
_PREFERENCES = {"ui.prefersReducedMotion": 1, "browser.aboutwelcome.enabled": False}

# WebKit's driver tells nothing of the console.
_NOTE_PROBLEMS = """(() => {
  window.problems = [];
  const note = (...words) => window.problems.push(words.map(String).join(" "));
  console.error = note;
  addEventListener("error", (event) => note(event.message ?? event.target.outerHTML), true);
  addEventListener("unhandledrejection", (event) => note(event.reason));
  addEventListener("securitypolicyviolation", (event) => note(event.violatedDirective));
})()"""

_GO = """history.pushState(null, "", arguments[0]);
dispatchEvent(new PopStateEvent("popstate"));"""


class Driver(ABC):
    """A browser with one page open."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Goes to an address."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """The value of an expression of JavaScript in the page."""

    @abstractmethod
    def click(self, x: float, y: float) -> None:
        """Moves the mouse there, and presses it."""

    @abstractmethod
    def problems(self) -> list[str]:
        """What the browser complained of."""

    @abstractmethod
    def close(self) -> None:
        """Ends it, with everything it started."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Firefox(Driver):
    """Firefox, without a window.

    Args:
        folder: for its profile.
    """

    def __init__(self, folder: Path) -> None:
        program = _program("firefox-esr", "firefox")
        settings = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});"
            for name, value in _PREFERENCES.items()
        ]
        (folder / "user.js").write_text("\n".join(settings))
        words = ("--headless", "--new-instance", "--remote-debugging-port", "0", "--profile")
        log = folder / "log"
        with log.open("wb") as output:
            self._family = Family(
                ["env", f"HOME={folder}", program, *words, str(folder)],
                stdout=output,
                stderr=output,
            )
        try:
            found = _told(log, self._family, r"BiDi listening on (ws://\S+)\s")
            connect: Any = WebSocketConnection  # whose functions have no types
            self._bidi = connect(f"{found}/session", PATIENCE, 0.01)
            self._problems: list[str] = []
            self._bidi.add_callback(_LogEntry, self._note)
            self._ask("session.new", capabilities={})
            self._ask("session.subscribe", events=[_LogEntry.event_class])
            self._page = self._ask("browsingContext.getTree")["contexts"][0]["context"]
            width, height = SIZE
            viewport = {"width": width, "height": height}
            self._ask("browsingContext.setViewport", context=self._page, viewport=viewport)
        except BaseException:
            _end(self._family)
            raise

    def _ask(self, method: str, **parameters: Any) -> Any:
        answer = self._bidi.send_cmd(method, parameters)
        assert "result" in answer, (method, parameters, answer)
        return answer["result"]

    def _note(self, entry: dict[str, Any]) -> None:
        if entry["level"] == "error":
            self._problems.append(entry["text"])

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        answer = self._ask(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self._page},
            awaitPromise=True,
        )
        assert answer["type"] == "success", (expression, answer)
        return json.loads(answer["result"].get("value", "null"))

    def click(self, x: float, y: float) -> None:
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        press = {"type": "pointerDown", "button": 0}
        release = {"type": "pointerUp", "button": 0}
        mouse = {"type": "pointer", "id": "mouse", "actions": [move, press, release]}
        self._ask("input.performActions", context=self._page, actions=[mouse])

    def problems(self) -> list[str]:
        return list(self._problems)

    def close(self) -> None:
        _end(self._family)  # first: asked to close the connection, it takes its time
        self._bidi.close()


class _LogEntry:
    """What Selenium's connection knows of an event: its name, and how it is read."""

    event_class = "log.entryAdded"

    @staticmethod
    def from_json(entry: dict[str, Any]) -> dict[str, Any]:
        return entry


class WebKit(Driver):
    """WebKit's small browser, in a window that nobody sees.

    Args:
        folder: for what it keeps.
    """

    def __init__(self, folder: Path) -> None:
        screen = ("-screen", "0", "{}x{}x24".format(*SIZE), "-nolisten", "tcp")
        log = folder / "display"
        with log.open("wb") as output:
            self._screen = Family(
                [_program("Xvfb"), "-displayfd", "1", *screen],
                stdout=output,
                stderr=subprocess.DEVNULL,
            )
        try:
            display = _told(log, self._screen, r"(\d+)\s")
            options = WebKitGTKOptions()
            options.binary_location = _mini_browser()
            options.add_argument("--automation")
            homes = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
            surroundings = dict.fromkeys(homes, str(folder)) | {"DISPLAY": f":{display}"}
            service = Service(_program("WebKitWebDriver"), env=os.environ | surroundings)
            # Selenium warns of how its own driver of WebKit is written.
            with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
                self._driver = WebKitGTK(options, service)
            self._driver.set_window_rect(0, 0, *SIZE)
        except BaseException:
            _end(self._screen)
            raise
        self._is_open = False

    def open(self, address: str) -> None:
        if self._is_open:  # what goes wrong then is noted from the first line of the page on
            self._driver.execute_script(_GO, address)
            return
        self._driver.get(address)
        self._driver.execute_script(_NOTE_PROBLEMS)
        self._is_open = True

    def evaluate(self, expression: str) -> Any:
        return self._driver.execute_script(f"return {expression}")

    def click(self, x: float, y: float) -> None:
        builder: Any = ActionBuilder(self._driver)
        builder.pointer_action.move_to_location(round(x), round(y)).click()
        builder.perform()

    def problems(self) -> list[str]:
        return list(self.evaluate("window.problems"))

    def close(self) -> None:
        try:
            self._driver.quit()
        finally:
            _end(self._screen)  # what is still shown on it goes with it


def _program(*names: str) -> str:
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.fail(f"these tests drive other browsers: install the package with {names[0]}", False)
    return found


def _mini_browser() -> str:
    """Where Debian keeps WebKit's small browser: not among the programs of people."""
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"))
    return str(found[-1]) if found else _program("MiniBrowser")


def _told(log: Path, family: Family, pattern: str) -> str:
    """Waits for a line that a program writes, and returns what the pattern's group holds."""

    def line() -> re.Match[str] | None:
        assert family.process.poll() is None, log.read_text()
        return re.search(pattern, log.read_text())

    wait_until(line)
    found = line()
    assert found is not None
    return found[1]


def _end(family: Family) -> None:
    family.end()
    family.process.wait()
