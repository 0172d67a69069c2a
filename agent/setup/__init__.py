"""Getting a fresh machine ready: environment, model files, doctor, start."""
