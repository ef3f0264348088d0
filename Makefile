# kibitzer: make bootstrap demo | make bootstrap check. `make help` lists the targets.
CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
FLAVOUR ?= release
BUILD   := build/$(FLAVOUR)
PREFIX  ?= /usr/local
DESTDIR ?=
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
SAY     := @$(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),:,printf '  %s %s\n')

VERSION := $(shell sed -n 's/^.define KIBITZER_VERSION "\(.*\)"/\1/p' src/base/version.h)
SOMAJOR := 0
PKGS    := libxml-2.0 libpng zlib sqlite3 libmd libarchive uchardet
# Drivers of database servers are built in where their libraries are.
DRIVERS := $(if $(shell pkg-config --exists libpq && echo yes),postgres) $(if $(shell pkg-config --exists libmariadb && echo yes),mariadb)
PKGS    += $(if $(filter postgres,$(DRIVERS)),libpq) $(if $(filter mariadb,$(DRIVERS)),libmariadb)
WARN    := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror
OPT     ?= -O2
# What costs nothing and stops or weakens attacks: checked copies, guarded stacks and returns, addresses that nobody
# knows, tables that nobody writes to. Not in sanitized builds, which look for the same and more.
HARDEN  ?= $(if $(findstring -fsanitize,$(OPT)),,-D_FORTIFY_SOURCE=2 -fstack-protector-strong -fstack-clash-protection \
	$(if $(filter x86_64,$(shell uname -m)),-fcf-protection))
override CFLAGS := -std=c11 -D_GNU_SOURCE -g $(OPT) $(WARN) -fvisibility=hidden -fPIC -pthread $(HARDEN) -ffp-contract=off -MMD -MP \
	-Isrc $(DRIVERS:%=-DWITH_%) $(shell pkg-config --cflags $(PKGS)) $(CFLAGS)
override LDLIBS := $(LDLIBS) $(shell pkg-config --libs $(PKGS)) -lhpdf -lm -pthread -Wl,-z,relro,-z,now
TEST_LIBS       := -Wl,--as-needed -lcmocka $(shell pkg-config --libs json-c) -lopenblas

