"""A table's announcement on the local network, kept up to date, and its other peers found there."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from typing import Final

import trio

from scatnet.log import fingerprint
from scatnet.net.addresses import Endpoint, Interface
from scatnet.net.announcement import Announcement, Stage
from scatnet.net.discovery import Appeared, Changed, Discovery, DiscoveryError, News, open_discovery
from scatnet.net.node import Node
from scatnet.net.session import Notice
from scatnet.rules.fields import preset_and_changes
from scatnet.table.state import Stage as TableStage

__all__ = ["announce"]

_LOG: Final = logging.getLogger("scatnet.net")
_REST_SECONDS: Final = 1.0  # between two announcements


async def announce(node: Node, interfaces: Sequence[Interface], endpoints: Sequence[Endpoint]) -> None:
    """Announce the node's table while it runs here, and learn where its other peers are, until cancelled.

    Where the network does not take part in multicast, the people here are told so once.
    """
    try:
        async with open_discovery(interfaces) as discovery, discovery.browse() as news, trio.open_nursery() as nursery:
            nursery.start_soon(_learn, node, news)
            await _keep_announcing(node, discovery, endpoints)
    except* DiscoveryError as group:
        node.publisher.publish(Notice(text=str(group.exceptions[0])))
        _LOG.warning("not announced: %s", group.exceptions[0])


async def _keep_announcing(node: Node, discovery: Discovery, endpoints: Sequence[Endpoint]) -> None:
    said: Announcement | None = None
    while True:
        changed = node.changed
        now = _announcement(node)
        # Before the game begins, only the host is the one to come to.
        if now != said and endpoints and (now.host or now.stage is not Stage.LOBBY):
            await discovery.announce(now, endpoints, endpoints[0].port)
            said = now
        await trio.sleep(_REST_SECONDS)
        await changed.wait()


def _announcement(node: Node) -> Announcement:
    state = node.state
    preset, changes = preset_and_changes(state.settings.rules)
    stage = Stage.PLAYING
    if state.stage is TableStage.LOBBY:
        stage = Stage.LOBBY
    elif state.stage is TableStage.OVER:
        stage = Stage.OVER
    return Announcement(
        table=state.table[:16],
        name=state.settings.name,
        rules=preset + ("+" if changes else ""),
        taken=min(len(state.seats) or node.taken, state.settings.seats),
        seats=state.settings.seats,
        stage=stage,
        fingerprint=fingerprint(node.key),
        host=node.is_host,
        locked=node.door.passcode is not None,
        spectators=state.settings.spectators,
    )


async def _learn(node: Node, news: AsyncIterator[News]) -> None:
    """Take in where the people at this table are announced to be."""
    async for item in news:
        if isinstance(item, Appeared | Changed):
            seen = item.sighting.announcement
            if seen.table == node.state.table[:16]:
                for operator in node.operators:
                    if fingerprint(operator) == seen.fingerprint:
                        node.learn(operator, item.sighting.endpoints)
