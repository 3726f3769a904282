"""Fixtures of the tests that run the real Hermes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interop import hermes

MAIN = (hermes.V19, hermes.V22)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder as interop."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.interop)


def _python(release: hermes.Release) -> Path:
    python = hermes.ensure(release)
    if python is None:
        pytest.skip(f"{release.package} {release.version} has no build for a Python on this machine")
    return python


@pytest.fixture(scope="session", params=MAIN, ids=lambda r: r.version)
def release(request: pytest.FixtureRequest) -> hermes.Release:
    """Each of the two Hermes releases that every test runs against, installed."""
    chosen: hermes.Release = request.param
    _python(chosen)
    return chosen


@pytest.fixture(scope="session")
def hermes19() -> Path:
    """Give the interpreter of Hermes 0.19.0."""
    return _python(hermes.V19)


@pytest.fixture(scope="session")
def hermes22() -> Path:
    """Give the interpreter of Hermes 0.22.2."""
    return _python(hermes.V22)
