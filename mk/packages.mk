#: Library and packages
# Packages (docs/packages.md): all of a commit, never of what lies in the folder beside it.
DEB          := build/deb
DEB_WEB      := build/deb-web
DEB_PACKAGES := build-essential debhelper dh-python lintian pkg-config python3-dev python3-setuptools python3-wheel python3-cffi
# deb-in FOLDER,OPTIONS: what is said goes into FOLDER.log.
deb-in  = tools/packages/deb.sh $(1) $(2) >$(1).log 2>&1 || { tail -20 $(1).log; exit 1; }
lintian = lintian --allow-root --profile debian --fail-on error,warning $(1)/*.changes && ls -l $(1)/*.deb
NO_WEB := DEB_BUILD_PROFILES=pkg.kibitzer.noweb
.PHONY: deb deb-web check-deb check-deb-same
deb: #- Debian packages of the last commit, in build/deb, judged by lintian; kibitzer-web apart
	@tools/bootstrap.sh
	@PACKAGES="$(DEB_PACKAGES)" tools/bootstrap.sh
	@mkdir -p build
	$(NO_WEB) $(call deb-in,$(DEB),--build=binary)
	@$(call lintian,$(DEB))

deb-web: #- kibitzer-web, and all else that is the same for every processor, in build/deb-web (minutes)
	@tools/bootstrap.sh
	@PACKAGES="$(DEB_PACKAGES) emscripten tcl fonts-dejavu-core" tools/bootstrap.sh
	@mkdir -p build
	$(call deb-in,$(DEB_WEB),--build=all)
	@$(call lintian,$(DEB_WEB))

check-deb-same: deb deb-web #- a second build of the Debian packages, in another folder: the same bytes
	$(NO_WEB) $(call deb-in,build/deb-again/elsewhere,--build=binary)
	$(call deb-in,build/deb-web-again/elsewhere,--build=all)
	@for deb in $(DEB)/*.deb $(DEB_WEB)/*.deb; do cmp $$deb $$(dirname $$deb)-again/elsewhere/$${deb##*/} || exit 1; done
	@echo "the same bytes twice: $$(ls $(DEB)/*.deb $(DEB_WEB)/*.deb | wc -l) packages"

check-deb: deb deb-web #- the Debian packages in a bare Debian: installed, upgraded, tried, purged (root; minutes)
	@PACKAGES="mmdebstrap" tools/bootstrap.sh
	tools/packages/check-deb.sh $(DEB) $(DEB_WEB)

# 64-bit ARM: the compiler and qemu are this machine's, headers and libraries those of Debian's arm64, in a folder.
ARM64      := $(CURDIR)/build/cross/aarch64-linux-gnu/root
ARM64_LIB  := $(ARM64)/usr/lib/aarch64-linux-gnu
ARM64_MAKE  = +PKG_CONFIG_SYSROOT_DIR=$(ARM64) PKG_CONFIG_LIBDIR=$(ARM64_LIB)/pkgconfig:$(ARM64)/usr/share/pkgconfig $(MAKE) --no-print-directory \
	FLAVOUR=arm64 CC="aarch64-linux-gnu-gcc --sysroot=$(ARM64)" BINUTILS=aarch64-linux-gnu- DRIVERS= \
	LDLIBS=-L$(ARM64_LIB)/openblas-pthread CFLAGS=-I$(ARM64)/usr/include/aarch64-linux-gnu/openblas-pthread
ARM64_RUN  := qemu-aarch64-static -L $(ARM64) -E LD_LIBRARY_PATH=/usr/lib/aarch64-linux-gnu/openblas-pthread
ARM64_UNITS := base utf8 board moves legal posid met cube net race notation import_sgf import_xg golden_import golden_export
.PHONY: arm64 check-arm64
$(ARM64).done:
	@PACKAGES="gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static mmdebstrap" tools/bootstrap.sh
	tools/packages/root.sh arm64 $(ARM64) libc6-dev libxml2-dev libhpdf-dev libpng-dev zlib1g-dev libsqlite3-dev libmd-dev libarchive-dev \
		libuchardet-dev libutf8proc-dev libcmocka-dev libjson-c-dev libopenblas-dev
	@touch $@

arm64: $(ARM64).done #- program, library and unit tests for 64-bit ARM, in build/arm64
	$(ARM64_MAKE) all $(ARM64_UNITS:%=build/arm64/tests/%_test)

check-arm64: arm64 all #- the same under qemu: unit tests with the NEON kernel, fixtures and reports with the bytes of this machine's
	@for unit in $(ARM64_UNITS); do echo "$$unit"; $(ARM64_RUN) build/arm64/tests/$${unit}_test >build/arm64/$$unit.log 2>&1 || { tail -20 build/arm64/$$unit.log; exit 1; }; done
	@PROGRAM=$(PROGRAM) OTHER="$(ARM64_RUN) $(CURDIR)/build/arm64/kibitzer" TEST_TIMEOUT=3600 tests/run.sh tests/packages/same_bytes.sh

# Its Debian packages, cross-built in a bare Debian that has both processors' packages.
DEB_ARM64      := build/deb-arm64
DEB_ARM64_ROOT := build/cross/deb-arm64
.PHONY: deb-arm64 check-deb-arm64
$(DEB_ARM64_ROOT).done: packaging/debian/control tools/packages/build-root.sh
	@PACKAGES="mmdebstrap lintian" tools/bootstrap.sh
	@mkdir -p $(@D)
	cat $^ | cmp -s - $@ || tools/packages/build-root.sh arm64 $(DEB_ARM64_ROOT)
	@cat $^ >$@

