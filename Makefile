# `make run` serves on port 8000; `make test` runs the tests. Both need only python3 (3.11 or newer).

PYTHON := .venv/bin/python
# Packages are installed without bytecode, so processes must be able to write it. Otherwise, each would recompile.
unexport PYTHONDONTWRITEBYTECODE
# If the machine has pip, .venv does not get its own, because installing it takes longer than everything else.
MACHINE_PIP = $(shell python3 -m pip --version 2>/dev/null)
# The locks are complete, so pip has nothing to resolve.
PIP = $(if $(MACHINE_PIP),python3 -m pip --python $(PYTHON),$(PYTHON) -m pip) install --quiet \
	--no-compile --disable-pip-version-check --require-hashes --no-deps
LOCK := .venv/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-header pyproject.toml
# Many tests wait for a server or a timeout, so run two more processes than there are cores.
PYTEST = $(PYTHON) -m pytest --numprocesses $(shell python3 -c 'import os; print((os.cpu_count() or 1) + 2)')
NODE := tests/contract/node
VERSION = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' service/__init__.py)
DIST := dist
BUILDER := docker

.PHONY: help setup run test test-all check audit format openapi client docs-style dist dist-npm image test-image \
	bench bench-http against soak ladder screenshots mutants lock clean

help:  ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup: .venv/serve  ## Create .venv with the hash-locked runtime dependencies

.venv/serve: requirements.txt
	python3 -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	python3 -m venv --clear $(if $(MACHINE_PIP),--without-pip) .venv
	$(PIP) --requirement $<
	touch $@

.venv/test .venv/dev .venv/tools: .venv/%: requirements-%.txt .venv/serve
	$(PIP) --requirement $<
	touch $@

setup: service/engine/search/compiled/search.so

service/engine/search/compiled/search.so: service/engine/search/compiled/search.c .venv/serve
	$(PYTHON) -m service.engine.search.compiled.build

run: setup  ## Serve on port 8000
	$(PYTHON) -m service serve

test: setup .venv/test  ## Run all tests that need only Python
	$(PYTEST) --dist worksteal -m 'not full' --ignore=tests/browser --ignore=tests/contract/test_schemathesis.py -p no:schemathesis

test-all: setup .venv/dev  ## Run all tests and 60 seconds of load; needs chromium, go, nginx, node, npm, prometheus
	$(PYTEST) --dist loadfile --no-loadscope-reorder
	$(PYTHON) -m tests.http.soak 60

check: .venv/dev  ## Check linting, formatting, types, deployment files and the contract (needs npm)
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/hadolint Dockerfile
	.venv/bin/check-jsonschema --quiet --builtin-schema vendor.compose-spec docker-compose.yml
	.venv/bin/kubernetes-validate --quiet --strict deploy/kubernetes.yaml
	cd $(NODE) && npm ci --silent && npm run --silent check

audit: .venv/tools  ## Check the runtime dependencies for known vulnerabilities
	$(PYTHON) .ci/audit.py

format: .venv/dev  ## Format the code
	.venv/bin/ruff check --fix
	.venv/bin/ruff format

openapi: setup  ## Generate the contract from the code
	$(PYTHON) -m service.openapi > openapi/openapi.json

client:  ## Generate the JavaScript client's types and bounds from the contract (needs npm)
	cd $(NODE) && npm ci --silent && npm run --silent client

docs-style: .venv/dev  ## Generate the style sheet of /docs from Swagger UI's (needs npm)
	cd $(NODE) && npm ci --silent && node swagger_style.mjs $$(../../../$(PYTHON) -c 'import fastapi_swagger as f, importlib.metadata as m; print(f.__path__[0] + "/resources", m.version("fastapi-swagger"))')

dist: .venv/dev .venv/tools  ## Build the release artifacts: wheel, npm package, SBOM, checksums (needs npm)
	rm -rf $(DIST)
	$(MAKE) --no-print-directory dist-npm
	$(PYTHON) -m pip wheel --quiet --no-deps --wheel-dir $(DIST) .
	sed 's/^dynamic = .*/version = "$(VERSION)"/' pyproject.toml > $(DIST)/pyproject.toml
	$(PYTHON) -W ignore -m cyclonedx_py requirements --pyproject $(DIST)/pyproject.toml --output-reproducible \
		--output-file $(DIST)/noughts-$(VERSION).cdx.json requirements.txt
	rm $(DIST)/pyproject.toml
	cd $(DIST) && sha256sum noughts-* > SHA256SUMS

dist-npm:  ## Build the npm package dist/noughts-VERSION.tgz (needs npm)
	rm -rf $(DIST)/npm && mkdir -p $(DIST)
	cp -r service/static/client $(DIST)/npm && cp LICENSE $(DIST)/npm
	cd $(DIST)/npm && npm pkg set --silent version=$(VERSION)
	cd $(DIST)/npm && npm pack --silent --pack-destination ..
	rm -rf $(DIST)/npm

image:  ## Build the image noughts:VERSION with docker, or with BUILDER=buildah
	$(BUILDER) build --build-arg VERSION=$(VERSION) --tag noughts:$(VERSION) .

test-image: .venv/dev  ## Build the image without a daemon and run it (needs root, buildah, debootstrap)
	$(PYTHON) -m tests.deploy.image

bench: .venv/dev .venv/tools  ## Measure speed and memory, compared with other programs
	$(PYTHON) -m benchmarks

bench-http: .venv/dev  ## Measure the cost of requests, compared with a minimal framework route
	$(PYTHON) -m benchmarks http

against: .venv/dev  ## Compare responses and costs with another revision: REVISION=v1.0.0
	$(PYTHON) -m benchmarks.against $(REVISION)

soak: .venv/test  ## Run ten minutes of load and check memory, open files and threads
	$(PYTHON) -m tests.http.soak

ladder: .venv/test  ## Play the levels against each other and write their strength to a file
	$(PYTHON) -m benchmarks.ladder

screenshots: .venv/dev  ## Take the README screenshots and the dashboard picture (needs chromium, prometheus)
	$(PYTHON) -m tests.browser.screenshots
	$(PYTHON) -m tests.deploy.dashboard_picture

mutants: .venv/test .venv/tools  ## Run mutation tests on the engine
	.venv/bin/mutmut run

lock: .venv/tools  ## Update the hash-locked requirements to the newest releases
	$(LOCK) --group dev --output-file requirements-dev.txt
	$(LOCK) --constraint requirements-dev.txt --group test --output-file requirements-test.txt
	$(LOCK) --constraint requirements-dev.txt --output-file requirements.txt
	$(LOCK) --constraint requirements-dev.txt --group tools --output-file requirements-tools.txt

clean:  ## Remove everything created by the other targets
	rm -rf .venv $(DIST) $(NODE)/node_modules $(NODE)/generated mutants
