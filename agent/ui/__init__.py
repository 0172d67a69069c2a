"""The face: Streamlit pages over ``agent.app``. It keeps no truth of its own."""

from pathlib import Path

ICON = str(Path(__file__).with_name("icon.png"))
"""The page's icon. A file, for a named symbol would be fetched from the network."""
