"""CPU seconds, where a system can count those of a thread and where it cannot."""

from __future__ import annotations

import time

cpu_seconds = getattr(time, "thread_time", time.process_time)
"""The CPU seconds of this thread; in a browser, where Python has no threads, those of the process."""
