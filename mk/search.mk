#: The engine, measured
# Proofs and figures of the search.
TSAN_TESTS := library_threads_test base_test cache_test search_test analyze_test
.PHONY: tsan tsan-run
tsan: #- what threads share, under ThreadSanitizer
	@+$(MAKE) --no-print-directory FLAVOUR=tsan OPT="-O1 -g1 -fsanitize=thread" tsan-run
# Two fifths of the time went into lists of plays for the databases, which are their caller's alone.
build/tsan/src/engine/bearoff_moves.o: CFLAGS += -fno-sanitize=thread
tsan-run: $(PROGRAM) $(TSAN_TESTS:%=$(BUILD)/tests/%)
	@TEST_LIGHT=yes TEST_TIMEOUT=1200 tests/run.sh $(TSAN_TESTS:%=$(BUILD)/tests/%)
	@rm -rf $(BUILD)/run && mkdir -p $(BUILD)/run
	$(PROGRAM) analyze -q --level 0ply --jobs 4 --report html,json --out $(BUILD)/run fixtures/demo fixtures/season
	$(PROGRAM) analyze -q --level 0ply --jobs 4 --rollout-errors 0.3 --rollout-trials 36 --report none --out $(BUILD)/run/one fixtures/season/round-1.mat
	$(PROGRAM) report -q --jobs 4 --out $(BUILD)/run

# tools/measure: what the search is worth, for NET.
MEASURE_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/measure/*.c))
MEASURE     := $(BUILD)/tools/measure/measure
$(MEASURE): $(MEASURE_OBJ) $(LIBRARY)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $(MEASURE_OBJ) $(LIBRARY) -o $@ $(LDLIBS)
-include $(MEASURE_OBJ:.o=.d)

MEASURE_PARTS := $(filter-out %/main.o,$(MEASURE_OBJ))
$(BUILD)/tests/balance_test: $(MEASURE_PARTS)
$(BUILD)/tests/balance_test: override LDLIBS := $(MEASURE_PARTS) $(LIBRARY) $(LDLIBS)

.PHONY: smart-rollouts score-chances search-bias search-borders search-filters score-races score-ends balance-net levels-table luck cube-bias cube-scores cube-free
LUCK ?= 2ply
luck: $(MEASURE) #- do luck and errors add up to results? the matches of CORPUS at 2ply, luck at LUCK (minutes; EVERY=4: a quarter)
	$(call need-any,$(CORPUS)/xg/*.xg,CORPUS)
	@$(MEASURE) --every $(EVERY) luck 2ply $(LUCK) "$(CORPUS)"/xg/*.xg "$(CORPUS)"/sgf/*.sgf "$(CORPUS)"/mat/*

cube-bias: all #- what levels say of cubes, against eXtreme Gammon's deep values in the .xg files of CORPUS (minutes)
	$(call need-any,$(CORPUS)/xg/*.xg,CORPUS)
	@python3 tools/score/cube_bias.py $(PROGRAM) 0ply 1ply:1ply 1ply 2ply -- "$(CORPUS)"/xg/*.xg

AWAY ?= 15
cube-scores: all #- where do 0 and 2 plies disagree about waiting with a double? 50 positions at each score to AWAY (15) points (minutes)
	@python3 tools/score/cube_scores.py $(PROGRAM) fixtures/demo/club-final.mat $(AWAY)

cube-free: all #- is waiting after the Crawford game worth what rollouts say? who needs 2, 4 and 6 points (minutes)
	@python3 tools/score/cube_free.py $(PROGRAM) fixtures/demo/club-final.mat

search-bias: $(MEASURE) #- do values swing from ply to ply? NET on positions of its own games (EVERY=2 for half of them)
	$(call need,$(NET),NET)
	@$(MEASURE) --net $(NET) --every $(EVERY) bias 150

search-borders: $(MEASURE) #- do values jump between the nets and the databases? NET on positions of its own games
	$(call need,$(NET),NET)
	@$(MEASURE) --net $(NET) --every $(EVERY) borders 300

FILTERS ?= 0ply 1ply 2ply "2:16,0.32/5,0.08" "2:12,0.24/4,0.05" "2:8,0.16/3,0.04" worldclass supremo
search-filters: $(MEASURE) #- what the levels and filters in FILTERS lose against NET three plies deep (minutes)
	$(call need,$(NET),NET)
	@$(MEASURE) --net $(NET) --every $$((11 * $(EVERY))) filters 300 $(FILTERS)

# EXACT=FILE: up to as many points as a file of `kibitzer bearoff make` has (os-15x11.bd, os-15x13.bd), and once more with
# that file at hand, where nothing is left to the nets.
EXACT ?=
score-races: $(MEASURE) #- equity RMS of races against exact distributions on nine points, or on those of the file EXACT
	$(call need,$(NET),NET)$(call need,$(EXACT),EXACT)
	@$(MEASURE) --net $(NET) --every $(EVERY) $(if $(EXACT),--exact $(EXACT)) races 0ply 1ply 2ply
	$(if $(EXACT),@echo "with $(EXACT) in the folder:" && $(MEASURE) --net $(NET) --every $(EVERY) --exact $(EXACT) --folder $(dir $(EXACT)) races 0ply)

score-ends: $(MEASURE) #- 300 bear-offs of up to six chequers a side at match scores, against plain recursion: exact at 0 plies?
	@$(MEASURE) --every $(EVERY) ends 0ply

smart-rollouts: all #- would rollouts of what smart leaves close be worth their time? EVERY=8: an eighth of the yardstick's decisions
	$(call need,$(BENCH),BENCH)
	@python3 tools/score/smart_rollouts.py $(PROGRAM) $(BENCH) $(EVERY) 0ply

CHANCES ?= 100
score-chances: all #- gammons and backgammons at LEVEL beside our own rollouts and the yardstick's: CHANCES positions of each file (minutes)
	$(call need,$(BENCH)/backgames.tsv $(BENCH)/positions.tsv,BENCH)
	@python3 tools/score/chances.py $(PROGRAM) $(LEVEL) 144 $(CHANCES) $(BENCH)/backgames.tsv $(BENCH)/positions.tsv

balance-net: $(MEASURE) #- makes NET pack smaller, takes its swing between plies out, puts its units in a quick order: before committing a net
	$(call need,$(NET),NET)
	$(MEASURE) coarse 300 $(NET) $(NET)
	$(MEASURE) balance 1000 $(NET) $(NET)
	$(MEASURE) couple 300 $(NET) $(NET)

levels-table: all $(MEASURE) #- error, decisions and time of each level, beside GNU Backgammon's (EVERY=4: a quarter of it)
	$(call need,$(NET),NET)$(call need,$(BENCH),BENCH)
	@python3 tools/score/levels.py $(PROGRAM) $(MEASURE) $(BENCH) fixtures/demo/club-final.mat --net $(NET) --every $(EVERY) \
		$(if $(DEEP),--deep)
