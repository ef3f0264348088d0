#: Hostile input, failures, servers
# Fuzzing of the readers and of the writers behind them, under AddressSanitizer and UBSan. Seeds: every fixture.
# FUZZ_READER=sgf gives one reader all the time, FUZZ_READER=writers every writer (tests/support/fuzz_readers.h).
# What is found lies in build/fuzz/: fix it, and make it a fixture.
FUZZ_SECONDS ?= 60
FUZZ_READER  ?=
FUZZ_READERS := $(shell sed -n 's/^READS(\([a-z]*\)).*/\1/p' src/import/readers.h)
# Matches need room for games: some faults show only behind many events.
FUZZ_LENGTH  ?= $(if $(filter bgobs fibsboard idlist pos snowiepos xgtext,$(FUZZ_READER)),1500,30000)
FUZZ_DIR     := build/fuzz/$(or $(FUZZ_READER),any)
# Programs of the sanitized build (Makefile, ASAN), whose objects have what a fuzzer counts.
FUZZERS      := fuzz_import fuzz_table
$(FUZZERS:%=$(BUILD)/%): $(BUILD)/%: tests/fuzz/%.c tests/fuzz/oracle.c tests/fuzz/oracle.h $(SUP_LIB) $(LIBRARY)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) -fsanitize=fuzzer -Itests $(filter-out %.h,$^) -o $@ $(TEST_LIBS) $(LDLIBS)

# Targets that are not match readers: tests/support/fuzz_targets.c and its neighbours, with the engine behind them.
FUZZ_TABLES    := met net bearoff external assistant statistics analysis index hyper rollout collection schema archive mail ids plays lines certificate

FUZZ_PROGRAM = $(if $(filter $(FUZZ_TABLES),$(FUZZ_READER)),fuzz_table,fuzz_import)

.PHONY: fuzz fuzz-all fuzz-targets fuzz-tables fuzz-keep fuzzers
fuzzers: all
	@command -v $(ASAN_CC) >/dev/null || PACKAGES=clang tools/bootstrap.sh
	@+$(MAKE) --no-print-directory $(ASAN) $(FUZZERS:%=build/asan/%)
fuzz-targets: #- the names that FUZZ_READER can have
	@echo $(FUZZ_ALL)
fuzz-tables:
	@echo $(FUZZ_TABLES)

ifdef HOURS
fuzz: fuzzers
	tests/fuzz/hours.sh $(HOURS)
else
fuzz: fuzzers ## fuzz readers and writers for FUZZ_SECONDS (60), FUZZ_READER=name for one of them; HOURS=n: every target in turn
	@rm -rf $(FUZZ_DIR)/seeds && mkdir -p $(FUZZ_DIR)/corpus $(FUZZ_DIR)/seeds
	@tests/fuzz/seeds.sh $(FUZZ_DIR)/seeds $(FUZZ_READER)
	cd $(FUZZ_DIR) && ln -sfn $(CURDIR)/data data && FUZZ_READER=$(FUZZ_READER) ASAN_OPTIONS=malloc_context_size=3:quarantine_size_mb=16 $(CURDIR)/build/asan/$(FUZZ_PROGRAM) -entropic=0 -max_total_time=$(FUZZ_SECONDS) \
		-dict=$(CURDIR)/tests/fuzz/match.dict -timeout=$(if $(filter writers bgobs $(FUZZ_TABLES),$(FUZZ_READER)),120,25) -rss_limit_mb=4096 -max_len=$(FUZZ_LENGTH) -print_final_stats=1 \
		corpus seeds 2>fuzz.log || { tail -40 fuzz.log; exit 1; }
	@printf '%s: %s executions\n' "$(or $(FUZZ_READER),any)" "$$(sed -n 's/^stat::number_of_executed_units: *//p' $(FUZZ_DIR)/fuzz.log)"
endif

FUZZ_ALL ?= any writers xg-records $(FUZZ_READERS) $(FUZZ_TABLES)
fuzz-all: fuzzers #- every fuzz target in turn, FUZZ_SECONDS each
	@for t in $(FUZZ_ALL); do $(MAKE) --no-print-directory fuzz FUZZ_READER=$${t#any} FUZZ_SECONDS=$(FUZZ_SECONDS) || exit 1; done

# What reaches something that no smaller input reaches, of what `make fuzz FUZZ_READER=name` has gathered.
# FUZZ_GATHERED=build/fuzz/hours/sgf: what `make fuzz HOURS=n` has gathered instead. Readers' inputs become an archive.
FUZZ_GATHERED ?= $(FUZZ_DIR)
FUZZ_KEPT     := $(if $(filter $(FUZZ_TABLES),$(FUZZ_READER)),fixtures/fuzz/$(FUZZ_READER),build/fuzz/kept/$(FUZZ_READER))
fuzz-keep: fuzzers #- minimise the corpus of the target FUZZ_READER into fixtures/fuzz (FUZZ_KEEP_LENGTH bytes each)
	@mkdir -p $(FUZZ_KEPT) $(FUZZ_DIR) && ln -sfn $(CURDIR)/data $(FUZZ_DIR)/data
	cd $(FUZZ_DIR) && FUZZ_READER=$(FUZZ_READER) $(CURDIR)/build/asan/$(FUZZ_PROGRAM) -set_cover_merge=1 -max_len=$(or $(FUZZ_KEEP_LENGTH),2000) \
		$(CURDIR)/$(FUZZ_KEPT) $(CURDIR)/$(FUZZ_GATHERED)/corpus $(CURDIR)/$(FUZZ_GATHERED)/seeds 2>merge.log || { tail -20 merge.log; exit 1; }
	$(if $(filter fixtures/%,$(FUZZ_KEPT)),,tar -C $(FUZZ_KEPT) --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - . | gzip -9n >fixtures/fuzz/$(FUZZ_READER).tar.gz)

# A look at the targets, a second each, under the oracle: what .ci/run has time for. Not at those that may make large
# bearoff databases.
.PHONY: fuzz-minute
fuzz-minute: fuzzers #- one second of fuzzing for each target
	@rm -rf build/fuzz/minute && FUZZ_TURN=1 FUZZ_ROUNDS=1 FUZZ_ALL="$(filter-out external analysis,$(FUZZ_ALL))" tests/fuzz/hours.sh 1 build/fuzz/minute

# Kept inputs and failing allocations under AddressSanitizer and UBSan, without the rest of `make asan`.
REPLAYED := import_damage_test hostile_test memory_test fuzz_replay_test collection_memory_test library_test# what takes longest first
.PHONY: asan-replay asan-replay-run
asan-replay: #- what fuzzing has kept, and a sample of damaged files and of memory that runs out, under AddressSanitizer and UBSan (`make asan`: all)
	@command -v $(ASAN_CC) >/dev/null || PACKAGES=clang tools/bootstrap.sh
	@+TEST_TIMEOUT=900 $(MAKE) --no-print-directory $(ASAN) asan-replay-run
asan-replay-run: $(REPLAYED:%=$(BUILD)/tests/%)
	@TEST_LIGHT=yes tests/run.sh $^
