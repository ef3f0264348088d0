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
	$(VENV_PYTHON) -m pip wheel -q --no-build-isolation --no-deps --no-index -w build/python/wheels ./python
	$(VENV_PYTHON) -m pip install -q --no-deps --no-index --force-reinstall build/python/wheels/*.whl

check-python: python #- the Python package: its types, its tests, its notebooks
	cd python && $(PYTHON) -m mypy --cache-dir ../build/python/mypy --python-version 3.10
	$(PYTHON) -m mypy --strict --cache-dir build/python/mypy --python-executable $(VENV_PYTHON) $(wildcard examples/*.py)
	$(VENV_PYTHON) -m pytest -c python/pyproject.toml python/tests
	$(VENV_PYTHON) python/tools/notebooks.py build/python/notebooks

.PHONY: bench-python
bench-python: python #- 100,000 positions evaluated from Python, beside the library's own function
	@$(VENV_PYTHON) python/tools/speed.py
