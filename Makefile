# `make run` serves on port 8000, and `make test` runs the tests. Both need only python3, 3.11 or newer.

PYTHON := .venv/bin/python
# Settings of a user's shell do not apply here: of pip, all except those for its connections; of
# Python, those that change the import path, skip assertions, or turn warnings into errors. Packages
# are installed without bytecode, so each process must be able to keep what it compiles.
unexport $(filter-out PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_FIND_LINKS PIP_TRUSTED_HOST PIP_PROXY \
	PIP_CERT PIP_CLIENT_CERT PIP_TIMEOUT PIP_RETRIES PIP_CACHE_DIR PIP_CONFIG_FILE \
	PIP_USER PIP_REQUIRE_VIRTUALENV, $(filter PIP_%,$(.VARIABLES)))
unexport PYTHONHOME PYTHONPATH PYTHONSAFEPATH PYTHONOPTIMIZE PYTHONWARNINGS PYTHONDONTWRITEBYTECODE
# These override a configuration file of pip, too.
export PIP_USER := 0
export PIP_REQUIRE_VIRTUALENV := 0
# .venv gets its own pip only if the machine has none: that takes longer than everything else.
MACHINE_PIP = $(shell python3 -m pip --version 2>/dev/null)
# The locks are complete, so pip has nothing to resolve.
PIP = $(if $(MACHINE_PIP),python3 -m pip --python $(PYTHON),$(PYTHON) -m pip) install --quiet \
	--no-compile --disable-pip-version-check --require-hashes --no-deps
LOCK := .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-header pyproject.toml
# A group repeats nothing that an earlier one has.
WITHOUT = $(foreach name,$(shell sed -n 's/^\([^ =]*\)==.*/\1/p' $(1)),--no-emit-package $(name))
# Many tests wait for a server or a timeout, so two processes more than the number of cores.
# A hanging test ends its process, and with it the run, which could not go on.
CORES := $(shell python3 -c 'import os; print(os.cpu_count() or 1)')
PYTEST = $(PYTHON) -m pytest --max-worker-restart 0 --numprocesses $$(($(CORES) + 2))
# What makes the pages, and the linters of the contract: folders with packages of npm.
NODE := web tests/contract/node
NODE_PACKAGES := $(NODE:=/node_modules/.package-lock.json)
SWAGGER_UI := "import fastapi_swagger as f, importlib.metadata as m; \
	print(f.__path__[0] + '/resources', m.version('fastapi-swagger'))"
VERSION := $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' service/__init__.py)
DIST := dist
NPM_PACKAGE = $(DIST)/noughts-$(VERSION).tgz

.PHONY: help setup run test test-all test-release check check-python check-node audit format openapi pages dist bench bench-http ladder lock lock-serve lock-test lock-dev lock-tools clean

help:  ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup: .venv/serve  ## Create .venv with the runtime dependencies, from hash-locked requirements

.venv/serve: requirements.txt
	python3 -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	python3 -m venv --clear $(if $(MACHINE_PIP),--without-pip) .venv
	$(PIP) --requirement $<
	touch $@

.venv/test: .venv/serve
.venv/dev: .venv/test
.venv/tools: .venv/dev
.venv/test .venv/dev .venv/tools: .venv/%: requirements-%.txt
	$(PIP) --requirement $<
	touch $@

setup: service/engine/search/compiled/search.so

