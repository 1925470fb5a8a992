"""The command `tilewright`, from its first import on: an interruption is a line and an exit code at any time."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run the command line."""
    # What is imported and loaded stays: looking through it for garbage takes a tenth of a start. Up to the first full
    # screen there are 180,000 objects more.
    gc.set_threshold(300_000)
    try:
        if sys.argv[1:] == ["--version"]:  # asked by scripts, and worth no command line
            from .core.cli.shared.versions import print_versions

            return print_versions()
        from .core.cli.app import app

        app(prog_name="tilewright")
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        raise SystemExit(130) from None
    finally:
        gc.freeze()  # the system takes everything back at once; Python would look through it first


if __name__ == "__main__":
    main()
