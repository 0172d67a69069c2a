"""What the agent remembers: the conversation window and experience."""
