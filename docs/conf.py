"""The site: `nox -s docs` builds it from this folder, from nothing that is elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from clabber_audit.core import __version__

project = "clabber-audit"
release = version = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "handbook.site"]
exclude_patterns = ["handbook"]
myst_heading_anchors = 3
myst_enable_extensions = ["deflist"]

default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"

html_theme = "furo"
html_title = "clabber-audit"
html_static_path = ["static"]
html_css_files = ["handbook.css"]
html_show_copyright = False
html_show_sourcelink = False
html_copy_source = False
html_use_index = False
html_domain_indices = False