service/engine/search/compiled/search.so: $(wildcard service/engine/search/compiled/*.[ch]) .venv/serve
	$(PYTHON) -m service.engine.search.compiled

run: setup  ## Serve on port 8000
	$(PYTHON) -m service serve

test: setup .venv/test  ## Run all tests that need only Python
	$(PYTEST) --dist worksteal -m 'not full and not release' --ignore=tests/browser --ignore=tests/contract/test_schemathesis.py -p no:schemathesis

test-all: setup .venv/dev .venv/tools  ## Run all tests but those of a release (see .ci/run for the programs)
	$(PYTEST) --dist loadfile --no-loadscope-reorder -m 'not release'

test-release: setup .venv/dev .venv/tools  ## Run what a release needs: whole samples, client generators, fresh projects (go, java, npm, php, ruby)
	$(PYTEST) --dist loadfile -m release -p no:schemathesis

check: check-python check-node  ## Check lint, formatting, types, deployment files and the contract (npm)

check-python: .venv/dev
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/hadolint Dockerfile
	.venv/bin/check-jsonschema --quiet --builtin-schema vendor.compose-spec docker-compose.yml
	.venv/bin/kubernetes-validate --quiet --strict -k 1.25.0 -k 1.37.0 deploy/kubernetes.yaml
	$(PYTHON) -m openapi.compatibility
	$(PYTHON) -m web.pages --check

check-node: .venv/test $(NODE_PACKAGES)
	for folder in $(NODE); do (cd $$folder && npm run --silent check) || exit; done
	node web/swagger_style.mjs $$($(PYTHON) -c $(SWAGGER_UI)) --check

audit: setup .venv/tools  ## Test the newest uvicorn, and look for known vulnerabilities
	$(filter-out --require-hashes,$(PIP)) --upgrade --target .venv/newest uvicorn
	PYTHONPATH=$(CURDIR)/.venv/newest $(PYTEST) -m 'not full' tests/http
	$(PYTHON) .ci/audit.py

format: .venv/dev  ## Format the code
	.venv/bin/ruff check --fix
	.venv/bin/ruff format

openapi: .venv/test setup  ## Generate both forms of the contract, and the pages (npm)
	$(PYTHON) -m openapi
	$(MAKE) --no-print-directory pages

pages: .venv/test web/node_modules/.package-lock.json  ## Build the pages from their sources and the contract (npm)
	cd web && npm run --silent build
	$(PYTHON) -m web.pages
	node web/swagger_style.mjs $$($(PYTHON) -c $(SWAGGER_UI))

%/node_modules/.package-lock.json: %/package-lock.json
	cd $* && npm ci --silent

dist: .venv/dev .venv/tools  ## Build the release artifacts: wheel, npm package, SBOM, checksums (npm)
	rm -rf $(DIST)
	$(MAKE) --no-print-directory $(NPM_PACKAGE)
	$(PYTHON) -m pip wheel --quiet --no-deps --wheel-dir $(DIST) .
	sed 's/^dynamic = .*/version = "$(VERSION)"/' pyproject.toml > $(DIST)/pyproject.toml
	$(PYTHON) -W ignore -m cyclonedx_py requirements --pyproject $(DIST)/pyproject.toml --output-reproducible \
		--output-file $(DIST)/noughts-$(VERSION).cdx.json requirements.txt
	rm $(DIST)/pyproject.toml
	cd $(DIST) && sha256sum noughts-* > SHA256SUMS

$(NPM_PACKAGE): $(wildcard service/static/client/*)
	rm -rf $(DIST)/npm && mkdir -p $(DIST)
	cp -r service/static/client $(DIST)/npm && cp LICENSE $(DIST)/npm
	cd $(DIST)/npm && npm pkg set --silent version=$(VERSION)
	cd $(DIST)/npm && npm pack --silent --pack-destination ..
	rm -rf $(DIST)/npm

bench: .venv/dev .venv/tools  ## Measure speed and memory, next to other programs
	$(PYTHON) -m benchmarks

bench-http: .venv/dev  ## Measure requests, next to bare FastAPI and another release: REVISION=v1.1.0
	$(PYTHON) -m benchmarks http

ladder: .venv/test  ## Play the levels against each other, and record their strength
	$(PYTHON) -m benchmarks.ladder

lock: .venv/tools  ## Update the hash-locked requirements to the newest releases
	$(LOCK) --upgrade --group dev --group tools --output-file .venv/all.txt
	$(MAKE) --no-print-directory lock-tools

lock-serve:
	$(LOCK) --constraint .venv/all.txt --output-file requirements.txt
lock-test: lock-serve
	$(LOCK) --constraint .venv/all.txt --group test \
		$(call WITHOUT,requirements.txt) --output-file requirements-test.txt
lock-dev: lock-test
	$(LOCK) --constraint .venv/all.txt --group dev \
		$(call WITHOUT,requirements.txt requirements-test.txt) --output-file requirements-dev.txt
lock-tools: lock-dev
	$(LOCK) --constraint .venv/all.txt --group dev --group tools \
		$(call WITHOUT,requirements.txt requirements-test.txt requirements-dev.txt) \
		--output-file requirements-tools.txt

clean:  ## Remove everything the other targets create
	rm -rf .venv $(DIST) $(NODE:=/node_modules) web/tests/types/generated mutants
