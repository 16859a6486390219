# Every target sets up what it needs. `make help` lists them.
PYTHON ?= python3
# Those that compile wheels: 3.11, and 3.12 or later.
PYTHONS ?= $(PYTHON)
CXX ?= c++
VENV ?= .venv
BIN = $(VENV)/bin
# How the module and the core's tests are built; `make sanitize` builds them differently.
BUILD ?= build
CMAKE_OPTIONS ?=
CLANG ?= clang++
SETTINGS ?= --editable
RUN ?=
TESTS ?=

# The tests start hundreds of programs: none compiles its modules anew, whatever the shell says.
export PYTHONDONTWRITEBYTECODE :=

# The engine for Gomocup managers, without Python.
PBRAIN = $(BUILD)/pbrain/pbrain-enligne

# The built page, and what it is built from.
PAGE = src/enligne/server/page/index.html
PAGE_FILES := $(shell find web -path web/node_modules -prune -o -path web/dist -prune -o -type f -print)

CORE_FILES := $(shell find core tests/core -name '*.h' -o -name '*.cpp')
# A folder is newer than the package when a module was added: an editable install lists them. Those
# of the page and of compiled modules are made before, so that they make none newer.
PACKAGE_FOLDERS := $(shell find src -type d -not -name __pycache__ -not -path '*/server/page*')

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test format check types layers core clang page web unit race sanitize native pbrain cross stub pictures contract course docs tune wheels trial clean others

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.package $(PAGE) ## start the server and open the page; HOST=0.0.0.0 lets others in
	@$(BIN)/enligne

# Only where it is asked for: some shells export the name of the machine as HOST.
ifeq ($(origin HOST),command line)
play: export ENLIGNE_HOST = $(HOST)
endif

# The page is set up while the core compiles. The tests of the package then wait much of their
# time, and the other checks take what they leave.
test: ## run every check: format, lint, types, layers, tests, browser
	@$(MAKE) --jobs 2 $(VENV)/.package $(VENV)/.tools web/node_modules/.dev $(VENV)/.services
	@$(MAKE) $(PAGE)
	@$(MAKE) --jobs 2 unit others

others:
	@nice -n 5 $(MAKE) check types layers web core clang

check: $(VENV)/.tools ## check formatting and lint, in Python and C++
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/clang-format --dry-run --Werror $(CORE_FILES)

# Editors have pyright; it is asked about a program of a user.
types: $(VENV)/.package $(VENV)/.tools web/node_modules/.dev ## check the types
	$(BIN)/mypy
	node web/node_modules/pyright/index.js --pythonpath $(BIN)/python

layers: $(VENV)/.package $(VENV)/.tools ## check that lower layers do not know upper ones
	$(BIN)/lint-imports

# The folder of a build without Python, its CMake options, what is built of it.
define cmake_build
	$(BIN)/cmake -S . -B $(1) -G Ninja $(2) -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) > /dev/null
	MAKEFLAGS= $(BIN)/cmake --build $(1) $(3)
endef

# The same for the core's tests, and what is run of them.
define core_tests
	$(call cmake_build,$(1),-DENLIGNE_CORE_TESTS=ON $(2),$(3))
	$(BIN)/ctest --test-dir $(1) --output-on-failure --parallel 2 $(4)
endef

core: $(VENV)/.build ## test the C++ core alone
	$(call core_tests,$(BUILD)/core-tests,$(CMAKE_OPTIONS))

clang: $(VENV)/.build $(VENV)/.services ## compile and test the core with clang
	$(call core_tests,build/core-tests-clang,-DCMAKE_CXX_COMPILER=$(CLANG))

race: $(VENV)/.build ## test what threads of the core share, on a build that sees races
	$(call core_tests,build/race,-DENLIGNE_RACE=ON,--target thread_tests,--tests-regex threads)

page: $(PAGE) ## build the page, which the package has inside

web: $(PAGE) web/node_modules/.dev ## build the page, check its code and texts, and test its modules
	cd web && npm run --silent lint && npm run --silent check && npm run --silent check:texts && npm run --silent test

# Tests wait much of their time, for browsers and programs: four at once keep two cores busy. Those
# of a file share what is started for them; the quick files come last.
unit: $(VENV)/.package $(VENV)/.tools $(VENV)/.services web/node_modules/.dev $(PAGE) $(PBRAIN) ## test the package, the server and the page
	PBRAIN=$(abspath $(PBRAIN)) $(RUN) $(BIN)/python -m pytest -q --numprocesses 4 --dist loadfile --no-loadscope-reorder $(TESTS)

