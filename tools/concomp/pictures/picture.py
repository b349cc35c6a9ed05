"""What can be drawn, and how it becomes a file."""

from __future__ import annotations

from typing import TypeAlias

from concomp.pictures.attacker import AttackerPicture
from concomp.pictures.attackers import attacker
from concomp.pictures.chart import Chart
from concomp.pictures.drawing import chart
from concomp.pictures.style import Format

Picture: TypeAlias = Chart | AttackerPicture


def drawn(picture: Picture, as_format: Format) -> bytes:
    """The picture as an SVG or a PNG file; NoMatplotlib."""
    return chart(picture, as_format) if isinstance(picture, Chart) else attacker(picture, as_format)
