"""Libraries that have an adapter in `adapters/`, each in an environment of its own with its versions pinned.

Adapters are files of a clone. An environment is made once, in a folder of the user's cache, and is made anew when what
is pinned has changed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ADAPTERS = Path(__file__).parents[4] / "adapters"
"""The adapters of this clone."""
PINNED, ADAPTER, SERVE = "requirements.txt", "adapter.py", "serve.py"
PLACE = "CONCOMP_ENVIRONMENTS"
"""The variable that names another folder for environments."""
STAMP = "concomp-pinned"
"""The file of an environment that says whose it is, and at last for which versions it was made."""
MADE = frozenset({STAMP, "pyvenv.cfg", "bin", "include", "lib", "lib64", "share", "etc", ".gitignore"})
"""What an environment has in it; a folder with anything else is not deleted."""


class NotSetUp(ValueError):
    """Thrown where a library has no adapter, or no environment; the text names it, and the remedy."""


def libraries() -> tuple[str, ...]:
    """The names of the libraries that have an adapter; none outside a clone."""
    return tuple(sorted(each.parent.name for each in ADAPTERS.glob(f"*/{ADAPTER}")))


def listed() -> str:
    """The names of the libraries, to be shown."""
    return ", ".join(libraries()) or "none outside a clone of concomp"


def folder(name: str) -> Path:
    """Where the environment of a library is."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get(PLACE) or Path(cache) / "concomp" / "adapters") / name


def set_up(name: str) -> Path:
    """Make the environment of a library, unless it is there, and return its folder; NotSetUp if that fails."""
    _demand_known(name)
    place = folder(name)
    if is_set_up(name):
        return place
    _clear(place)
    # The mark says whose folder it is; only a full one says for which versions.
    place.mkdir(parents=True, exist_ok=True)
    (place / STAMP).write_text("", encoding="utf-8")
    _run([sys.executable, "-m", "venv", str(place)], f"{name}: the environment")
    pinned = ["-r", str(ADAPTERS / name / PINNED)]
    pip = [str(_python(place)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run([*pip, "--no-deps", *pinned], f"{name}: its packages")
    (place / STAMP).write_text(_wanted(name), encoding="utf-8")
    return place


def is_set_up(name: str) -> bool:
    """Whether the environment of a library is there, with what is pinned now."""
    stamp = folder(name) / STAMP
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == _wanted(name)


def command(name: str) -> tuple[str, ...]:
    """What starts the adapter of a library, in its environment; NotSetUp if that is not there."""
    _demand_known(name)
    if not is_set_up(name):
        raise NotSetUp(f"{name}: it has no environment yet: concomp conform --setup {name}")
    return (str(_python(folder(name))), str(ADAPTERS / SERVE), name)


def _clear(place: Path) -> None:
    """Delete an environment of ours; NotSetUp of what carries another's mark, or none: it is left as it is."""
    if place.is_symlink() or (place.exists() and not place.is_dir()):
        raise NotSetUp(f"{place}: it is no folder that was made here: name another by {PLACE}")
    if not place.is_dir() or not any(place.iterdir()):
        return
    if not (place / STAMP).is_file() or not {each.name for each in place.iterdir()} <= MADE:
        raise NotSetUp(f"{place}: there is something in it that was not made here: move it, or name another by {PLACE}")
    shutil.rmtree(place)


def _demand_known(name: str) -> None:
    if name not in libraries():
        raise NotSetUp(f"{name}: there is no adapter of this name: {listed()}")


def _wanted(name: str) -> str:
    pinned = hashlib.sha256((ADAPTERS / name / PINNED).read_bytes()).hexdigest()
    return f"Python {sys.version_info.major}.{sys.version_info.minor}, {pinned}\n"


def _python(place: Path) -> Path:
    return place / "bin" / "python"


def _run(arguments: Sequence[str], what: str) -> None:
    try:
        subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        said = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
        raise NotSetUp(f"{what}: {said[-1] if said else error}: see to it, and set it up again") from None
