"""Writing a document: canonical JSON, rationals reduced."""

from __future__ import annotations

import json

from concomp.model.files.schema import Document


def write(document: Document) -> str:
    """The canonical text of a document, fields in the order of the format, rationals in lowest terms."""
    return json.dumps(document.model_dump(mode="json"), ensure_ascii=False, separators=(",", ":")) + "\n"
