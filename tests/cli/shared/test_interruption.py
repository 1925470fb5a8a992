"""The first signal ends the work, the second the process; what was ignored before stays ignored."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tilewright.core.base import plugin_errors
from tilewright.core.base.errors import PluginError
from tilewright.core.base.plugin_errors import ENDING
from tilewright.core.cli.shared.interruption import interruptible
from tilewright.core.simulation.workers import late_interrupts


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """Scripts and `nohup` have signals ignored in what they start."""
    before = {number: signal.signal(number, signal.SIG_DFL) for number in ENDING}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", ENDING)
def test_the_first_ends_the_work_and_the_second_the_process(number: signal.Signals) -> None:
    before = [signal.getsignal(one) for one in ENDING]
    with pytest.raises(KeyboardInterrupt), interruptible():
        try:
            signal.raise_signal(number)
        finally:
            assert {signal.getsignal(one) for one in ENDING} == {signal.SIG_DFL}
    assert [signal.getsignal(one) for one in ENDING] == before


def test_what_must_not_be_left_half_done_is_done_first() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), interruptible():
        with late_interrupts():
            signal.raise_signal(signal.SIGTERM)
            done.append("inside")
        done.append("afterwards")
    assert done == ["inside"]


def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interruptible():
            os.kill(os.getpid(), signal.SIGINT)
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_before_the_command_has_been_read() -> None:
    code = (
        "import sys\n"
        "class Typed:\n"
        "    def find_spec(self, name, *more):\n"
        "        if name == 'typer': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Typed())\n"
        "from tilewright.__main__ import main\nmain()"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "interrupted\n")


def test_only_ctrl_c_where_a_person_goes_on() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with interruptible(term=False):
        assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize("number", ENDING)
def test_what_comes_while_a_plugin_runs_is_no_failure_of_it(number: signal.Signals) -> None:
    with pytest.raises(KeyboardInterrupt), interruptible():
        with plugin_errors.running("a game"), plugin_errors.running("a bot"):
            try:
                signal.raise_signal(number)
            finally:
                assert {signal.getsignal(one) for one in ENDING} == {signal.SIG_DFL}
        raise AssertionError("it was taken for a failure")
    with pytest.raises(PluginError, match="KeyboardInterrupt"), plugin_errors.running("a game"):
        raise KeyboardInterrupt
