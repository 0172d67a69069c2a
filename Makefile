# Every target is a line or two; the work is in Python. `make help` lists them.
PYTHON ?= $(shell for p in python3.14 python3.13 python3.12 python3.11 python3; do \
	command -v $$p >/dev/null && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := $(if $(filter Windows_NT,$(OS)),.venv/Scripts/python.exe,.venv/bin/python)
EVAL := $(if $(FILE),--file "$(FILE)") $(if $(DOCS),--docs "$(DOCS)") $(if $(N),--n $(N)) $(ARGS)
.DEFAULT_GOAL := help
.PHONY: help run doctor dev test test-long check format demo \
	eval-retrieval eval-routing eval-answers eval-task bench-start bench-store bench-turn bench-ingest bench-door

run: ## Set up what is missing (first time only) and open the app
	@$(PYTHON) -m agent start $(ARGS)

doctor: ## Say what is there, what is missing, what to do
	@$(PYTHON) -m agent doctor $(ARGS)

dev: ## Make or update the environment with the developers' tools
	@$(PYTHON) -m agent environment --extra dev

test: dev ## Set up what the tests need and run them (ARGS= goes to pytest)
	@$(VENV) -m tests.environment
	@$(VENV) -m pytest -q -m "not long" -n 2 --dist loadgroup $(ARGS)

test-long: dev ## Run the tests that take more than a minute
	@$(VENV) -m tests.environment
	@$(VENV) -m pytest -q -m long --timeout=3600 $(ARGS)

check: dev ## Look for mistakes without changing a file: ruff, mypy, import-linter
	@$(VENV) -m ruff check . && $(VENV) -m ruff format --check . && $(VENV) -m mypy agent store streamlit_app.py
	@$(dir $(VENV))lint-imports

format: dev ## Put the code into its usual form
	@$(VENV) -m ruff check --fix-only . ; $(VENV) -m ruff format .

demo: dev ## Run the whole road on the sample documents with the real model, without a person
	@$(VENV) -m agent.demo $(ARGS)

eval-retrieval: dev ## Measure the search (FILE= cases, DOCS= folder, N= cases)
	@$(VENV) -m tests.eval.eval_retrieval $(EVAL)

eval-routing: dev ## Measure the routing (FILE=, N=)
	@$(VENV) -m tests.eval.eval_routing $(EVAL)

eval-answers: dev ## Measure the answers (FILE=, DOCS=, N=)
	@$(VENV) -m tests.eval.eval_answers $(EVAL)

eval-task: dev ## Measure larger tasks, each plan worked to its end (FILE=, DOCS=, N=)
	@$(VENV) -m tests.eval.eval_task $(EVAL)

bench-start: dev ## Time the start, an ingestion and a question, beside the bare model
	@$(VENV) -m tests.bench.bench_start $(ARGS)

bench-store: dev ## Time the store at growing sizes
	@$(VENV) -m tests.bench.bench_store $(ARGS)

bench-turn: dev ## Time a turn without its model calls
	@$(VENV) -m tests.bench.bench_turn $(ARGS)

bench-ingest: dev ## Time the reading, embedding and writing of documents
	@$(VENV) -m tests.bench.bench_ingest $(ARGS)

bench-door: dev ## Time the model door beside the bare client
	@$(VENV) -m tests.bench.bench_door $(ARGS)

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /\1\t/' | awk -F '\t' '{ printf "  make %-16s %s\n", $$1, $$2 }'
