# For Windows on x86-64 (docs/windows.md): one program that needs no DLL but the system's, by mingw-w64, tried under wine.
MINGW        := x86_64-w64-mingw32
MINGW_ROOT   := $(CURDIR)/build/cross/$(MINGW)
WINDOWS_LIBS := $(addprefix build/cross/$(MINGW)/,zlib.done libpng1.6.done libmd.done libxml2.done sqlite3.done xz-utils.done libarchive.done \
	uchardet.done libharu.done cmocka.done)
build/cross/$(MINGW)/%.done: tools/cross/%.sh
	@PACKAGES="g++-mingw-w64-x86-64-posix dpkg-dev tcl cmake" tools/bootstrap.sh
	$(SAY) CROSS $*
	$(Q)nice tools/cross/build.sh $(MINGW) $* && touch $@
build/cross/$(MINGW)/libpng1.6.done: | build/cross/$(MINGW)/zlib.done
build/cross/$(MINGW)/libarchive.done: | build/cross/$(MINGW)/zlib.done build/cross/$(MINGW)/xz-utils.done
build/cross/$(MINGW)/libharu.done: | build/cross/$(MINGW)/libpng1.6.done

# ISO C alone would hide POSIX's names. Formats are checked natively: of mingw's two families of printf() the attribute means the other.
# Windows aligns stacks to 16 bytes, so that no move to one may count on more.
$(MINGW_ROOT)/externals.pc: mk/windows.mk
	@mkdir -p $(@D)
	@printf '%s\n' "Name: externals" "Description: the libraries linked in" "Version: 0" \
		"Cflags: -I$(MINGW_ROOT)/include -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -DLIBXML_STATIC -DLIBARCHIVE_STATIC" \
		"Libs: -L$(MINGW_ROOT)/lib -lhpdf -lpng -larchive -llzma -lxml2 -luchardet -lstdc++ -lsqlite3 -lmd -lz -lws2_32 -lbcrypt" >$@
$(MINGW_ROOT)/json-c.pc:
	@printf '%s\n' "Name: json-c" "Description: for unit tests" "Version: 0" "Cflags: -I$(MINGW_ROOT)/include" "Libs: -ljson-c" >$@
WINDOWS_MAKE = +PKG_CONFIG_LIBDIR=$(MINGW_ROOT) $(MAKE) --no-print-directory FLAVOUR=windows CC=$(MINGW)-gcc-posix BINUTILS=$(MINGW)- \
	PKGS=externals DRIVERS= HARDEN="-D_FORTIFY_SOURCE=2 -fstack-protector-strong" \
	CFLAGS="-std=gnu11 -include src/base/absent.h -Wno-format -Wa,-muse-unaligned-vector-move" \
	LDLIBS="$(CURDIR)/build/windows/resources.o -static -Wl,--stack,8388608"

# The manifest: names of files in UTF-8, paths longer than 260 letters.
build/windows/resources.o: $(wildcard packaging/windows/kibitzer.*) src/base/version.h
	@mkdir -p $(@D)
	$(Q)$(MINGW)-windres -Ipackaging/windows -DVERSION='\"$(VERSION)\"' packaging/windows/kibitzer.rc $@

.PHONY: windows
windows: $(WINDOWS_LIBS) $(MINGW_ROOT)/externals.pc $(MINGW_ROOT)/json-c.pc build/windows/resources.o #- the program for Windows on x86-64
	$(WINDOWS_MAKE) build/windows/kibitzer.exe
