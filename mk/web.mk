#: Browsers
# The library for browsers: WebAssembly by Emscripten, in build/web (docs/web.md).
CROSS      := build/cross/wasm32
WEB        := build/wasm
WEB_UNITS  := net cube endgame engine level luck met race rollout throws board moves notation posid position legal walk rates utf8 \
	import_sgf import_mat import_xg export_sgf export_mat golden_import
WEB_LIBS   := hpdf xml2 archive uchardet sqlite3 json-c md png z
# zlib, which others need; then those that take long.
WEB_DEPS   := $(addprefix $(CROSS)/,zlib.done libarchive.done libxml2.done sqlite3.done libpng1.6.done libmd.done uchardet.done json-c.done libharu.done)
# What the target cannot do is not there (Makefile, SYSTEM). No relaxed SIMD, which differs from machine to machine.
WEB_SRC    := $(filter-out src/cli/% src/web/% $(SYSTEM) $(ON_WINDOWS) $(addprefix src/,sql/postgres.c sql/mariadb.c source/http.c base/on_demand.c export/print/fonts.c export/print/letters.c), \
	$(wildcard src/*/*.c src/*/*/*.c)) $(STAND_INS)
WEB_OBJ    := $(WEB_SRC:%.c=$(WEB)/%.o)
EMCC       := NODE_PATH=/usr/share/nodejs emcc
# emcc -c runs this compiler, after thinking for a second.
WEB_CC      = $(eval WEB_CC := $(if $(shell command -v clang-14),clang-14 $(shell emcc --cflags 2>/dev/null),$(EMCC)))$(WEB_CC)
WEB_CFLAGS := -std=c11 -D_GNU_SOURCE -O2 -msimd128 $(WARN) -fvisibility=hidden -ffp-contract=off -MMD -MP -Isrc -I$(CROSS)/include \
	-DWITHOUT_SERVERS
WEB_LINK   := -O2 -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=33554432 -sTOTAL_STACK=4194304 -sFORCE_FILESYSTEM=1 -L$(CROSS)/lib

# What was built is a copy of its recipe: a checkout has new times and the same recipes.
$(CROSS)/%.done: tools/cross/%.sh
	$(SAY) CROSS $*
	@mkdir -p $(@D)
	$(Q)cmp -s $< $@ || nice tools/cross/build.sh wasm32 $*
	@cp $< $@
.PRECIOUS: $(CROSS)/%.done
$(CROSS)/libpng1.6.done $(CROSS)/libarchive.done: | $(CROSS)/zlib.done
$(CROSS)/libharu.done: | $(CROSS)/libpng1.6.done

$(WEB)/%.o: %.c | $(WEB_DEPS)
	@mkdir -p $(@D)
	$(SAY) EMCC $<
	$(Q)$(WEB_CC) $(WEB_CFLAGS) -c $< -o $@
$(WEB)/src/engine/kernel_plain.o: WEB_CFLAGS += -Os -mno-simd128# the reference, which checks the others once: small, and without what it is to prove
$(addprefix $(WEB)/src/engine/,kernel_wasm.o race.o bearoff_moves.o bearoff_make_one.o hyper_sweep.o endgame.o): WEB_CFLAGS += -O3
# What computes little is to be small: it is loaded before anything can be asked.
$(patsubst %,$(WEB)/src/%.o,command/% run/% pages/% storage/% collection/% document/% export/% import/% library/% report/% source/% sql/% format/% base/% match/% \
	analyze/% play/%): WEB_CFLAGS += -Oz
$(patsubst %,$(WEB)/src/engine/%.o,bearoff_file bearoff_index bearoff_make_two bearoff_work engine engine_options hyper hyper_limit_file hyper_make hyper_shelf level \
	means met_models met_read): WEB_CFLAGS += -Oz
$(patsubst %,$(WEB)/src/rollout/%.o,rollout rollout_options): WEB_CFLAGS += -Oz
$(addprefix $(WEB)/src/match/,board.o moves.o): WEB_CFLAGS += -O2
$(WEB)/src/engine/net_data.o: data/kibitzer.net
$(WEB)/src/engine/race_data.o: data/race.net
$(WEB)/src/engine/met_default.o: $(wildcard data/met/*.xml)
$(WEB)/src/export/html/shell.o: $(wildcard src/export/html/*.css src/export/html/*.js) $(addprefix src/web/,board.js live.js live.css)
$(WEB)/src/export/latex/latex.o: $(wildcard src/export/latex/*.sty)

$(WEB)/internal.a: $(WEB_OBJ)
	@rm -f $@
	$(Q)emar rcs $@ $^

WEB_MODULE := --no-entry -sMODULARIZE=1 -sEXPORT_NAME=KibitzerModule -sENVIRONMENT=worker -sDYNAMIC_EXECUTION=0 \
	-sEXPORTED_FUNCTIONS=_malloc,_free,_web_run,_web_share,_web_words,_kibitzer_version,_kibitzer_self_test -sEXPORTED_RUNTIME_METHODS=FS,ENV,UTF8ToString
# The glue and the worker are one classic script, which also works out of a Blob.
build/web/kibitzer.wasm: $(WEB)/src/web/web.o $(WEB)/internal.a
	@mkdir -p $(@D)
	$(SAY) EMLD $@
	$(Q)$(EMCC) $(WEB_LINK) $^ $(WEB_LIBS:%=-l%) $(WEB_MODULE) -o $(WEB)/kibitzer.js
	$(Q)install -m 644 $(WEB)/kibitzer.wasm $@
build/web/worker.js: build/web/kibitzer.wasm src/web/engine.js
	$(Q)cat $(WEB)/kibitzer.js src/web/engine.js > $@

# The same for a report that answers back (analyze --live): what answers about positions and verifies, without readers, other
# writers and SQLite. Compressed, as letters, the glue in the first line: one file that the program puts into its pages.
LIVE_ENGINE := build/share/kibitzer/live-engine.txt
LIVE_OBJ    := $(addprefix $(WEB)/live/,src/command/commands.o src/export/export.o src/import/import.o)
$(WEB)/live/%.o: %.c | $(WEB_DEPS)
	@mkdir -p $(@D)
	$(SAY) EMCC '$< (live)'
	$(Q)$(WEB_CC) $(WEB_CFLAGS) -DANSWERS_ALONE -c $< -o $@
$(LIVE_ENGINE): $(WEB)/src/web/web.o $(LIVE_OBJ) $(WEB)/internal.a src/web/engine.js
	@mkdir -p $(@D)
	$(SAY) EMLD $@
	$(Q)$(EMCC) $(WEB_LINK) $(filter %.o %.a,$^) $(WEB_LIBS:%=-l%) $(WEB_MODULE) -o $(WEB)/live.js
	$(Q)for f in "$(WEB)/live.js src/web/engine.js" $(WEB)/live.wasm; do cat $$f | gzip -9n | base64 -w0; echo; done > $@.new && mv $@.new $@

# The page: files as they are; the service worker knows their names, and a version that changes with any of them.
PAGE       := $(filter-out %/service.js,$(wildcard src/web/page/*)) src/web/board.js
PAGE_FILES := $(addprefix build/web/,$(notdir $(PAGE)))
build/web/%: src/web/page/%
	@mkdir -p $(@D)
	$(Q)cp $< $@
build/web/board.js: src/web/board.js
	$(Q)cp $< $@
build/web/index.html: src/web/page/index.html po/LINGUAS
	@mkdir -p $(@D)
	$(Q)sed 's/@LANGUAGES@/$(LANGUAGES)/' $< > $@
# Files for few: the page asks for them when they are needed, and they lie in its workers as below /usr/share.
FONTS      := $(patsubst /usr/%,build/web/%,$(wildcard $(addprefix /usr/share/fonts/truetype/dejavu/DejaVuSans,.ttf -Bold.ttf)))
$(FONTS): build/web/%: /usr/%
	@mkdir -p $(@D)
	$(Q)cp $< $@
build/web/share/kibitzer/live-engine.txt: $(LIVE_ENGINE)
	@mkdir -p $(@D)
	$(Q)cp $< $@
WORDS      := $(foreach l,$(LANGUAGES),$(addprefix build/web/share/kibitzer/$l,.words .messages))
$(WORDS): build/web/share/kibitzer/%: $(PO)/%
	@mkdir -p $(@D)
	$(Q)cp $< $@
build/web/service.js: src/web/page/service.js $(PAGE_FILES) build/web/worker.js build/web/share/kibitzer/live-engine.txt $(FONTS) $(WORDS)
	$(Q)sed -e "s/@VERSION@/$$(cat $^ build/web/kibitzer.wasm | sha256sum | cut -c1-16)/" \
		-e 's|@FILES@|./ $(PAGE_FILES:build/web/%=%) worker.js kibitzer.wasm|' $< > $@

build/web/notices.txt: build/web/kibitzer.wasm LICENSE tools/cross/notices.sh
	$(Q)tools/cross/notices.sh wasm32 $(WEB_DEPS:$(CROSS)/%.done=%) emscripten $(if $(FONTS),fonts-dejavu-core) >$@

.PHONY: web
ifneq (,$(shell command -v emcc))
web: build/web/worker.js build/web/service.js build/web/notices.txt ## the page with the library as WebAssembly, in build/web: static files for any server
else
web:
	@PACKAGES="emscripten tcl cmake fonts-dejavu-core" tools/bootstrap.sh
	@+$(MAKE) --no-print-directory web
endif

.PHONY: web-sources
web-sources: #- the sources of the libraries that it links, in the folder TO, for a build without a network
	@mkdir -p $(TO) && for name in $(WEB_DEPS:$(CROSS)/%.done=%); do \
		tools/cross/fetch.sh $$name && cp -r build/cross/sources/$$name $(TO) || exit 1; done

# What drives browsers, and the compiler that checks types; fetched into build/ in the versions of tests/web/browser/package-lock.json.
WEB_TOOLS := build/check-web
IN_BROWSERS = BROWSER_TOOLS=$(abspath $(WEB_TOOLS)) PROGRAM=$(PROGRAM)
WEB_READY := $(WEB_TOOLS)/node_modules/.package-lock.json
$(WEB_READY): tests/web/browser/package-lock.json
	@PACKAGES="chromium firefox-esr fonts-dejavu-core" tools/bootstrap.sh
	@command -v npm >/dev/null || PACKAGES="nodejs npm" tools/bootstrap.sh
	@mkdir -p $(WEB_TOOLS)
	@cp tests/web/browser/package.json tests/web/browser/package-lock.json $(WEB_TOOLS)/ && \
		cd $(WEB_TOOLS) && npm ci --silent --no-audit --no-fund --omit-lockfile-registry-resolved

# The package for npm, packed.
NPM := build/npm/kibitzer-$(VERSION).tgz
$(NPM): build/web/worker.js build/web/notices.txt $(wildcard package/*) src/base/version.h LICENSE
	$(call need-programs,npm)
	@rm -rf build/npm && mkdir -p build/npm/package
	$(SAY) NPM $@
	$(Q)cp package/* build/web/worker.js build/web/kibitzer.wasm build/web/notices.txt LICENSE build/npm/package/ && \
		sed -i 's/"VERSION"/"$(VERSION)"/' build/npm/package/package.json && npm pack --silent --pack-destination build/npm ./build/npm/package >/dev/null
.PHONY: npm check-npm
npm: web #- the package for npm, in build/npm
	@+$(MAKE) --no-print-directory $(NPM)
check-npm: npm $(WEB_READY) #- its client, its types; installed from its tarball and asked
	@$(IN_BROWSERS) PACKAGE=$(abspath $(NPM)) tests/run.sh tests/web/npm_client_test.mjs tests/web/npm_check.sh

# Unit tests of engine, net, readers and writers, by node, which gives them the machine's files.
WEB_TESTS   := $(addprefix $(WEB)/tests/,$(WEB_UNITS:%=%_test))
WEB_SUPPORT := $(patsubst %.c,$(WEB)/%.o,$(filter-out %/failing.c $(wildcard tests/support/fuzz_*.c),$(wildcard tests/support/*.c)))
WEB_TESTING := -Itests -Itests/web -D_UINTPTR_T_DEFINED
$(WEB_SUPPORT): WEB_CFLAGS += $(WEB_TESTING)
$(WEB_SUPPORT): | $(CROSS)/cmocka.done
$(WEB)/tests/libsupport.a: $(WEB_SUPPORT)
	@rm -f $@
	$(Q)emar rcs $@ $^
$(WEB)/tests/%: tests/unit/%.c $(WEB)/tests/libsupport.a $(WEB)/internal.a tests/web/unit.js
	$(SAY) EMLD $@
	$(Q)$(WEB_CC) $(WEB_CFLAGS) $(WEB_TESTING) -c $< -o $@.o
	$(Q)$(EMCC) $(WEB_LINK) $@.o $(WEB)/tests/libsupport.a $(WEB)/internal.a -lcmocka $(WEB_LIBS:%=-l%) -sENVIRONMENT=node -sNODERAWFS=1 \
		-sEXIT_RUNTIME=1 --pre-js tests/web/unit.js -o $@.js
	$(Q)(echo '#!/usr/bin/env node'; cat $@.js) > $@; chmod +x $@

.PHONY: check-web check-live
check-live: browser-tools #- a report with the engine inside, opened from a folder in Chromium
	@+$(MAKE) --no-print-directory all web
	@BROWSER_TOOLS=$(abspath $(BROWSER_TOOLS)) PROGRAM=$(PROGRAM) TEST_TIMEOUT=900 tests/run.sh tests/web/live_check.sh
check-web: all web $(WEB_TESTS) check-live check-npm #- WebAssembly under node and in Chromium: unit tests, and the native program's bytes
	@PROGRAM=$(PROGRAM) tests/run.sh tests/web/same_test.mjs $(WEB_TESTS)

# The page in Chromium and Firefox, and its types.
.PHONY: check-web-pages check-web-heavy check-web-smoke bench-web
check-web-pages: all web $(WEB_READY) #- the page in Chromium and Firefox: files, paste, offline, cancel, storage, leftovers, bytes, axe-core; its types
	@$(WEB_TOOLS)/node_modules/.bin/tsc -p tests/web/browser/tsconfig.json
	@$(IN_BROWSERS) TEST_TIMEOUT=1800 tests/run.sh tests/web/browser/pages_check.sh
check-web-heavy: all web $(WEB_READY) #- the page with 1,000 matches at once, in Chromium and Firefox: minutes
	@$(IN_BROWSERS) CHECKS=heavy TEST_TIMEOUT=3600 tests/run.sh tests/web/browser/pages_check.sh
bench-web: all web $(WEB_READY) #- the page in Chromium beside the program, in one run: reports, rollouts, memory, bytes (BENCH_MATCHES=N)
	@$(IN_BROWSERS) tests/web/bench.sh
# Eight minutes of two cores at most, from nothing.
check-web-smoke: all web $(addprefix $(WEB)/tests/,net_test import_mat_test export_sgf_test) $(WEB_READY) #- a part of the checks of WebAssembly: bytes, some unit tests, the page in Chromium
	@PROGRAM=$(PROGRAM) tests/run.sh tests/web/same_test.mjs $(filter $(WEB)/tests/%,$^)
	@$(IN_BROWSERS) CHECKS=check BROWSERS=chromium ONLY='a match is analysed' tests/run.sh tests/web/browser/pages_check.sh
	@$(IN_BROWSERS) CHECKS=served BROWSERS=chromium tests/run.sh tests/web/browser/pages_check.sh

-include $(WEB_OBJ:.o=.d) $(LIVE_OBJ:.o=.d) $(WEB_SUPPORT:.o=.d) $(WEB_TESTS:=.d) $(WEB)/src/web/web.d
