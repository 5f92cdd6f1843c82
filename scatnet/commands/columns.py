"""Rows of words set in columns, as the commands that list things print them."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["in_columns"]


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows as lines, each column as wide as its widest cell. All rows are equally long."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
