"""Text sent to the model, with typed functions that render it."""
