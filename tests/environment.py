"""Gets what the tests need besides packages: a browser, a Korean font, two model files.

Run by `make test` as ``python -m tests.environment``; costs nothing when all is there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from agent.commands import output
from agent.errors import AgentError
from agent.settings import load_settings
from agent.setup import readiness
from agent.setup.model_download import fetch
from agent.setup.model_files import PLUMBING, STANDARD

DEBIAN_PACKAGES = ("chromium", "chromium-driver", "fonts-nanum", "libgomp1")


def main() -> int:
    """Get everything; return 1 where the tests cannot run."""
    _get_browser()
    try:
        settings = load_settings()
        for model in (PLUMBING, STANDARD):
            if not model.is_whole(settings.models_path):
                output.note(f"Fetching {model.title}, {model.size_bytes / 1e6:.0f} MB (once) ...")
                fetch(model, settings.models_path)
        if readiness.wants_embedder(settings):
            output.note("Fetching the second embedder, 91 MB (once) ...")
            readiness.fetch_embedder(settings)
    except AgentError as error:
        output.note(str(error))
        return 1
    return 0


def _get_browser() -> None:
    if shutil.which("dpkg-query") is None:
        if shutil.which("chromium") is None or shutil.which("chromedriver") is None:
            output.note(
                "Chromium and chromedriver were not found: install them for tests/browser, "
                "which is skipped otherwise."
            )
        return
    missing = [package for package in DEBIAN_PACKAGES if not _installed(package)]
    if not missing:
        return
    wanted = " ".join(missing)
    if os.geteuid() != 0:
        output.note(
            f"Missing for the tests: {wanted}. Install them with\n"
            f"  sudo apt-get install --no-install-recommends {wanted}\n"
            "tests/browser is skipped until then."
        )
        return
    output.note(f"Installing {wanted} ...")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", *missing]):
        done = subprocess.run(
            ["apt-get", "-qq", *command], env=quiet, check=False, stdout=subprocess.DEVNULL
        )
        if done.returncode != 0:
            output.note(f"apt-get could not {command[0]} ({wanted}); tests/browser is skipped.")
            return


def _installed(package: str) -> bool:
    done = subprocess.run(
        ["dpkg-query", "-W", "-f=${Status}", package],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    return "ok installed" in done.stdout


if __name__ == "__main__":
    sys.exit(main())
