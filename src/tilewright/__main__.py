"""The command `tilewright`, from its first import on: an interruption is a line and an exit code at any time."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    try:
        from .core.cli import app

        app(prog_name="tilewright")
    except KeyboardInterrupt:
        import sys

        print("interrupted", file=sys.stderr)
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
