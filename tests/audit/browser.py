"""A headless Chromium for checks: started with nothing of its own, driven over a pipe, ended for sure.

The protocol is Chrome's DevTools protocol with `--remote-debugging-pipe`: JSON messages that end in a zero byte,
commands in through the browser's file descriptor 3, answers and events out of 4
(https://chromedevtools.github.io/devtools-protocol/).
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeAlias

__all__ = ["Browser", "Json", "dig", "find_chromium", "opened"]

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
"""What the protocol speaks in."""

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
_SECONDS: Final = 60.0


def dig(value: Json, *names: str) -> Json:
    """What stands in an object under a name, in that under the next, and so on; None where there is nothing."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def find_chromium() -> str | None:
    """The path of a Chromium on this machine, or None."""
    return next((path for name in _NAMES if (path := shutil.which(name))), None)


class Browser:
    """One page in a running Chromium. What it could not load and what its scripts complained of is kept."""

    def __init__(self, commands: int, answers: int) -> None:
        """Talk over these file descriptors."""
        self._commands: Final = commands
        self._answers: Final = answers
        self._number = 0
        self._pending = b""
        self._session: str | None = None
        self.complaints: list[str] = []
        self.requests: list[str] = []

    def attach(self) -> None:
        """Open a page of our own."""
        target = dig(self.send("Target.createTarget", url="about:blank"), "targetId")
        self._session = str(dig(self.send("Target.attachToTarget", targetId=target, flatten=True), "sessionId"))
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    def close(self) -> None:
        """Ask the browser to end."""
        self._session = None
        self.send("Browser.close")

    def send(self, method: str, **params: Json) -> Json:
        """Send a command and wait for its answer. Raises RuntimeError where the browser refuses."""
        self._number += 1
        message: dict[str, Json] = {"id": self._number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if dig(answer, "id") == self._number:
                error = dig(answer, "error")
                if error is not None:
                    raise RuntimeError(f"{method}: {error}")
                return dig(answer, "result")

    def go(self, url: str) -> None:
        """Load a page and wait until it is there."""
        self.send("Page.navigate", url=url)
        end = time.monotonic() + _SECONDS
        while self.value("document.readyState + location.href") != "complete" + url:
            if time.monotonic() > end:
                raise RuntimeError(f"{url} did not load")
            time.sleep(0.02)

    def value(self, expression: str) -> Json:
        """The value of an expression in the page."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        problem = dig(answer, "exceptionDetails")
        if problem is not None:
            raise RuntimeError(f"{expression}: {problem}")
        return dig(answer, "result", "value")

    def size(self, width: int, height: int, *, phone: bool = False) -> None:
        """Give the page a screen."""
        scale = 2 if phone else 1
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=phone
        )
        self.send("Emulation.setTouchEmulationEnabled", enabled=phone)

    def theme(self, dark: bool, media: str = "screen") -> None:
        """Let the page believe that its reader wants this."""
        features: list[Json] = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.send("Emulation.setEmulatedMedia", media=media, features=features)

    def key(self, name: str) -> None:
        """Press a key and let it go."""
        for kind in ("rawKeyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=name, code=name)

    def swipe(self, selector: str, across: int) -> None:
        """Draw a finger across an element, so many pixels to the right."""
        middle = "(r => [r.x + r.width / 2, r.y + r.height / 2])"
        place = self.value(f"{middle}(document.querySelector({selector!r}).getBoundingClientRect())")
        match place:
            case [int() | float() as x, int() | float() as y]:
                pass
            case _:
                raise RuntimeError(f"there is no {selector}")
        self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        for part in (0.3, 0.7, 1.0):
            self.send("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x + across * part, "y": y}])
        self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def picture(self, path: Path, *, whole: bool = False) -> None:
        """Save a picture of the screen, or of the whole page."""
        answer = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(str(dig(answer, "data"))))

    def pdf(self) -> bytes:
        """The page as it would be printed."""
        return base64.b64decode(str(dig(self.send("Page.printToPDF", preferCSSPageSize=True), "data")))

    def _receive(self) -> Json:
        while b"\0" not in self._pending:
            data = os.read(self._answers, 1 << 20)
            if not data:
                raise RuntimeError("the browser has gone")
            self._pending += data
        line, self._pending = self._pending.split(b"\0", 1)
        message: Json = json.loads(line)
        self._note(message)
        return message

    def _note(self, message: Json) -> None:
        match dig(message, "method"):
            case "Runtime.exceptionThrown":
                self.complaints.append(str(dig(message, "params", "exceptionDetails")))
            case "Log.entryAdded":
                self.complaints.append(str(dig(message, "params", "entry", "text")))
            case "Network.requestWillBeSent":
                self.requests.append(str(dig(message, "params", "request", "url")))


@contextmanager
def opened(chromium: str) -> Iterator[Browser]:
    """Run a Chromium with a fresh profile for as long as it is needed."""
    commands_in, commands = os.pipe()
    answers, answers_out = os.pipe()
    profile = tempfile.mkdtemp(prefix="scatnet-browser-")

    # A shell gives the pipes the numbers that the browser wants; out of their way before, should they be in it.
    high = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (commands_in, answers_out)]
    process = subprocess.Popen(
        ["bash", "-c", f'exec "$0" "$@" 3<&{high[0]} 4>&{high[1]}', chromium, *_FLAGS, f"--user-data-dir={profile}"],
        pass_fds=high,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for fd in (commands_in, answers_out, *high):
        os.close(fd)
    try:
        browser = Browser(commands, answers)
        browser.attach()
        yield browser
        with suppress(RuntimeError, OSError):
            browser.close()
    finally:
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()
        process.wait()
        for fd in (commands, answers):
            os.close(fd)
        shutil.rmtree(profile, ignore_errors=True)
