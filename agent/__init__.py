"""The brain: graph, models, tools, and in ``ui`` its face."""
