# Every target sets up what it needs. `make help` lists them.
PYTHON ?= python3
CXX ?= c++
VENV ?= .venv
BIN = $(VENV)/bin
# How the module and the core's tests are built; `make sanitize` builds them differently.
BUILD ?= build
CMAKE_OPTIONS ?=
SETTINGS ?= --editable
RUN ?=

CORE_FILES := $(shell find core tests/core -name '*.h' -o -name '*.cpp')
# A folder is newer than the package when a module was added: an editable install lists them.
PACKAGE_FOLDERS := $(shell find src -type d -not -name __pycache__)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test format check types layers core unit sanitize native stub pictures clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.package ## watch a demonstration game in the terminal
	$(BIN)/python examples/demonstration.py

test: check types layers core unit ## run every check: format, lint, types, layers, tests

check: $(VENV)/.tools ## check formatting and lint, in Python and C++
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/clang-format --dry-run --Werror $(CORE_FILES)

types: $(VENV)/.package ## check the types
	$(BIN)/mypy

layers: $(VENV)/.package ## check that lower layers do not know upper ones
	$(BIN)/lint-imports

core: $(VENV)/.tools ## test the C++ core alone
	$(BIN)/cmake -S . -B $(BUILD)/core-tests -G Ninja -DENLIGNE_CORE_TESTS=ON $(CMAKE_OPTIONS) \
		-DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) > /dev/null
	$(BIN)/cmake --build $(BUILD)/core-tests
	$(BIN)/ctest --test-dir $(BUILD)/core-tests --output-on-failure --parallel 2

unit: $(VENV)/.package ## test the package
	$(RUN) $(BIN)/python -m pytest -q --numprocesses 2

sanitize: ## run all tests on a build that checks addresses and undefined behaviour
	$(MAKE) core unit VENV=build/sanitize/venv BUILD=build/sanitize \
		CMAKE_OPTIONS=-DENLIGNE_SANITIZE=ON \
		SETTINGS="--config-settings=cmake.define.ENLIGNE_SANITIZE=ON --config-settings=build-dir=build/sanitize/module" \
		RUN="LD_PRELOAD=$$($(CXX) -print-file-name=libasan.so):$$($(CXX) -print-file-name=libubsan.so) ASAN_OPTIONS=detect_leaks=0"

native: $(VENV)/.tools ## rebuild the package for this machine's processor
	$(BIN)/python -m pip install --quiet --no-build-isolation $(SETTINGS) . \
		--config-settings=cmake.define.ENLIGNE_NATIVE=ON --config-settings=build-dir=build/native

format: $(VENV)/.tools ## format all code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i $(CORE_FILES)

stub: $(VENV)/.package ## write the typed stub of the compiled module anew
	$(BIN)/python -m nanobind.stubgen --quiet -m enligne._core -o src/enligne/_core.pyi

pictures: $(VENV)/.package ## draw the pictures of the documentation anew
	$(BIN)/python docs/pictures.py

clean: ## remove everything that was built or installed here
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.tools: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || \
		{ echo "Python 3.11 or later is needed: install it, or name it with PYTHON=..." >&2; exit 1; }
	@command -v $(CXX) > /dev/null || \
		{ echo "A C++20 compiler is needed: install g++ or clang, or name it with CXX=..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "Python's venv module is needed: on Debian, install python3-venv" >&2; exit 1; }
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --group dev
	@touch $@

$(VENV)/.package: $(VENV)/.tools $(CORE_FILES) CMakeLists.txt $(PACKAGE_FOLDERS)
	$(BIN)/python -m pip install --quiet --no-build-isolation $(SETTINGS) .
	@touch $@
