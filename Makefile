# make demo   install into .venv and see what quandary does
# make test   install with what the tests need, and run all but the long ones
# make test-all  run the long ones, too: whole spaces, every example of every kind
# make test-browser  play every kind and take part in studies in a real browser (installs Debian's chromium, node-typescript and postgresql)
# make transcript  run the jobs of the how-to pages in bash and print what happens
# make clang  build the core once more with clang, warnings as errors (installs Debian's clang)
# make check  what CI runs: lint, types, C++ under sanitizers, docs
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WHEEL := build/wheel
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# What quandary itself needs, from pyproject.toml.
DEPENDENCIES = $$($(BIN)/python -c "import tomllib; print(*tomllib.load(open(\"pyproject.toml\", \"rb\"))[\"project\"][\"dependencies\"])")
SOURCES := $(shell find src native CMakeLists.txt pyproject.toml README.md -type f -not -path '*/__pycache__/*' 2>/dev/null)

# make wheel  build a wheel with the compiled core, which installs in seconds where there is no compiler
.PHONY: wheel demo test test-long test-all test-browser tour transcript clang check lint types native docs bench norms dev clean

# While the compiler works, pure Python shows a first puzzle, from the sources.
demo: FIRST = exec 2>/dev/null; $(PIP) install $(DEPENDENCIES) && \
    env -u QUANDARY_REQUIRE_NATIVE PYTHONPATH=src PYTHONWARNINGS=ignore $(BIN)/python -m quandary demo --while-building
demo: $(VENV)/installed
	@$(BIN)/quandary demo

test: $(VENV)/installed-test
	$(BIN)/python -m pytest -q -n auto --dist worksteal -m "not long"

test-long: $(VENV)/installed-test
	$(BIN)/python -m pytest -q -n auto --dist worksteal -m long

test-all: test test-long

# Pages in a real browser; screenshots are in build/screenshots.
test-browser: $(VENV)/installed-browser
	command -v chromium >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; }
	test -d /usr/lib/postgresql || apt-get install -y -qq --no-install-recommends postgresql || true # its tests are skipped without it
	command -v tsc >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends node-typescript; }
	tsc -p tsconfig.json
	$(BIN)/python -m pytest -q -n auto --dist worksteal tests/browser

# The pictures of docs/studio.md.
tour: $(VENV)/installed-browser
	$(BIN)/python -m tests.browser.tour

check: lint types native docs

lint: $(VENV)/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell README.md CHANGELOG.md CONTRIBUTING.md docs src native tests benchmarks examples
	find native src -name '*.[ch]pp' | xargs $(BIN)/clang-format --dry-run --Werror

types: $(VENV)/tools
	$(BIN)/mypy

native: $(VENV)/tools
	cmake -S . -B build/native-tests -DQUANDARY_TESTS=ON
	cmake --build build/native-tests --parallel 2
	ctest --test-dir build/native-tests --parallel 2 --output-on-failure

# Without optimisation, since what a second compiler is for is to read and link everything.
clang: $(VENV)/tools
	command -v clang++ >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends clang; }
	$(PIP) install "nanobind>=2.4"
	cmake -S . -B build/clang -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O0 -DQUANDARY_STRICT=ON \
	    -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python -Dnanobind_DIR=$$($(BIN)/python -m nanobind --cmake_dir)
	cmake --build build/clang --parallel 2
	PYTHONPATH=build/clang $(BIN)/python -c "import _core; print('built with clang:', *sorted(each for each in dir(_core) if each[0] != '_'))"

# The ten jobs of each how-to page, as people would type them.
transcript: $(VENV)/installed-test
	$(BIN)/python benchmarks/transcript.py

docs: $(VENV)/tools
	PYTHONPATH=src NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

bench: $(VENV)/installed-test
	$(BIN)/python benchmarks/run.py

norms: $(VENV)/installed
	for kind in $$($(BIN)/python -c "from quandary.library.registry import find_kinds; print(*find_kinds())"); do $(BIN)/python -m quandary.measuring.norms $$kind || exit 1; done

# Edit Python and see it at once; after editing C++ run this again.
dev: $(VENV)/python
	$(PIP) install -e ".[all,test,lint,docs]"

$(VENV)/python:
	@$(PYTHON) -m venv $(VENV)
	@touch $@

# The wheel is built once, and whatever installs quandary takes it.
$(WHEEL)/built: $(VENV)/python $(SOURCES)
	@rm -rf $(WHEEL)
	@$(BIN)/python native/progress.py $(WHEEL) $(if $(FIRST),--meanwhile '$(FIRST)')
	@touch $@

wheel: $(WHEEL)/built
	@echo "built $$(echo $(WHEEL)/*.whl): pip install it anywhere with the same system and Python 3.11 or newer"

$(VENV)/installed: $(WHEEL)/built
	@$(PIP) install --no-deps --force-reinstall $(WHEEL)/*.whl
	@$(PIP) install $(WHEEL)/*.whl
	@touch $@

$(VENV)/installed-%: $(VENV)/installed
	$(PIP) install "$$(echo $(WHEEL)/*.whl)[$*]"
	touch $@

# Linters and the site need no build of quandary itself.
$(VENV)/tools: $(VENV)/python pyproject.toml
	$(PIP) install $$($(BIN)/python -c "import tomllib; p = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
	    print(*p['dependencies'], *p['optional-dependencies']['lint'], *p['optional-dependencies']['docs'])")
	touch $@

clean:
	rm -rf $(VENV) build site
