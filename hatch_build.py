"""Adds the contract and the compiled search to a wheel, and links an editable installation.

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
# An editable installation adds the folder of this link to the import path (`dev-mode-dirs` in
# pyproject.toml), so that the checkout's other packages are not installed.
LINK = Path("build/editable/noughts")


class Additions(BuildHookInterface):
    """Called before and after the build of a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the contract and the library, or link the working tree."""
        self._temporary = TemporaryDirectory()
        if version == "editable":
            link, package = Path(self.root, LINK), Path(self.root, "service")
            link.parent.mkdir(parents=True, exist_ok=True)
            link.unlink(missing_ok=True)
            link.symlink_to(package)
            self._build(package / FOLDER / "search.so")
            return
        for document in Path(self.root, "openapi").glob("openapi*.json"):
            build_data["force_include"][str(document)] = f"noughts/{document.name}"
        library = Path(self._temporary.name, "search.so")
        if self._build(library):
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
