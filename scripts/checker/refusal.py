"""The two ways in which something read can fail: the file itself, or what an event says.

Both carry a sentence for people. Nothing else is raised on purpose anywhere in the checker.
"""


class Unreadable(Exception):
    """The file is no log of a table; `offset` is where that shows."""

    def __init__(self, reason: str, offset: int) -> None:
        super().__init__(reason)
        self.offset = offset


class Refused(Exception):
    """A record, an event or a proof does not hold; it changes nothing (the page's word)."""
