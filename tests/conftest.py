"""For the whole run: steady examples, and no made-up secret may come out anywhere (see ``tests.leaks``)."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.leaks import Watch, install, report_texts

WATCH = Watch()
_undo = install(WATCH)
# The same examples in each run, and as much time as a busy machine takes.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    for text in report_texts(report):
        WATCH.heard(f"the report of {report.nodeid}", text)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    _undo()
    factory = getattr(session.config, "_tmp_path_factory", None)
    if factory is not None and factory._basetemp is not None:
        WATCH.files(factory._basetemp)
    if WATCH.leaks():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"watched for leaks: {WATCH.counts()}")
    for place in WATCH.leaks():
        terminalreporter.write_line(f"LEAK: a secret of the tests came out in {place}", red=True)
