"""The memory: documents, passages, summaries, checkpoints, logs. Plain values out."""
