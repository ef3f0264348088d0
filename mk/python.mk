#: Library and packages
# The Python package: built, installed into an environment of its own, typed, tested.
PYTHON      ?= /usr/bin/python3
PYTHON_PACKAGES := python3-dev python3-venv python3-pip python3-cffi python3-setuptools python3-wheel python3-numpy python3-pandas python3-pytest \
                   mypy python3-matplotlib python3-nbclient python3-nbformat jupyter-nbconvert python3-ipykernel
VENV        := build/python/venv
VENV_PYTHON := $(VENV)/bin/python
.PHONY: python check-python
python: #- the Python package, in an environment of its own: build/python/venv
	@PACKAGES="$(PYTHON_PACKAGES)" tools/bootstrap.sh
	@+$(MAKE) --no-print-directory all
	@test -x $(VENV_PYTHON) || $(PYTHON) -m venv --system-site-packages $(VENV)
	@rm -rf build/python/wheels
	$(VENV_PYTHON) -m pip wheel -q --no-build-isolation --no-deps --no-index -w build/python/wheels .
	$(VENV_PYTHON) -m pip install -q --no-deps --no-index --force-reinstall build/python/wheels/*.whl

check-python: python #- the Python package: its types, its tests, its notebooks
	$(PYTHON) -m mypy --cache-dir build/python/mypy --python-version 3.10
	$(PYTHON) -m mypy --strict --cache-dir build/python/mypy --python-executable $(VENV_PYTHON) $(wildcard examples/*.py) python/tests/typed.py
	$(VENV_PYTHON) -m pytest
	$(VENV_PYTHON) python/tools/notebooks.py build/python/notebooks

# A collection's tables in another program's hands.
DUCKDB := build/duckdb
.PHONY: check-arrow
check-arrow: python #- tables of a collection as Arrow streams in DuckDB's library (npm, fetched into build/): the answers of db export's SQLite file, and Parquet
	@command -v npm >/dev/null || PACKAGES="nodejs npm" tools/bootstrap.sh
	@mkdir -p $(DUCKDB)
	@cd $(DUCKDB) && npm install --silent --no-audit --no-fund @duckdb/node-bindings-linux-x64@1.5.6-r.1
	@rm -rf $(DUCKDB)/c $(DUCKDB)/tables.db && $(PROGRAM) analyze -q --level 0ply --report none --out $(DUCKDB)/c fixtures/demo
	@$(PROGRAM) db export -q --db $(DUCKDB)/c/collection.db --tables $(DUCKDB)/tables.db
	$(VENV_PYTHON) tests/arrow/duckdb_check.py $(abspath $(DUCKDB))/node_modules/@duckdb/node-bindings-linux-x64/libduckdb.so $(DUCKDB)/c $(DUCKDB)/tables.db $(DUCKDB)

# The wheel that is published: what the library links is linked in, so that it asks for glibc alone, of MANYLINUX's version or later.
GLIBC     := x86_64-linux-gnu
MANYLINUX := manylinux_2_36_x86_64
WHEEL     := build/wheel/kibitzer-$(VERSION)-cp310-abi3-$(MANYLINUX).whl
$(eval $(call linked-for,$(GLIBC),g++))
.PHONY: wheel check-wheel
wheel: build/cross/$(GLIBC)/externals.pc #- the wheel for any Linux on x86-64 that has glibc, in build/wheel
	@PACKAGES="$(PYTHON_PACKAGES)" tools/bootstrap.sh
	+PKG_CONFIG_LIBDIR=$(CURDIR)/build/cross/$(GLIBC):/usr/lib/$(GLIBC)/pkgconfig $(MAKE) --no-print-directory FLAVOUR=wheel PKGS=externals \
		CFLAGS=-ffile-prefix-map=$(CURDIR)=. build/wheel/libkibitzer.a build/wheel/kibitzer.pc
	@tools/cross/notices.sh $(GLIBC) $(LINKED) >build/wheel/notices.txt
	@rm -rf build/python/work
	KIBITZER_BUILD=build/wheel KIBITZER_PLATFORM=$(MANYLINUX) LDFLAGS=-s SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) \
		$(PYTHON) -m pip wheel -q --no-build-isolation --no-deps --no-index -w build/wheel .
	$(PYTHON) tools/packages/wheel.py $(WHEEL)

check-wheel: wheel #- the same in bare Debians 12 and 13, installed by pip, with what it asks for and nothing else (root; minutes)
	@PACKAGES="mmdebstrap" tools/bootstrap.sh
	WHEEL=$(CURDIR)/$(WHEEL) TEST_TIMEOUT=3600 tests/run.sh tests/packages/wheel_check.sh

.PHONY: bench-python
bench-python: python #- 100,000 positions evaluated from Python, beside the library's own function; single questions; frames
	@$(VENV_PYTHON) python/tools/speed.py
