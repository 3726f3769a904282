"""What is to be rotated: each value that was said, where it still lives, and where it is revoked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from safedigest import audit, exposure, whereabouts
from safedigest.audit import FILE
from safedigest.config import FOLDER
from safedigest.detect import rulefile
from safedigest.exposure import Rotation, Secret
from safedigest.gate import Gate
from safedigest.whereabouts import Standing


def rotations(home: Path, gate: Gate) -> list[Rotation]:
    """Return what the audit of ``home`` tells, open values first; ``gate`` has the home's key. Raises RuleError."""
    files = whereabouts.in_credentials(home, gate)
    told = audit.read(home / FOLDER / FILE)
    found = exposure.secrets(told, exposure.load_resolved(home / FOLDER), files)
    places: dict[str, list[int]] = {}
    for one in (seen.item for secret in found for seen in secret.seen):
        places.setdefault(one.session, []).append(one.message)
    standing = whereabouts.in_store(home, gate, places)
    where = pages()
    return [
        _rotation(one, files, standing.get(one.fingerprint, Standing()), where.get(one.rule, ""))
        for one in found
    ]


def pages() -> Mapping[str, str]:
    """Return, by rule, the vendor's page where such a value is revoked. Raises RuleError."""
    return {rule.id: rule.rotate for rule in rulefile.shipped().rules if rule.rotate}


def _rotation(one: Secret, files: Mapping[str, tuple[str, ...]], standing: Standing, page: str) -> Rotation:
    return Rotation(
        secret=one,
        shown=standing.shown,
        files=files.get(one.fingerprint, ()),
        rows=tuple(standing.rows),
        page=page,
    )
