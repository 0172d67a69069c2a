"""The type of what ``add_to`` receives."""

from __future__ import annotations

import argparse

Commands = argparse._SubParsersAction[argparse.ArgumentParser]
