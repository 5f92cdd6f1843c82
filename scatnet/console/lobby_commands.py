"""What a typed line means in the lobby: the words of its small language, in English and in the language in use."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scatnet.words import _

__all__ = ["LobbyCommand", "LobbyLine", "read_lobby_line"]


class LobbyCommand(StrEnum):
    """Everything a line can ask for in the lobby."""

    HELP = "help"
    LIST = "list"
    JOIN = "join"
    WATCH = "watch"
    HOST = "host"
    PRACTISE = "practise"
    RESUME = "resume"
    GAMES = "games"
    AUDIT = "audit"
    SETTINGS = "settings"
    RULES = "rules"
    FIELDS = "fields"
    QUIT = "quit"


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyLine:
    """A command and the text behind its word; no command where the first word is none."""

    command: LobbyCommand | None
    text: str = ""


def _words() -> dict[str, LobbyCommand]:
    return {
        "?": LobbyCommand.HELP,
        "practice": LobbyCommand.PRACTISE,
        "exit": LobbyCommand.QUIT,
        **{command.value: command for command in LobbyCommand},
        _("help"): LobbyCommand.HELP,
        _("list"): LobbyCommand.LIST,
        _("join"): LobbyCommand.JOIN,
        _("watch"): LobbyCommand.WATCH,
        _("host"): LobbyCommand.HOST,
        _("practise"): LobbyCommand.PRACTISE,
        _("resume"): LobbyCommand.RESUME,
        _("games"): LobbyCommand.GAMES,
        _("audit"): LobbyCommand.AUDIT,
        _("settings"): LobbyCommand.SETTINGS,
        _("rules"): LobbyCommand.RULES,
        _("fields"): LobbyCommand.FIELDS,
        _("quit"): LobbyCommand.QUIT,
    }


def read_lobby_line(text: str) -> LobbyLine:
    """What this line means in the lobby; an empty one asks for the list."""
    words = text.strip().split(maxsplit=1)
    if not words:
        return LobbyLine(command=LobbyCommand.LIST)
    return LobbyLine(command=_words().get(words[0].lower()), text=words[1].strip() if len(words) > 1 else "")