LIB_SRC   := $(filter-out src/cli/% $(patsubst %,src/store/%.c,$(filter-out $(DRIVERS),postgres mariadb)),$(wildcard src/*.c src/*/*.c src/*/*/*.c))
CLI_SRC   := $(wildcard src/cli/*.c)
TEST_SRC  := $(wildcard tests/unit/*_test.c)
SUPPORT   := $(wildcard tests/support/*.c)
LIB_OBJ   := $(LIB_SRC:%.c=$(BUILD)/%.o)
CLI_OBJ   := $(CLI_SRC:%.c=$(BUILD)/%.o)
SUP_OBJ   := $(SUPPORT:%.c=$(BUILD)/%.o)
SUP_LIB   := $(BUILD)/tests/libsupport.a
TESTS     := $(TEST_SRC:tests/unit/%.c=$(BUILD)/tests/%)
LIBRARY   := $(BUILD)/libkibitzer.a
PROGRAM   := $(BUILD)/kibitzer

.DEFAULT_GOAL := all
.PHONY: all clean unit help
all: $(LIBRARY) $(PROGRAM) ## the library and the program, in build/release

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(CFLAGS) -c $< -o $@

# Which drivers there are is a thing that sql.c depends on: a library may be installed later.
.PHONY: FORCE
$(BUILD)/drivers: FORCE
	@mkdir -p $(@D)
	@echo '$(DRIVERS)' | cmp -s - $@ || echo '$(DRIVERS)' > $@
$(BUILD)/src/store/sql.o: $(BUILD)/drivers

$(LIBRARY): $(LIB_OBJ)
	@rm -f $@
	$(Q)ar rcs $@ $^

$(PROGRAM): $(CLI_OBJ) $(LIBRARY)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) -pie $(CLI_OBJ) $(LIBRARY) -o $@ $(LDLIBS)

# Command-line modules that unit tests want are linked too; main() stays out.
$(SUP_LIB): $(SUP_OBJ)
	@rm -f $@
	$(Q)ar rcs $@ $^

$(BUILD)/tests/%: tests/unit/%.c $(SUP_LIB) $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $(shell pkg-config --cflags json-c) -Itests $< $(SUP_LIB) $(LIBRARY) -o $@ $(TEST_LIBS) $(LDLIBS)

unit: $(TESTS) ## unit tests only (cmocka)
	@for t in $(TESTS); do $$t || exit 1; done

# ---- install ----

SHARED := $(BUILD)/libkibitzer.so.$(SOMAJOR)
$(SHARED): $(LIB_OBJ)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) -shared -Wl,-soname,$(@F) -Wl,--no-undefined $(LIB_OBJ) -o $@ $(LDLIBS)

$(BUILD)/kibitzer.pc: tools/kibitzer.pc.in src/base/version.h
	@mkdir -p $(@D)
	$(Q)sed -e 's|@VERSION@|$(VERSION)|' -e 's|@PKGS@|$(PKGS)|' $< > $@

.PHONY: install uninstall
HERE := $(DESTDIR)$(PREFIX)
COMPLETIONS := bash-completion/completions zsh/site-functions fish/vendor_completions.d
install: all $(SHARED) $(BUILD)/kibitzer.pc ## into DESTDIR and PREFIX (/usr/local): program, library, header, man page, completions
	install -d $(HERE)/bin $(HERE)/lib/pkgconfig $(HERE)/include $(HERE)/share/man/man1
	install -m 755 $(PROGRAM) $(HERE)/bin/kibitzer
	install -m 644 $(LIBRARY) $(SHARED) $(HERE)/lib
	ln -sf $(notdir $(SHARED)) $(HERE)/lib/libkibitzer.so
	install -m 644 src/kibitzer.h $(HERE)/include
	sed 's|@PREFIX@|$(PREFIX)|' $(BUILD)/kibitzer.pc > $(HERE)/lib/pkgconfig/kibitzer.pc
	install -m 644 docs/kibitzer.1 $(HERE)/share/man/man1
	install -d $(COMPLETIONS:%=$(HERE)/share/%)
	$(PROGRAM) completion bash > $(HERE)/share/bash-completion/completions/kibitzer
	$(PROGRAM) completion zsh > $(HERE)/share/zsh/site-functions/_kibitzer
	$(PROGRAM) completion fish > $(HERE)/share/fish/vendor_completions.d/kibitzer.fish

uninstall: ## remove what install has put there
	rm -f $(HERE)/bin/kibitzer $(HERE)/lib/libkibitzer.a $(HERE)/lib/libkibitzer.so $(HERE)/lib/$(notdir $(SHARED)) \
		$(HERE)/include/kibitzer.h $(HERE)/lib/pkgconfig/kibitzer.pc $(HERE)/share/man/man1/kibitzer.1 \
		$(HERE)/share/bash-completion/completions/kibitzer $(HERE)/share/zsh/site-functions/_kibitzer \
		$(HERE)/share/fish/vendor_completions.d/kibitzer.fish

# ---- show ----

.PHONY: demo
demo: all ## analyse the matches in fixtures/demo and fixtures/season; the last lines name an index, a player's page and a quiz
	$(PROGRAM) analyze --out build/demo-report fixtures/demo fixtures/season
	$(PROGRAM) errors --db build/demo-report/collection.db --player Mira --worst 10 --quiz --output build/demo-report/quiz.html
	@printf '%s\n' "The matches: build/demo-report/index.html" "A player:    build/demo-report/players/Mira.html" \
		"A quiz:      build/demo-report/quiz.html"

# ---- checks ----

.PHONY: check asan clang lint format
check: all $(TESTS) $(BUILD)/kibitzer-train $(BUILD)/tools/measure/measure ## every test; the last line counts them
	@PROGRAM=$(PROGRAM) BUILD=$(BUILD) tests/run.sh $(TESTS) $(wildcard tests/cli/*_test.sh) $(wildcard tests/golden/*_test.sh) \
		tools/train/smoke.sh

SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -Wno-format-truncation -Wno-maybe-uninitialized
asan: ## every test under AddressSanitizer and UBSan
	@+TEST_TIMEOUT=900 $(MAKE) --no-print-directory FLAVOUR=asan OPT="-O1 $(SANITIZE)" check

clang: ## build with clang, warnings are errors
	@+$(MAKE) --no-print-directory FLAVOUR=clang CC=clang all

.PHONY: golden
golden: golden-check ## the files of fixtures/ against what is expected of them

.PHONY: corpus
corpus: all ## round trips over all .mat files of CORPUS
	@PROGRAM=$(PROGRAM) tests/corpus.sh $(wildcard $(CORPUS)/mat*)

.PHONY: check-pr
check-pr: all ## the performance ratings that eXtreme Gammon printed for .xg files of CORPUS
	@PROGRAM=$(PROGRAM) tests/printed-pr.sh $(CORPUS)/xg

SOURCES := $(wildcard src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] tests/*/*.[ch] tools/*.[ch] tools/*/*.[ch])
lint: clang ## clang build, clang-tidy, cppcheck, formatting
	cppcheck --quiet --std=c11 --error-exitcode=1 --inline-suppr --enable=warning,portability \
		--suppressions-list=tools/cppcheck.suppress -Isrc $(LIB_SRC) $(CLI_SRC)
	printf '%s\n' $(LIB_SRC) $(CLI_SRC) | xargs -P $(shell nproc) -n 1 \
		sh -c 'clang-tidy --quiet "$$@" -- -std=c11 -D_GNU_SOURCE -Isrc $(shell pkg-config --cflags $(PKGS)) 2>/dev/null' tidy
	clang-format --dry-run -Werror $(SOURCES)
	tools/lint-memory.sh

format: ## put all sources into the house's form
	clang-format -i $(SOURCES)

clean: ## remove all that was built
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile $(wildcard mk/*.mk) | awk -F'|' '{printf "  make %-16s %s\n", $$1, $$2}'

-include $(wildcard mk/*.mk)
-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(SUP_OBJ:.o=.d) $(TESTS:=.d)
endif
