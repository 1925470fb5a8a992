"""The site made of these pages: `sphinx-build -W --keep-going -b html docs BUILD`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from tilewright import __version__

project = "tilewright"
author = "the authors of tilewright"
project_copyright = author
version = release = __version__

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["provenance/*", "learned/words/*", "build"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

templates_path = ["_templates"]
# .ci/site names the versions beside this one, and the way to the top from a version's folder.
html_context = {
    "site_versions": os.environ.get("SITE_VERSIONS", "").split(),
    "site_top": os.environ.get("SITE_TOP", ""),
}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "versions.html",
        "sidebar/scroll-end.html",
    ]
}
html_theme = "furo"
html_title = f"tilewright {release}"
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": True}
