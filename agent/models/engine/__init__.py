"""The built-in model server: the part of Ollama's API that the app uses, on llama.cpp.

It runs as a child process (``python -m agent.models.engine``) and imports nothing of the app.
"""
