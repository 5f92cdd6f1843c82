"""Which `begin` stands. Before it nobody sits yet, so whoever sits in a `begin` votes on that one.

A host who signs one begins the game with it. A host who signs several plays false: then only that one stands which most
of its seats' other operators have gone on with, and the table waits for as long as there is none.
"""

from __future__ import annotations

from typing import TypeVar

from scatnet.table.node import Node
from scatnet.table.seam import StateLike

__all__ = ["electorate", "is_beginning", "standing_begin"]

St = TypeVar("St", bound=StateLike)


def is_beginning(node: Node[St]) -> bool:
    """Whether a node is that of a lobby, at which `begin` is waited for."""
    return node.parent is None and not node.voters


def electorate(node: Node[St]) -> frozenset[bytes]:
    """Who may vote at a lobby: everybody who sits in one of its begins."""
    return frozenset().union(*(child.voters for child in node.children))


def standing_begin(node: Node[St], own: bytes | None) -> Node[St] | None:
    """The child that the lobby goes on to, or None. All admissible begins have their children by now.

    The game that `own`, the operator here, has gone on with is never left for another: a host could invent players who
    go on with a second one, and so wipe out a game that it is losing.
    """
    for child in node.children:
        if own is not None and own in child.voters and own in child.beyond:
            return child
    (slot,) = node.slots
    accepted = node.admissible(slot)
    if len(accepted) < 2:  # what the rules refuse begins nothing, in anybody's eyes
        return node.child(((slot.seat, accepted[0]),)) if accepted else None
    poll = node.poll(slot)
    best: tuple[int, bytes, Node[St]] | None = None
    for child in node.children:
        ((_, digest),) = child.path
        if digest not in accepted or digest is None:
            continue
        others = child.voters - {slot.author}
        elsewhere = [keep for event, keep in poll.keep.items() if event != digest]
        keeping = poll.keep.get(digest, frozenset()).difference(*elsewhere)
        support = (keeping | child.beyond) & others
        if len(support) * 2 > len(others) and (best is None or (-len(support), digest) < best[:2]):
            best = (-len(support), digest, child)
    return None if best is None else best[2]
