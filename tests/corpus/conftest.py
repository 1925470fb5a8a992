"""The packages of others have tests of their own, which their authors run."""

collect_ignore = ["packages", "v1.0"]
