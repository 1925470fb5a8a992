"""Code of strangers: whatever it raises is an error that names it, and Ctrl-C stays Ctrl-C."""

from __future__ import annotations

import os
import signal
import sys
import threading

import pytest

from tilewright.core.base.errors import PluginError, UsageError
from tilewright.core.base.plugin_errors import running


class Unheard(BaseException):
    pass


class Mute(Exception):
    def __str__(self) -> str:
        sys.exit("no text")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (SystemExit(), "bot x: SystemExit"),
        (SystemExit(0), "bot x: SystemExit: 0"),
        (SystemExit("bye"), "bot x: SystemExit: bye"),
        (KeyboardInterrupt(), "bot x: KeyboardInterrupt"),
        (GeneratorExit("gone"), "bot x: GeneratorExit: gone"),
        (StopIteration(3), "bot x: StopIteration: 3"),
        (Unheard("boo"), "bot x: Unheard: boo"),
        (ValueError("no"), "bot x: ValueError: no"),
        (Mute(), "bot x: Mute: its text cannot be had (SystemExit)"),
    ],
)
def test_whatever_is_raised_becomes_a_sentence(error: BaseException, said: str) -> None:
    with pytest.raises(PluginError) as raised, running("bot x"):
        raise error
    assert str(raised.value) == said
    assert raised.value.__cause__ is error


def test_errors_that_may_pass_do() -> None:
    with pytest.raises(UsageError, match=r"^3 settings$"), running("bot x"):
        raise UsageError("3 settings")
    with pytest.raises(PluginError, match="bot x: UsageError: 3"), running("bot x", ()):
        raise UsageError("3 settings")


def press() -> None:
    """Ctrl-C, as the terminal sends it."""
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
@pytest.mark.parametrize("then", [None, SystemExit(3), ValueError("swallowed")])
def test_ctrl_c_of_the_person_stays_what_it_is(then: BaseException | None) -> None:
    # The tests may run in the background of a script, where shells have it ignored.
    given = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), running("bot x"):
            try:
                press()
            except KeyboardInterrupt:
                if then is not None:
                    raise then from None
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, given)


def test_another_thread_may_run_it_too() -> None:
    said = []

    def run() -> None:
        try:
            with running("bot x"):
                raise KeyboardInterrupt
        except PluginError as error:
            said.append(str(error))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert said == ["bot x: KeyboardInterrupt"]
