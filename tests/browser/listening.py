"""What a screen reader is told by a page: everything that is added to a live region, in order, and what the server had sent."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocket

# Before the page's own scripts: no tips of a first game, every addition to a live region is kept, and sockets can be cut.
LISTEN = """
(() => {
  for (const game of ["freight-train", "freight-cars", "freight"]) localStorage.setItem(`guide:${game}`, "done");
  const LIVE = "[aria-live=polite], [aria-live=assertive], [role=log], [role=status], [role=alert]";
  window.spoken = [];
  addEventListener("DOMContentLoaded", () => {
    new MutationObserver((changes) => {
      for (const change of changes) {
        const target = change.target.nodeType === 1 ? change.target : change.target.parentElement;
        const region = target?.closest(LIVE);
        if (!region || region.id === "net") continue;  // the sign of the connection
        for (const { textContent: words } of change.addedNodes) {
          if (words.trim()) window.spoken.push([region.id || region.className, words]);
        }
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const Real = WebSocket;
  const open = [];
  window.cut = () => { window.apart = true; for (const socket of open.splice(0)) socket.close(); };
  window.WebSocket = class extends Real {
    constructor(address) { super(window.apart ? `${address}/nowhere` : address); open.push(this); }
  };
})();
"""


class Listener:
    """Ears at a page: `spoken` is what was said, `frames` what the server sent."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[dict[str, Any]] = []
        self.moves: list[str] = []
        self.ply = 0
        self.socket: WebSocket | None = None
        page.add_init_script(LISTEN)
        page.on("websocket", self._socket)

    def _socket(self, socket: WebSocket) -> None:
        self.socket = socket
        socket.on("framereceived", self._frame)

    def _frame(self, payload: str | bytes) -> None:
        message = json.loads(payload)
        self.frames.append(message)
        if "parts" in message:
            self.ply, self.moves = message["ply"], message.get("moves", [])

    def spoken(self) -> list[tuple[str, str]]:
        return [tuple(entry) for entry in self.page.evaluate("window.spoken")]

    def events(self) -> list[str]:
        """What the server told of the game, of refusals and answers: in the order in which it came."""
        found: list[str] = []
        for message in self.frames:
            found += message.get("say", [])
            found += [message["oops"]] if "oops" in message else []
        return found

    def type(self, line: str) -> None:
        """Type a line and send it, as a person does; what the line held before is gone."""
        self.page.wait_for_function("() => !document.documentElement.classList.contains('sent')")
        if self.page.locator("#dialog[open]").count():
            self.page.keyboard.press("Escape")
        if not self.page.evaluate("document.activeElement?.id === 'typed-line'"):
            self.page.keyboard.press("/")
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")

    def answer(self, line: str) -> list[str]:
        """What is answered to a line."""
        assert self.socket is not None
        with self.socket.expect_event("framereceived", lambda payload: '"answer"' in str(payload)):
            self.type(line)
        self.page.wait_for_function("() => !document.documentElement.classList.contains('sent')")
        return self.page.locator("#answers > .answer").last.locator("p").all_inner_texts()

    def moved(self, ply: int) -> None:
        """Wait until the page shows a moment after a ply."""
        self.page.wait_for_function("ply => Number(document.querySelector('#view').dataset.ply) > ply", arg=ply)
