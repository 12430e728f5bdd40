# `make run` serves on port 8000; `make test` passes the tests. Both need python3 (3.11+) only.

PYTHON := .venv/bin/python
CONTRACT := openapi/openapi.json
NODE := cd tests/contract/node && npm

.PHONY: help setup run test check format openapi lint-contract bench mutants lock clean

help:  ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup: .venv/installed  ## Build .venv from the hash-locked requirements

.venv/installed: requirements-dev.txt
	python3 -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	python3 -m venv --clear .venv
	$(PYTHON) -m pip install --quiet --no-compile --disable-pip-version-check \
		--require-hashes --requirement requirements-dev.txt
	touch $@

run: setup  ## Serve on port 8000
	$(PYTHON) -m service serve

test: setup  ## Run all tests
	$(PYTHON) -m pytest

check: setup lint-contract  ## Lint, formatting, types, contract
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/hadolint Dockerfile

format: setup  ## Put the code into its one form
	.venv/bin/ruff check --fix
	.venv/bin/ruff format

openapi: setup  ## Write the contract anew
	$(PYTHON) -m service.export_contract > $(CONTRACT)
