#: Library and packages
# For Windows on x86-64 (docs/windows.md): one program that needs no DLL but the system's, by mingw-w64, tried under wine.
MINGW        := x86_64-w64-mingw32
MINGW_ROOT   := $(CURDIR)/build/cross/$(MINGW)
# ISO C alone would hide POSIX's names.
$(eval $(call linked-for,$(MINGW),g++-mingw-w64-x86-64-posix,\
	-D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -DLIBXML_STATIC -DLIBARCHIVE_STATIC -DUTF8PROC_STATIC,-lstdc++ -lws2_32 -lbcrypt))

# Formats are checked natively: of mingw's two families of printf() the attribute means the other. Windows aligns stacks to 16 bytes, so that
# no move to one may count on more.
WINDOWS_MAKE = +PKG_CONFIG_LIBDIR=$(MINGW_ROOT) $(MAKE) --no-print-directory FLAVOUR=windows CC=$(MINGW)-gcc-posix BINUTILS=$(MINGW)- \
	PKGS=externals DRIVERS= HARDEN="-D_FORTIFY_SOURCE=2 -fstack-protector-strong" \
	CFLAGS="-std=gnu11 -DWIN32_LEAN_AND_MEAN -include src/base/absent.h -Wno-format -Wa,-muse-unaligned-vector-move -Itests/web -Itests/windows" \
	LDLIBS="$(CURDIR)/build/windows/resources.o -static -Wl,--stack,8388608,--no-insert-timestamp"

# The manifest: names of files in UTF-8, paths longer than 260 letters.
build/windows/resources.o: $(wildcard packaging/windows/kibitzer.*) src/base/version.h
	@mkdir -p $(@D)
	$(Q)$(MINGW)-windres -Ipackaging/windows -DVERSION='\"$(VERSION)\"' packaging/windows/kibitzer.rc $@

# What is not there, or about the machine itself, stands with its reason in docs/windows.md.
WINDOWS_EXE      := build/windows/kibitzer.exe
WINDOWS_ZIP      := build/windows/kibitzer-$(VERSION)-windows.zip
WINDOWS_WITHOUT  := $(shell sed -n 's/^| `\([a-z_]*_test\)` | all |.*/\1/p' docs/windows.md)
WINDOWS_TESTS    := $(patsubst tests/unit/%.c,build/windows/tests/%,$(filter-out $(WINDOWS_WITHOUT:%=tests/unit/%.c),$(TEST_SRC)))
WINDOWS_WRAPPED  := $(WINDOWS_TESTS:build/windows/%=build/windows/wine/%)
WINDOWS_READY    := $(addprefix build/cross/$(MINGW)/,externals.pc cmocka.done) build/windows/resources.o
.PHONY: windows check-windows check-windows-cli windows-tests
windows: $(WINDOWS_READY) #- one program for Windows on x86-64, and the zip that people get: build/windows/kibitzer-VERSION-windows.zip
	@PACKAGES="fonts-dejavu-core python3" tools/bootstrap.sh
	$(WINDOWS_MAKE) $(WINDOWS_EXE)
	tools/packages/windows.sh $(VERSION) $(WINDOWS_EXE) $(WINDOWS_ZIP) $(LINKED)
	@ls -l $(WINDOWS_ZIP)

# Wine starts them; what is asked of a pseudo-terminal is asked of a console of wine's.
WINE := WINEPREFIX=$(CURDIR)/build/wine WINEDEBUG=-all
windows-tests: $(WINDOWS_READY) #- the unit tests for Windows, not run
	$(WINDOWS_MAKE) $(WINDOWS_TESTS:%=%.exe)
build/windows/wine/kibitzer $(WINDOWS_WRAPPED): mk/windows.mk
	@mkdir -p $(@D)
	@printf '#!/bin/sh\nexec wine %s "$$@"\n' $(CURDIR)/$(@:build/windows/wine/%=build/windows/%).exe >$@ && chmod +x $@
check-windows: windows windows-tests build/windows/wine/kibitzer $(WINDOWS_WRAPPED) all #- under wine: unit tests, the same bytes of fixtures and reports as here, names, long paths, Ctrl-C, what is dropped
	@PACKAGES="wine64 wine unzip" tools/bootstrap.sh
	@$(WINE) TEST_TIMEOUT=900 tests/run.sh $(WINDOWS_WRAPPED)
	@$(WINE) PROGRAM=$(PROGRAM) OTHER=$(CURDIR)/build/windows/wine/kibitzer TEST_TIMEOUT=3600 tests/run.sh tests/packages/same_bytes.sh
	@$(WINE) PROGRAM=build/windows/wine/kibitzer PROCESS=/usr/lib/wine/wine64 NATIVE=$(abspath $(PROGRAM)) LINKED="$(LINKED)" EXE=$(CURDIR)/$(WINDOWS_EXE) ZIP=$(CURDIR)/$(WINDOWS_ZIP) \
		TEST_TIMEOUT=3600 tests/run.sh tests/packages/windows_check.sh
check-windows-cli: windows build/windows/wine/kibitzer #- the tests of the command line under wine, but for those that docs/windows.md names (an hour)
	@$(WINE) PROGRAM=build/windows/wine/kibitzer PROCESS=/usr/lib/wine/wine64 BUILD=build/windows TEST_TIMEOUT=7200 tests/run.sh tests/packages/windows_cli.sh

# The wheel for Windows: this machine's, with a module that mingw-w64 has compiled (mk/windows.mk). Python's headers are of Debian's sources.
.PHONY: wheel-windows
wheel-windows: windows python build/cross/$(MINGW)/python3.11.done #- the wheel for Windows on x86-64, in build/wheel
	@mkdir -p build/wheel
	@tools/cross/notices.sh $(MINGW) $(LINKED) mingw-w64-common gcc-mingw-w64-base >build/windows/notices.txt
	PYTHONPATH=python $(PYTHON) -c 'import build_native; build_native.builder.emit_c_code("build/windows/_native.c")'
	$(MINGW)-gcc-posix -std=gnu11 -O2 -Wall -Werror -fstack-protector-strong -shared -s -DPy_LIMITED_API=0x030A0000 -Isrc -I$(MINGW_ROOT)/include/python \
		build/windows/_native.c build/windows/internal.a -L$(MINGW_ROOT)/lib -lpython3 $$(PKG_CONFIG_LIBDIR=$(MINGW_ROOT) pkg-config --libs externals) \
		-static -Wl,--no-insert-timestamp -o build/windows/_native.pyd
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(PYTHON) tools/packages/wheel_windows.py build/python/wheels/*.whl build/windows/_native.pyd \
		build/windows/notices.txt build/wheel