sanitize: ## run all tests on a build that checks addresses and undefined behaviour
	$(MAKE) core unit VENV=build/sanitize/venv BUILD=build/sanitize \
		CMAKE_OPTIONS=-DENLIGNE_SANITIZE=ON TESTS="--ignore=tests/server --ignore=tests/browser" \
		SETTINGS="--config-settings=cmake.define.ENLIGNE_SANITIZE=ON --config-settings=cmake.define.ENLIGNE_PAGE=OFF --config-settings=build-dir=build/sanitize/module" \
		RUN="LD_PRELOAD=$$($(CXX) -print-file-name=libasan.so):$$($(CXX) -print-file-name=libubsan.so) ASAN_OPTIONS=detect_leaks=0:handle_segv=0"

pbrain: $(PBRAIN) ## build the engine for Gomocup managers as a program that needs no Python

# The package has the version.
PBRAIN_OPTIONS = -DENLIGNE_PBRAIN=ON -DENLIGNE_VERSION=$$($(BIN)/python -c 'import enligne; print(enligne.__version__)')

$(PBRAIN): $(VENV)/.package $(CORE_FILES) CMakeLists.txt
	$(call cmake_build,$(@D),$(PBRAIN_OPTIONS) $(CMAKE_OPTIONS),--target pbrain-enligne)
	@touch $@

# By Debian's mingw-w64, and by Zig's compiler from PyPI for what it calls these.
ZIG_TARGETS = x86_64-windows-gnu aarch64-macos x86_64-macos
CROSS = $(addprefix cross-,mingw $(ZIG_TARGETS))
ZIG = $(shell $(BIN)/python -c 'import pathlib, ziglang; print(pathlib.Path(ziglang.__file__).parent / "zig")')
cross-mingw: TOOLCHAIN = mingw.cmake
$(ZIG_TARGETS:%=cross-%): TOOLCHAIN = zig.cmake -DENLIGNE_TARGET=$(@:cross-%=%) -DENLIGNE_ZIG=$(ZIG)

cross: $(CROSS) ## build pbrain-enligne and the core's tests for Windows and macOS; try those for Windows under wine

.PHONY: $(CROSS)
$(CROSS): $(VENV)/.package $(VENV)/.cross
	$(call cmake_build,build/cross/$(@:cross-%=%)/pbrain,$(PBRAIN_OPTIONS) --toolchain cmake/$(TOOLCHAIN),--target pbrain-enligne)
	$(call cmake_build,build/cross/$(@:cross-%=%)/tests,-DENLIGNE_CORE_TESTS=ON --toolchain cmake/$(TOOLCHAIN))
	$(if $(findstring macos,$@),,WINEPREFIX=$(abspath build/wine) WINEDEBUG=-all $(BIN)/ctest --test-dir build/cross/$(@:cross-%=%)/tests --output-on-failure --parallel 2)

native: $(VENV)/.build ## rebuild the package for this machine's processor
	$(BIN)/python -m pip install --verbose --no-deps --no-build-isolation $(SETTINGS) . \
		--config-settings=cmake.define.ENLIGNE_NATIVE=ON --config-settings=build-dir=build/native

format: $(VENV)/.tools ## format all code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i $(CORE_FILES)

stub: $(VENV)/.package ## write the typed stub of the compiled module anew
	$(BIN)/python -m nanobind.stubgen --quiet -m enligne._core -o src/enligne/_core.pyi

pictures: $(VENV)/.package $(VENV)/.tools $(VENV)/.services $(PAGE) ## draw the pictures of the documentation anew
	$(BIN)/python docs/icons.py
	$(BIN)/python docs/pictures.py
	$(BIN)/python -m docs.screenshots
	$(BIN)/python docs/terminal_pictures.py

contract: $(VENV)/.package ## write the page's types and the tables of the documentation anew
	$(BIN)/python docs/contract.py

course: $(VENV)/.tools ## write the pages of the course and the lessons of the page anew
	$(BIN)/python docs/course.py

SITE = build/site

# Warnings are errors: links, names of the library and files that are not there.
docs: $(VENV)/.package $(VENV)/.tools ## make the site of the documentation, and check its links
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --fresh-env --quiet -c docs . $(SITE)
	@echo "The site: $(SITE)/index.html"

tune: $(VENV)/.package ## tune the weights of the Gomoku engine anew, from games: takes hours
	$(BIN)/python -m tuning.gomoku --games 12000 --generations 6 --nodes 3000

wheels: $(VENV)/.release $(PAGE) ## make Linux wheels for x86-64 and ARM64; PYTHONS="python3.11 python3.12"
	$(BIN)/python -m release.wheels $(addprefix --python ,$(PYTHONS))

