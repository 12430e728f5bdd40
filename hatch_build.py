"""Adds to a wheel the former name of its package, and the compiled search for this platform.

Without a C compiler, or with NOUGHTS_SEARCH=python, the wheel is pure Python, for any platform.
"""

import os
import runpy
import subprocess
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = Path("engine/search/compiled")
ALIAS = '''"""The name of the package noughts until release 1.2."""

from noughts import __path__, __version__
'''


class Additions(BuildHookInterface):
    """Called before and after the build of a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the alias and the library, and tag the wheel with the platform."""
        self._temporary = TemporaryDirectory()
        alias, library = (Path(self._temporary.name, name) for name in ("alias.py", "search.so"))
        alias.write_text(ALIAS)
        build_data["force_include"][str(alias)] = "service.py"
        if version != "editable" and self._build(library):
            # The library knows nothing of Python, so any version may load it.
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["tag"] = f"py3-none-{platform}"
            build_data["pure_python"] = False
            build_data["force_include"][str(library)] = str("noughts" / FOLDER / "search.so")

    def _build(self, library: Path) -> bool:
        """Whether there is a library."""
        if os.environ.get("NOUGHTS_SEARCH") == "python":
            return False
        build = runpy.run_path(str(Path(self.root, "service") / FOLDER / "build.py"))["build"]
        try:
            return bool(build(library))
        except (OSError, subprocess.CalledProcessError) as error:
            self.app.display_warning(f"The search is not compiled: {error}")
            return False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove what is in the wheel by now."""
        self._temporary.cleanup()