deb-arm64: $(DEB_ARM64_ROOT).done #- Debian packages for 64-bit ARM, in build/deb-arm64, judged by lintian (root)
	@mkdir -p build
	ROOT=$(DEB_ARM64_ROOT) $(call deb-in,$(DEB_ARM64),--build=any --host-arch=arm64 -Pcross)
	@$(call lintian,$(DEB_ARM64))

check-deb-arm64: deb-arm64 deb #- the same in a bare Debian for 64-bit ARM, under qemu: installed, upgraded, tried, purged (root; minutes)
	@PACKAGES="mmdebstrap qemu-user-static arch-test" tools/bootstrap.sh
	tools/packages/check-deb.sh $(DEB_ARM64) $(DEB)

# One file for any Linux on 64-bit Intel and AMD processors: bound to musl, the libraries linked in, no drivers of servers.
MUSL        := x86_64-linux-musl
MUSL_ROOT   := $(CURDIR)/build/cross/$(MUSL)
STATIC      := build/static/kibitzer-$(VERSION)-linux-x86_64
LINKED      := zlib libpng1.6 libmd libxml2 sqlite3 xz-utils bzip2 libarchive uchardet utf8proc json-c libharu
ARCHIVES    := hpdf png archive lzma bz2 xml2 uchardet utf8proc json-c sqlite3 md z
.PHONY: static check-static
# linked-for TRIPLE,PACKAGES,CFLAGS,LIBS: what is linked in, built by tools/cross with these packages' compilers, and what its users need besides.
# What was built is a copy of its recipe.
define linked-for
build/cross/$(1)/%.done: tools/cross/%.sh
	@PACKAGES="$(2) cmake dpkg-dev tcl" tools/bootstrap.sh
	$$(SAY) CROSS $$*
	@mkdir -p $$(@D)
	$$(Q)cmp -s $$< $$@ || nice tools/cross/build.sh $(1) $$*
	@cp $$< $$@
build/cross/$(1)/libpng1.6.done: | build/cross/$(1)/zlib.done
build/cross/$(1)/libarchive.done: | build/cross/$(1)/zlib.done build/cross/$(1)/xz-utils.done build/cross/$(1)/bzip2.done
build/cross/$(1)/libharu.done: | build/cross/$(1)/libpng1.6.done
build/cross/$(1)/externals.pc: mk/packages.mk $(LINKED:%=build/cross/$(1)/%.done)
	@printf '%s\n' "Name: externals" "Description: the libraries linked in" "Version: 0" 'Cflags: -I$$$${pcfiledir}/include $(3)' \
		'Libs: -L$$$${pcfiledir}/lib $(ARCHIVES:%=$$$${pcfiledir}/lib/lib%.a) $(4)' >$$@
endef
$(eval $(call linked-for,$(MUSL),musl-tools))

# The kernel's headers are the machine's own.
$(MUSL_ROOT)/include/linux:
	@mkdir -p $(@D)
	@ln -sfn /usr/include/asm-generic $(@D)/asm-generic
	@ln -sfn /usr/include/x86_64-linux-gnu/asm $(@D)/asm
	@ln -sfn /usr/include/linux $@

static: build/cross/$(MUSL)/externals.pc $(MUSL_ROOT)/include/linux #- one program for any Linux on x86-64, without drivers of servers: build/static/kibitzer-VERSION-linux-x86_64
	+PKG_CONFIG_LIBDIR=$(MUSL_ROOT) $(MAKE) --no-print-directory FLAVOUR=static CC=$(MUSL)-gcc PKGS=externals DRIVERS= CFLAGS=-ffile-prefix-map=$(CURDIR)=. \
		LDLIBS="-static -no-pie -Wl,-z,stack-size=8388608" build/static/kibitzer
	strip -o $(STATIC) build/static/kibitzer
	@tools/cross/notices.sh $(MUSL) $(LINKED) musl-dev >$(STATIC)-notices.txt
	@ls -l $(STATIC)

check-static: static all #- the same bytes as this machine's program, and runs in an empty folder, and in old and new Debians (root)
	@PACKAGES="mmdebstrap" tools/bootstrap.sh
	@PROGRAM=$(PROGRAM) OTHER=$(CURDIR)/$(STATIC) STATIC=$(CURDIR)/$(STATIC) TEST_TIMEOUT=3600 tests/run.sh tests/packages/same_bytes.sh tests/packages/static_check.sh

# From a tag alone: its tree is checked out and built as it is; libraries by the same recipes are taken as they lie in build/cross.
RELEASE := build/release-of
TAG     := v$(VERSION)
PARTS   := deb deb-web deb-arm64 static wheel npm windows wheel-windows
.PHONY: release release-parts
release: #- what is published of this commit, the tag of today's version: packages, sources, sums, changes, bill of materials (root)
	@tools/packages/releasable.sh $(TAG)
	@rm -rf $(RELEASE) && git worktree prune && git worktree add -q --detach $(RELEASE)/tree $(TAG)
	@mkdir -p build/cross $(RELEASE)/tree/build && ln -s $(CURDIR)/build/cross $(RELEASE)/tree/build/cross
	+$(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc)) -C $(RELEASE)/tree release-parts
	@cd $(RELEASE)/tree && tools/packages/release.sh $(TAG) $(CURDIR)/$(RELEASE)/$(TAG)
	@git worktree remove --force $(RELEASE)/tree

release-parts:
	@set -e; for part in $(PARTS); do echo "== $$part"; $(MAKE) --no-print-directory $$part; done