trial: $(VENV)/.package $(VENV)/.tools $(PAGE) ## try a wheel in an empty environment, page and browser included; WHEEL=...
	rm -rf build/trial
	$(if $(WHEEL),,$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir build/trial .)
	$(BIN)/python -m release.trial $(or $(WHEEL),build/trial/*.whl)

clean: ## remove everything that was built or installed here
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	rm -rf web/node_modules web/dist src/enligne/server/page
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Prints what the package needs, itself and with some of its extras.
define requirements
	@$(BIN)/python -c 'import sys, tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
		print(*project["dependencies"], *(each for extra in sys.argv[1:] for each in project["optional-dependencies"][extra]), sep="\n")' $(1)
endef

# What compiles the package, and what it and its server need.
$(VENV)/.build: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || \
		{ echo "Python 3.11 or later is needed: install it, or name it with PYTHON=..." >&2; exit 1; }
	@command -v $(CXX) > /dev/null || \
		{ echo "A C++20 compiler is needed: install g++ or clang, or name it with CXX=..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "Python's venv module is needed: on Debian, install python3-venv" >&2; exit 1; }
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(call requirements,server) | $(BIN)/python -m pip install --group build --requirement /dev/stdin
	@touch $@

# What checks and tests it.
$(VENV)/.tools: $(VENV)/.build
	$(call requirements,plots postgresql ray redis terminal) | \
		$(BIN)/python -m pip install --quiet --group dev --requirement /dev/stdin
	@touch $@

# What makes wheels for others, and looks at them.
$(VENV)/.release: $(VENV)/.build
	$(BIN)/python -m pip install --quiet --group release
	@touch $@

# Verbose, since it compiles for minutes: each file is a line.
$(VENV)/.package: $(VENV)/.build $(CORE_FILES) CMakeLists.txt $(PACKAGE_FOLDERS)
	@mkdir -p $(dir $(PAGE))
	@$(BIN)/python -m compileall -q src
	$(BIN)/python -m pip install --verbose --no-deps --no-build-isolation $(SETTINGS) .
	@touch $@

# What builds the page.
web/node_modules/.build: web/package.json web/package-lock.json
	@command -v npm > /dev/null || \
		{ echo "Node.js 20 or later with npm is needed to build the page: install nodejs and npm" >&2; exit 1; }
	cd web && npm ci --omit=dev --no-audit --no-fund
	@touch $@

# What checks and tests it: what is there already stays.
web/node_modules/.dev: web/node_modules/.build
	cd web && npm install --no-save --silent --no-audit --no-fund
	@touch $@

$(PAGE): web/node_modules/.build $(PAGE_FILES)
	cd web && npm run --silent build
	@mkdir -p $(@D)
	rm -rf $(@D)/*
	cp -R web/dist/. $(@D)
	@touch $@

# Who needs the system's packages that are missing: installed where that is possible without asking;
# else named.
define install_missing
	if [ -n "$$missing" ]; then \
		echo "$(1) also need: $$missing"; \
		if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
			apt-get update -qq; \
			! apt-cache show chromium-headless-shell > /dev/null 2>&1 || missing=$$(echo "$$missing" | sed 's/chromium /chromium-headless-shell /'); \
			DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing > /dev/null; \
		else \
			echo "Install them, with your system's package manager, and run this again." >&2; exit 1; \
		fi; \
	fi
endef

$(VENV)/.cross: $(VENV)/.build
	$(BIN)/python -m pip install --quiet --group cross
	@missing=; \
	command -v x86_64-w64-mingw32-g++-posix > /dev/null || missing="g++-mingw-w64-x86-64-posix"; \
	command -v wine > /dev/null || missing="$$missing wine wine64"; \
	$(call install_missing,Cross builds)
	@touch $@

$(VENV)/.services: $(VENV)/.build
	@missing=; \
	for browser in chromium-headless-shell chromium google-chrome none; do command -v $$browser > /dev/null && break; done; \
	[ $$browser != none ] || missing="$$missing chromium fonts-dejavu-core"; \
	command -v firefox-esr > /dev/null || command -v firefox > /dev/null || missing="$$missing firefox-esr"; \
	command -v WebKitWebDriver > /dev/null || missing="$$missing webkit2gtk-driver"; \
	command -v Xvfb > /dev/null || missing="$$missing xvfb"; \
	command -v redis-server > /dev/null || missing="$$missing redis-server"; \
	command -v $(CLANG) > /dev/null || missing="$$missing clang"; \
	command -v initdb > /dev/null || ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || missing="$$missing postgresql"; \
	$(call install_missing,The tests)
	@touch $@
