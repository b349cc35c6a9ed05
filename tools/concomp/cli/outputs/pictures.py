"""The options --plot and --html: where a picture goes, and a page."""

from __future__ import annotations

from collections.abc import Collection

from concomp.cli.errors import BadInput
from concomp.cli.outputs.files import Output, read_output
from concomp.pictures.picture import Picture, drawn
from concomp.pictures.style import Format, NoMatplotlib, demand_matplotlib

FORMATS, PAGES = ("svg", "png"), ("html", "htm")


def read_plot(name: str, reads: Collection[str] = ()) -> Output:
    """The file that --plot names; BadInput if it cannot be written, or nothing can be drawn."""
    output = read_output("--plot", name, FORMATS, reads)
    demand_drawing("--plot")
    return output


def read_page(name: str, reads: Collection[str] = ()) -> Output:
    """The file that --html names; BadInput if it cannot be written."""
    return read_output("--html", name, PAGES, reads)


def demand_drawing(option: str) -> None:
    """BadInput, which says what to install, if nothing can be drawn."""
    try:
        demand_matplotlib()
    except NoMatplotlib as error:
        raise BadInput(f"{option}: {error}") from None


def format_of(output: Output) -> Format:
    """What is drawn into the file, by the end of its name."""
    return "svg" if output.suffix == "svg" else "png"


def draw(picture: Picture, output: Output) -> str:
    """Draw into the file, and say so."""
    output.write(drawn(picture, format_of(output)))
    return f"The picture is in {output.name}."


def write_page(page: str, output: Output) -> str:
    """Write a page into the file, and say so."""
    output.write(page.encode())
    return f"The page is in {output.name}."
