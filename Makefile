# `make run` serves on port 8000; `make test` passes the tests. Both need python3 (3.11+) only.

PYTHON := .venv/bin/python
PIP := $(PYTHON) -m pip install --quiet --no-compile --disable-pip-version-check --require-hashes
LOCK := .venv/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-header pyproject.toml
NODE := tests/contract/node

.PHONY: dist-npm help setup run test check audit format openapi client bench bench-http soak ladder screenshots mutants lock clean

help:  ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup: .venv/installed  ## Build .venv from the hash-locked requirements

.venv/installed: requirements-dev.txt
	python3 -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	python3 -m venv --clear .venv
	$(PIP) --requirement requirements-dev.txt
	touch $@

run: setup  ## Serve on port 8000
	$(PYTHON) -m service serve

test: setup  ## Run all tests
	$(PYTHON) -m pytest --numprocesses auto --dist loadfile

check: setup  ## Lint, formatting, types, deployment, contract (the last needs npm)
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/hadolint Dockerfile
	.venv/bin/check-jsonschema --quiet --builtin-schema vendor.compose-spec docker-compose.yml
	.venv/bin/kubernetes-validate --quiet --strict deploy/kubernetes.yaml
	cd $(NODE) && npm ci --silent && npm run --silent check

audit: setup .venv/tools  ## Look for known vulnerabilities in what the service runs with
	$(PYTHON) .ci/audit.py

format: setup  ## Put the code into its one form
	.venv/bin/ruff check --fix
	.venv/bin/ruff format

openapi: setup  ## Write the contract anew from the code
	$(PYTHON) -m service.openapi > openapi/openapi.json

client:  ## Write the types of the client anew from the contract (needs npm)
	cd $(NODE) && npm ci --silent && npm run --silent client

dist-npm:  ## Build the kit as a package for npm, dist/noughts-VERSION.tgz (needs npm)
	rm -rf dist/npm && mkdir -p dist
	cp -r service/static/client dist/npm && cp LICENSE dist/npm
	cd dist/npm && npm pkg set --silent version=$$(sed -n 's/^__version__ = "\(.*\)"/\1/p' ../../service/__init__.py)
	cd dist/npm && npm pack --silent --pack-destination ..
	rm -rf dist/npm

bench: setup .venv/tools  ## Measure: speed and memory, beside other programs
	$(PYTHON) -m benchmarks

bench-http: setup  ## Measure what requests cost, beside the least that a framework takes
	$(PYTHON) -m benchmarks http

soak: setup  ## Load the service for ten minutes, and see that it takes no harm
	$(PYTHON) -m tests.http.soak

ladder: setup  ## Let the levels play one another, and write down how strong they are
	$(PYTHON) -m benchmarks.ladder

screenshots: setup  ## Take the pictures of the README anew (needs chromium)
	$(PYTHON) -m tests.browser.screenshots

mutants: setup .venv/tools  ## Change the engine in small ways and see whether the tests notice
	.venv/bin/mutmut run

.venv/tools: requirements-tools.txt .venv/installed
	$(PIP) --requirement requirements-tools.txt
	touch $@

lock: setup .venv/tools  ## Write the requirements anew with the newest releases
	$(LOCK) --group dev --output-file requirements-dev.txt
	$(LOCK) --constraint requirements-dev.txt --output-file requirements.txt
	$(LOCK) --constraint requirements-dev.txt --group tools --output-file requirements-tools.txt

clean:  ## Remove everything that the other targets build
	rm -rf .venv $(NODE)/node_modules $(NODE)/generated mutants
