"""A plugin of pytest for `mutants.py`: writes the first test that fails to a file, and stops what does not end.

Times are CPU seconds, so that a loaded machine makes no difference.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

ONE_TEST = 30
"""Longest time of one test; one that takes longer does not end."""
ONE_TEST_WAITS = 600
"""The same on the clock, for tests that wait for another process."""


def _say(what: str, test: str) -> None:
    Path(os.environ["MUTANTS_SAID"]).write_text(f"{what} {test}", "utf-8")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    def stop(*_: object) -> None:
        _say("timeout", item.nodeid)
        os._exit(1)

    times = os.times()
    if sum(times[:4]) > float(os.environ["MUTANTS_LIMIT"]):
        item.session.shouldstop = "the time is used up"
    for timer, seconds, number in (
        (signal.ITIMER_PROF, ONE_TEST, signal.SIGPROF),
        (signal.ITIMER_REAL, ONE_TEST_WAITS, signal.SIGALRM),
    ):
        signal.signal(number, stop)
        signal.setitimer(timer, seconds)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        _say("failed", report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        _say("failed", report.nodeid)
