#: Speed and memory
# What kibitzer costs: the readers and the writers, the evaluator, and the latter beside GNU Backgammon.
FORMATS_BENCH := $(BUILD)/tools/bench/formats
STEPS_BENCH   := $(BUILD)/tools/bench/steps
REASONS_BENCH := $(BUILD)/tools/bench/reasons
STOCK_SRC     := tools/bench/stock.c tools/bench/dialects.c

$(BUILD)/tools/bench/%: tools/bench/%.c $(STOCK_SRC) $(wildcard tools/bench/*.h) $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(filter-out -MMD -MP,$(CFLAGS)) -Itools/bench $< $(STOCK_SRC) $(LIBRARY) -o $@ $(LDLIBS)
$(REASONS_BENCH): override LDLIBS += -Wl,--wrap=explain_errors

PLAYER_PAGE := $(BUILD)/tools/bench/player_page
ARROW_ROWS  := $(BUILD)/tools/bench/arrow_rows
RESEAL      := $(BUILD)/tools/bench/reseal
HALVES      := $(BUILD)/tools/bench/halves
CALIBRATION := $(BUILD)/calibration

.PHONY: check-calibration evaluator-error
check-calibration: all $(HALVES) #- do the intervals of rates hold on the matches of CORPUS, by halves of players' matches? (minutes; what is analysed stays)
	$(call need-any,$(addprefix $(CORPUS)/,mat_bulk mat sgf xg),CORPUS)
	@$(PROGRAM) analyze -q --level 0ply --report none --out $(CALIBRATION) $(wildcard $(CORPUS)/mat_bulk $(CORPUS)/mat $(CORPUS)/sgf $(CORPUS)/xg) 2>/dev/null || true
	@$(HALVES) $(CALIBRATION)/collection.db 5 10 20 40

evaluator-error: all #- how far errors of 0ply, 1ply and 2ply are from eXtreme Gammon's and from rollouts (BENCH, CORPUS): a minute
	$(call need,$(BENCH)/decisions-ref.tsv,BENCH)$(call need-any,$(CORPUS)/xg/*.xg,CORPUS)
	@python3 tools/score/evaluator_error.py $(PROGRAM) 0ply 1ply 2ply -- $(BENCH)/decisions-ref.tsv $(CORPUS)/xg/*.xg

.PHONY: bench bench-collection bench-merge bench-gnubg bench-exact bench-callgrind
bench: all $(FORMATS_BENCH) $(REASONS_BENCH) ## speed and memory of readers, writers and evaluator, and ratios to GNU Backgammon
	$(call need,$(CORPUS)/mat_bulk,CORPUS)
	@PROGRAM=$(PROGRAM) FORMATS=$(FORMATS_BENCH) REASONS=$(REASONS_BENCH) tools/bench/bench.sh $(CORPUS)/mat_bulk
	@PROGRAM=$(PROGRAM) tools/bench/gnubg.sh

bench-gnubg: all #- speed beside the installed GNU Backgammon, in one run
	$(call need-programs,gnubg)
	@PROGRAM=$(PROGRAM) tools/bench/gnubg.sh

bench-exact: all #- processor time of exact databases beside makebearoff and makehyper, in one run; memory; look-ups
	$(call need-programs,makebearoff makehyper)
	@PROGRAM=$(PROGRAM) tools/bench/exact.sh

bench-collection: all $(PLAYER_PAGE) $(ARROW_ROWS) $(RESEAL) #- 10,000 matches (COLLECTION_MATCHES=N) from CORPUS by other names: import, questions, size, memory
	$(call need-any,$(CORPUS)/mat_bulk $(CORPUS)/mat,CORPUS)
	@PROGRAM=$(PROGRAM) PLAYER_PAGE=$(PLAYER_PAGE) ARROW_ROWS=$(ARROW_ROWS) RESEAL=$(RESEAL) tools/bench/collection.sh $(wildcard $(CORPUS)/mat_bulk $(CORPUS)/mat)

bench-merge: all #- milliseconds a match that is merged into PostgreSQL and MariaDB (PROGRAMS='old new' compares)
	$(call need-any,$(CORPUS)/mat_bulk,CORPUS)
	@PACKAGES="postgresql mariadb-server" tools/bootstrap.sh
	@PROGRAM=$(PROGRAM) tools/bench/merge.sh $(CORPUS)/mat_bulk

bench-callgrind: $(STEPS_BENCH) #- instructions per evaluation, generation of plays and look-up, counted by valgrind
	$(call need-programs,valgrind)
	@STEPS=$(STEPS_BENCH) tools/bench/callgrind.sh
