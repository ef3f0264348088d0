#: Building and checking
# kibitzer: make bootstrap demo | make bootstrap check. `make help` lists the targets.
.SUFFIXES:# none of the rules that make has of its own: looking for them took nearly all of the second before it began
CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
FLAVOUR ?= release
BUILD   := build/$(FLAVOUR)
PREFIX  ?= /usr/local
LIBDIR  ?= lib# below PREFIX
DESTDIR ?=
BINUTILS ?=# what stands before ar, ld and objcopy of another processor: aarch64-linux-gnu-
WINDOWS := $(findstring mingw,$(CC))# mk/windows.mk
EXE     := $(if $(WINDOWS),.exe)
RUN     ?=# what runs its programs: qemu-aarch64-static
CORPUS  ?= ../shared/corpus
BENCH   ?= ../shared/bench

# ---- `make bootstrap X`: first the packages, then X in a make of its own that finds them ----
ifneq (,$(filter bootstrap,$(MAKECMDGOALS)))
.PHONY: $(MAKECMDGOALS)
.NOTPARALLEL:
bootstrap: ## install with apt-get what is missing for building and checking
	@tools/bootstrap.sh
ifneq (,$(filter-out bootstrap,$(MAKECMDGOALS)))
$(filter-out bootstrap,$(MAKECMDGOALS)): bootstrap
	@+$(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc)) $@
endif
else

Q       := $(if $(V),,@)# make V=1 shows the commands
# What a target needs besides the sources: where it is missing, one line says so and the target fails.
need          = $(foreach file,$(1),$(if $(wildcard $(file)),,$(error $@ needs $(file), which is not there$(if $(2), (set $(2))))))
need-any      = $(if $(wildcard $(1)),,$(error $@ needs one of $(1), and there is none (set $(2))))
need-programs = $(foreach program,$(1),$(if $(shell PATH=$$PATH:/usr/games; command -v $(program)),,$(error $@ needs the program $(program), which is not installed)))
SAY     := @$(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),:,printf '  %s %s\n')

VERSION := $(shell sed -n 's/^.define KIBITZER_VERSION "\(.*\)"/\1/p' src/base/version.h)
SOMAJOR := 0
PKGS    := libxml-2.0 libpng zlib sqlite3 libmd libarchive uchardet libutf8proc json-c
# Database servers, URLs, the service over HTTP and letters beyond DejaVu's are there where the headers of libpq, libmariadb, libcurl, libmicrohttpd and (all three of)
# HarfBuzz, FriBidi and fontconfig are; the libraries themselves are loaded when somebody asks for one.
LETTERS := harfbuzz fribidi fontconfig
DRIVERS := $(if $(shell pkg-config --exists libpq && echo yes),postgres) $(if $(shell pkg-config --exists libmariadb && echo yes),mariadb)
DRIVERS += $(if $(shell pkg-config --exists libmicrohttpd && echo yes),microhttpd) $(if $(shell pkg-config --exists libcurl && echo yes),curl) $(if $(shell pkg-config --exists $(LETTERS) && echo yes),letters)
PKG_CFLAGS := $(shell pkg-config --cflags $(PKGS) $(patsubst postgres,libpq,$(patsubst mariadb,libmariadb,$(patsubst microhttpd,libmicrohttpd,$(patsubst curl,libcurl,$(patsubst letters,$(LETTERS),$(DRIVERS)))))))
WARN    := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror
OPT     ?= -O2
# What costs nothing and stops or weakens attacks: checked copies, guarded stacks, addresses that nobody knows, tables
# that nobody writes to. Not in sanitized builds, which look for the same and more. -fcf-protection would be of no use:
# the start files and libraries of Debian 12 come without, so that no program has it.
HARDEN  ?= $(if $(findstring -fsanitize,$(OPT)),,-D_FORTIFY_SOURCE=2 -fstack-protector-strong -fstack-clash-protection)
override CFLAGS := -std=c11 -D_GNU_SOURCE -g1 $(OPT) $(WARN) -fvisibility=hidden -fPIC -pthread $(HARDEN) -ffp-contract=off -MMD -MP \
	-Isrc $(DRIVERS:%=-DWITH_%) $(PKG_CFLAGS) $(CFLAGS)
