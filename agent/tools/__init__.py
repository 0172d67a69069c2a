"""The tools the agent can call: what they are, how they are chosen and run."""