# Nothing waits for these rooms: at -O1 they are as fast to the eye and take a third less time to compile.
COLD := assistant cli collection command document export format import library pages play report run service source sql storage
$(foreach room,$(COLD),$(BUILD)/src/$(room)/%.o): CFLAGS += $(if $(filter -O2,$(OPT)),-O1)
$(BUILD)/src/library/%.o: CFLAGS += -g# what abidw reads
override LDLIBS := $(LDLIBS) $(shell pkg-config --libs $(PKGS)) -lhpdf -lm -pthread $(if $(WINDOWS),,-Wl,-z,relro,-z,now)
# Most of what tests take is compiling them: in a build that is optimised they are not, but for what they share.
# Nor do they have what a debugger wants (`make debug T=walk` has).
STRIPPED        := -g0 -Wl,--strip-debug
TEST_OPT        := $(if $(filter -O2,$(OPT)),-O0 $(STRIPPED) -U_FORTIFY_SOURCE -Wno-restrict -Wno-format-truncation)
TEST_LIBS       := -Wl,--as-needed -lcmocka $(if $(WINDOWS),,-lopenblas)

# What needs processes, threads, sockets and folders to watch; what stands in where there are none (mk/web.mk).
SERVICE   := src/command/serve.c $(filter-out src/service/order.c src/service/catalogue.c,$(wildcard src/service/*.c))
SYSTEM    := src/command/serve.c $(wildcard src/service/*.c) $(addprefix src/,source/unpacker.c base/processors.c base/width.c play/player_external.c base/socket.c base/socket_posix.c run/watch.c command/external.c command/mcp.c) $(wildcard src/assistant/*.c)
STAND_INS := $(addprefix src/,source/unpacker_here.c base/processors_one.c base/width_plain.c play/player_none.c run/watch_none.c)
# What is for Windows alone has a name that says so; of what it lacks the same stands in as there, but for servers.
ON_WINDOWS := $(wildcard src/*/*_windows.c)
NOT_THERE  := $(if $(WINDOWS),$(wildcard src/*/*_posix.c) $(addprefix src/,base/charset_iconv.c source/unpacker.c run/watch.c base/processors.c base/processors_one.c base/width_plain.c \
	play/player_none.c run/watch_none.c),$(ON_WINDOWS) $(STAND_INS))
LIB_SRC   := $(filter-out src/cli/% src/web/% $(NOT_THERE) $(patsubst %,src/sql/%.c,$(filter-out $(DRIVERS),postgres mariadb)) \
	$(if $(filter microhttpd,$(DRIVERS)),,$(SERVICE)) $(if $(filter curl,$(DRIVERS)),,src/source/http.c) $(addprefix src/export/print/,$(if $(filter letters,$(DRIVERS)),fonts_none.c,fonts.c letters.c)) $(if $(strip $(DRIVERS)),,src/base/on_demand.c),$(wildcard src/*.c src/*/*.c src/*/*/*.c))
CLI_SRC   := $(filter-out $(NOT_THERE),$(wildcard src/cli/*.c))
TEST_SRC  := $(wildcard tests/unit/*_test.c)
SUPPORT   := $(filter-out $(if $(WINDOWS),tests/support/failing.c),$(wildcard tests/support/*.c))
LIB_OBJ   := $(LIB_SRC:%.c=$(BUILD)/%.o)
CLI_OBJ   := $(CLI_SRC:%.c=$(BUILD)/%.o)
SUP_OBJ   := $(SUPPORT:%.c=$(BUILD)/%.o)
SUP_LIB   := $(BUILD)/tests/libsupport.a
TESTS     := $(TEST_SRC:tests/unit/%.c=$(BUILD)/tests/%)
LIBRARY   := $(BUILD)/internal.a# every function: for unit tests and tools
PUBLIC    := $(BUILD)/libkibitzer.a# those of the headers: for everybody else
SHARED    := $(BUILD)/libkibitzer.so.$(SOMAJOR)
BASE      := $(BUILD)/base.a
PROGRAM   := $(BUILD)/kibitzer$(EXE)
HEADERS   := $(wildcard src/*.h)# the public ones

.DEFAULT_GOAL := all
.PHONY: all clean unit test debug help help-lab
all: $(PUBLIC) $(SHARED) $(PROGRAM) ## the library and the program, in build/release

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(CFLAGS) -c $< -o $@

# Which drivers there are is a thing that sql.c depends on: a library may be installed later.
.PHONY: FORCE
$(BUILD)/drivers: FORCE
	@mkdir -p $(@D)
	@echo '$(DRIVERS)' | cmp -s - $@ || echo '$(DRIVERS)' > $@
$(BUILD)/src/sql/sql.o $(BUILD)/src/source/url.o $(BUILD)/src/command/commands.o: $(BUILD)/drivers

$(LIBRARY): $(LIB_OBJ)
	@rm -f $@
	$(Q)$(BINUTILS)ar rcs $@ $^

# One object in which nothing but kibitzer_* can be seen: programs may have an xmalloc() of their own.
$(PUBLIC): $(LIB_OBJ) Makefile
	@rm -f $@
	$(Q)$(BINUTILS)ld -r -o $(BUILD)/libkibitzer.o $(LIB_OBJ)
	$(Q)$(BINUTILS)objcopy --localize-hidden $(BUILD)/libkibitzer.o
	$(Q)$(BINUTILS)ar rcs $@ $(BUILD)/libkibitzer.o
	@rm -f $(BUILD)/libkibitzer.o

VERSIONS := src/library/libkibitzer.map
$(SHARED): $(LIB_OBJ) $(VERSIONS)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) -shared -Wl,-soname,$(@F) -Wl,--no-undefined -Wl,--version-script=$(VERSIONS) $(LIB_OBJ) -o $@ $(LDLIBS)

# The program is a client of the library like any other, and has a copy of its own of what it takes from src/base.
$(BASE): $(filter $(BUILD)/src/base/%,$(LIB_OBJ))
	@rm -f $@
	$(Q)$(BINUTILS)ar rcs $@ $^

# (Windows' objects know no hidden names: there it is linked with all functions, as the unit tests are.)
$(PROGRAM): $(CLI_OBJ) $(if $(WINDOWS),$(LIBRARY),$(BASE) $(PUBLIC))
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $(if $(WINDOWS),,-pie) $^ -o $@ $(LDLIBS)

$(SUP_LIB): $(SUP_OBJ)
	@rm -f $@
	$(Q)$(BINUTILS)ar rcs $@ $^

$(BUILD)/tests/%$(EXE): tests/unit/%.c $(SUP_LIB) $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $(TEST_OPT) -Itests $< $(SUP_LIB) $(LIBRARY) -o $@ $(TEST_LIBS) $(LDLIBS)

unit: $(TESTS) ## unit tests only (cmocka): all of them, failures at the end
	@tests/run.sh $(TESTS)

# `make test T=walk`: tests/unit/walk_test.c, tests/cli/walk_test.sh, or both; T='import_*' takes several.
CHOSEN_UNIT := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/$(T)_test.c))
CHOSEN_CLI  := $(wildcard tests/cli/$(T)_test.sh)
test: all $(CHOSEN_UNIT) $(if $(CHOSEN_CLI),test-programs) $(if $(filter $(TRAINING_TESTS),$(CHOSEN_CLI)),$(TRAINING_TOOLS)) ## one test by name, each of its cases shown: make test T=walk
	$(if $(T),,$(error $@ needs the name of a test: make test T=walk))
	$(if $(CHOSEN_UNIT)$(CHOSEN_CLI),,$(error no test is called "$(T)": neither tests/unit/$(T)_test.c nor tests/cli/$(T)_test.sh exists))
	@TEST_SHOW=all PROGRAM=$(PROGRAM) BUILD=$(BUILD) tests/run.sh $(CHOSEN_UNIT) $(CHOSEN_CLI)

debug: ## program and library for a debugger, unoptimised: build/debug/kibitzer; with T=walk that test too
	@+$(MAKE) --no-print-directory FLAVOUR=debug OPT="-O0 -g3" HARDEN= all $(CHOSEN_UNIT:$(BUILD)/%=build/debug/%)

# ---- install ----

$(BUILD)/kibitzer.pc: tools/kibitzer.pc.in src/base/version.h Makefile
	@mkdir -p $(@D)
	$(Q)sed -e 's|@VERSION@|$(VERSION)|' -e 's|@LIBS@|$(shell pkg-config --libs $(PKGS)) -lhpdf -lm -pthread|' $< > $@

.PHONY: install uninstall
HERE := $(DESTDIR)$(PREFIX)
SHARED_DATA := $(HERE)/share/kibitzer
GUIDE       := $(HERE)/share/doc/kibitzer
COMPLETIONS := bash-completion/completions zsh/site-functions fish/vendor_completions.d
install: all $(SHARED) $(BUILD)/kibitzer.pc ## into DESTDIR and PREFIX (/usr/local): program, library, headers, manual, guide, schemas, examples, completions
	install -d $(HERE)/bin $(HERE)/$(LIBDIR)/pkgconfig $(HERE)/include $(HERE)/share/man/man1 $(HERE)/share/man/man3 $(HERE)/share/man/man5
	install -m 755 $(PROGRAM) $(HERE)/bin/kibitzer
	[ ! -f $(LIVE_ENGINE) ] || install -D -m 644 $(LIVE_ENGINE) $(HERE)/share/kibitzer/$(notdir $(LIVE_ENGINE)) # for --live; `make web` makes it
	install -m 644 $(PUBLIC) $(SHARED) $(HERE)/$(LIBDIR)
	ln -sf $(notdir $(SHARED)) $(HERE)/$(LIBDIR)/libkibitzer.so
	install -m 644 $(HEADERS) $(HERE)/include
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|' $(BUILD)/kibitzer.pc > $(HERE)/$(LIBDIR)/pkgconfig/kibitzer.pc
	install -d $(SHARED_DATA)/schemas $(GUIDE)/docs/formats $(GUIDE)/examples/overlay
	install -m 644 docs/*.schema.json $(SHARED_DATA)/schemas
	install -m 644 tools/valgrind.supp $(SHARED_DATA)
	install -m 644 README.md CHANGELOG.md $(GUIDE)
	install -m 644 docs/*.md $(GUIDE)/docs
	install -m 644 docs/formats/*.md $(GUIDE)/docs/formats
	install -m 644 $(wildcard examples/*.*) $(GUIDE)/examples
	install -m 644 $(wildcard examples/overlay/*) $(GUIDE)/examples/overlay
	install -m 644 docs/kibitzer.1 $(HERE)/share/man/man1
	install -m 644 docs/kibitzer-documents.5 $(HERE)/share/man/man5
	python3 tools/man.py $(HERE)/share/man/man3 $(HEADERS) | while read -r function page; do \
		ln -sf $$page.3 $(HERE)/share/man/man3/$$function.3; done
	install -d $(COMPLETIONS:%=$(HERE)/share/%)
	$(RUN) $(PROGRAM) completion bash > $(HERE)/share/bash-completion/completions/kibitzer
	$(RUN) $(PROGRAM) completion zsh > $(HERE)/share/zsh/site-functions/_kibitzer
	$(RUN) $(PROGRAM) completion fish > $(HERE)/share/fish/vendor_completions.d/kibitzer.fish

uninstall: #- remove what install has put there
	rm -f $(HERE)/bin/kibitzer $(HERE)/share/kibitzer/live-engine.txt $(addprefix $(HERE)/$(LIBDIR)/,libkibitzer.a libkibitzer.so $(notdir $(SHARED)) pkgconfig/kibitzer.pc) \
		$(HEADERS:src/%=$(HERE)/include/%) $(HERE)/share/man/man1/kibitzer.1 $(HERE)/share/man/man3/kibitzer*.3 $(HERE)/share/man/man5/kibitzer-documents.5 \
		$(HERE)/share/bash-completion/completions/kibitzer $(HERE)/share/zsh/site-functions/_kibitzer \
		$(HERE)/share/fish/vendor_completions.d/kibitzer.fish
	rm -rf $(SHARED_DATA)/schemas $(SHARED_DATA)/valgrind.supp $(GUIDE)

# ---- show ----

.PHONY: demo
demo: all ## analyse the matches in fixtures/demo and fixtures/season; the last lines name an index, a player's page and a quiz
	$(PROGRAM) analyze --out build/demo-report fixtures/demo fixtures/season
	$(PROGRAM) errors --db build/demo-report/collection.db --player Mira --worst 10 --quiz --output build/demo-report/quiz.html
	@printf '%s\n' "The matches: build/demo-report/index.html" "A player:    build/demo-report/players/Mira.html" \
		"A quiz:      build/demo-report/quiz.html"

# ---- checks ----

.PHONY: check check-all check-heavy check-training test-programs coverage asan clang lint lint-quick lint-externals format
test-programs: # what tests of the command line run besides the program
# What takes ten seconds of a processor or more and is no first sign of a fault elsewhere. Within other tests, what takes many seconds is left out where TEST_LIGHT is set.
HEAVY_TESTS := $(addprefix $(BUILD)/tests/,hostile_test import_damage_test library_threads_test memory_test) $(patsubst %,tests/cli/%_test.sh,manual_rows players study targets mcp said machine book)
# What trains, and judges nets.
TRAINING_TESTS := $(BUILD)/tests/balance_test tests/cli/measure_test.sh tools/train/smoke.sh
TRAINING_TOOLS := $(BUILD)/kibitzer-train $(BUILD)/tools/score/choices $(BUILD)/tools/measure/measure
# The longest begin, so that no processor waits for them at the end.
LONGEST     := $(patsubst %,tests/cli/%_test.sh,errors rollout db verify report_options analyze documents)
EVERY_TEST  := $(TRAINING_TESTS) $(HEAVY_TESTS) $(LONGEST) $(filter-out $(TRAINING_TESTS) $(HEAVY_TESTS) $(LONGEST),$(wildcard tests/cli/*_test.sh) $(TESTS))
# Programs of which `make check` runs a part; `make check-heavy` runs them as a whole, so that .ci/run has check leave them to it,
# and check-heavy skip what asan-replay runs.
PARTLY_HEAVY = $(addprefix $(BUILD)/tests/,$(patsubst tests/unit/%.c,%,$(shell grep -lE 'is_light|LONG_TEST' tests/unit/*.c))) $(shell grep -lE '(if|^) *heavy( |;|$$)|[$$].much ' tests/cli/*_test.sh)
check: all $(filter-out $(TRAINING_TESTS) $(HEAVY_TESTS),$(TESTS)) test-programs ## the tests, but for what takes minutes; the last line counts them
	@TEST_LIGHT=yes PROGRAM=$(PROGRAM) BUILD=$(BUILD) tests/run.sh $(filter-out $(TRAINING_TESTS) $(HEAVY_TESTS) $(if $(HEAVY_FOLLOWS),$(PARTLY_HEAVY)),$(EVERY_TEST))
check-all: all $(TESTS) test-programs $(TRAINING_TOOLS) #- every test, those that take minutes too
	@TEST_TIMEOUT=$${TEST_TIMEOUT:-600} PROGRAM=$(PROGRAM) BUILD=$(BUILD) tests/run.sh $(EVERY_TEST)
check-heavy: all $(filter-out $(TRAINING_TESTS),$(TESTS)) test-programs #- what make check leaves out: with it and check-training, every test has run
	@TEST_TIMEOUT=$${TEST_TIMEOUT:-600} PROGRAM=$(PROGRAM) BUILD=$(BUILD) tests/run.sh $(filter-out $(if $(SANITIZED),$(REPLAYED:%=$(BUILD)/tests/%)),$(HEAVY_TESTS) $(filter-out $(HEAVY_TESTS),$(PARTLY_HEAVY)))
check-training: all $(filter $(TRAINING_TESTS),$(TESTS)) $(TRAINING_TOOLS) #- the loss falls, threads do not matter, nets are judged: after work on training (not in .ci/run)
	@PROGRAM=$(PROGRAM) BUILD=$(BUILD) tests/run.sh $(TRAINING_TESTS)

# One build for the sanitizers' tests and for fuzzing (mk/fuzz.mk): hence clang, and what its fuzzer counts.
ASAN_CC ?= clang
ASAN    := FLAVOUR=asan CC=$(ASAN_CC) OPT="-O1 -g1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -DSANITIZED"
asan: ## every test under AddressSanitizer and UBSan
	@command -v $(ASAN_CC) >/dev/null || PACKAGES=clang tools/bootstrap.sh
	@+TEST_TIMEOUT=900 $(MAKE) --no-print-directory $(ASAN) check-all

COVERED := build/coverage/covered.info
coverage: ## how much of each room the tests run: a table, and pages in build/coverage/html (minutes)
	@command -v lcov >/dev/null || PACKAGES=lcov tools/bootstrap.sh
	@mkdir -p build/coverage && rm -rf build/coverage/html && find build/coverage -name '*.gcda' -delete
	-@+TEST_TIMEOUT=1800 $(MAKE) --no-print-directory FLAVOUR=coverage OPT="-O1 --coverage -fprofile-update=atomic" HARDEN= check-all
	@lcov -q --capture --directory build/coverage/src --base-directory . --no-external --output-file $(COVERED)
	@genhtml -q --output-directory build/coverage/html $(COVERED)
	@tools/coverage.awk $(COVERED)

clang: #- build with clang, warnings are errors
	@+$(MAKE) --no-print-directory FLAVOUR=clang CC=clang all

.PHONY: golden
golden: golden-check #- the files of fixtures/ against what is expected of them

.PHONY: corpus
corpus: all #- round trips over all .mat files of CORPUS
	$(call need-any,$(CORPUS)/mat*/*.mat,CORPUS)
	@PROGRAM=$(PROGRAM) tests/corpus.sh $(wildcard $(CORPUS)/mat*)

.PHONY: check-pr
check-pr: all #- the performance ratings that eXtreme Gammon printed for .xg files of CORPUS
	$(call need-any,$(CORPUS)/xg/*.xg,CORPUS)
	@PROGRAM=$(PROGRAM) tests/printed-pr.sh $(CORPUS)/xg

SOURCES := $(wildcard src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] tests/*/*.[ch] examples/*.c tools/*.[ch] tools/*/*.[ch])

lint-quick: ## formatting, rules on memory, cppcheck: what .ci/run has time for
	@command -v clang-format >/dev/null && command -v cppcheck >/dev/null || PACKAGES="clang-format cppcheck" tools/bootstrap.sh
	clang-format --dry-run -Werror $(SOURCES)
	tools/lint-memory.sh
	@mkdir -p build/cppcheck
	cppcheck -j $(shell nproc) --quiet --std=c11 --error-exitcode=1 --inline-suppr --enable=warning,portability \
		--cppcheck-build-dir=build/cppcheck --suppressions-list=tools/cppcheck.suppress -UCATALOGUES -Isrc $(LIB_SRC) $(CLI_SRC)

lint: lint-quick clang ## the same, a build by clang, and clang-tidy (half an hour of one core)
	printf '%s\n' $(LIB_SRC) $(CLI_SRC) | xargs -P $(shell nproc) -n 1 \
		sh -c 'clang-tidy --quiet "$$@" -- -std=c11 -D_GNU_SOURCE -Isrc $(PKG_CFLAGS) 2>/dev/null' tidy

lint-externals: all #- what is external though nothing outside its object uses it
	@tools/lint-externals.sh $(LIB_OBJ) $(CLI_OBJ)

format: ## put all sources into the house's form
	clang-format -i $(SOURCES)

clean: ## remove all that was built
	rm -rf build

# The usual targets are marked ##, those of the laboratory #-; the first line of a file of make names its group.
LISTED = match($$0, /^[a-z0-9-]+:.*$(1) /) { name = what = $$0; sub(/:.*/, "", name); sub(/.*$(1) /, "", what); line = sprintf("  make %-20s %s\n", name, what)
help: ## this list
	@awk '$(call LISTED,##); printf "%s", line }' Makefile $(wildcard mk/*.mk)
help-lab: ## all other targets, in groups: proofs, measurements, training, servers, fuzzing
	@awk '/^#: / { group = substr($$0, 4); if (!seen[group]++) order[++n] = group } $(call LISTED,#-); text[group] = text[group] line } \
		END { for (i = 1; i <= n; i++) printf "%s%s\n%s", (i > 1 ? "\n" : ""), order[i], text[order[i]] }' Makefile $(wildcard mk/*.mk)

-include $(wildcard mk/*.mk)
-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(SUP_OBJ:.o=.d) $(TESTS:=.d)
endif
