#: The engine, measured
# Comparing with GNU Backgammon: the same files through both programs. Deep: about five minutes the first time.
.PHONY: compare-gnubg
CORPUS  ?= ../shared/corpus
COMPARE := $(BUILD)/compare-gnubg
COMPARE_FOLDERS = $(wildcard $(addprefix $(CORPUS)/,mat mat_bulk mat_retyped mat_synthetic sgf sgf_retyped gam_retyped))

COMPARE_SRC := $(wildcard tools/compare-gnubg/*.c)

$(COMPARE)/compare: $(COMPARE_SRC) tools/compare-gnubg/report.h $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(filter-out -MMD -MP,$(CFLAGS)) $(COMPARE_SRC) $(LIBRARY) -o $@ $(LDLIBS)

compare-gnubg: $(COMPARE)/compare $(PROGRAM) #- counts and sums of every file in CORPUS against GNU Backgammon's
	$(call need-programs,gnubg)$(call need-any,$(addprefix $(CORPUS)/,mat mat_bulk mat_retyped mat_synthetic sgf sgf_retyped gam_retyped),CORPUS)
	@tools/compare-gnubg/run-gnubg.sh $(COMPARE) $(COMPARE_FOLDERS)
	@$(COMPARE)/compare $(COMPARE)/pairs.tsv
	@printf '\nGNU Backgammon sums up what kibitzer analysed (fixtures/demo):\n'
	@tools/compare-gnubg/run-ours.sh $(COMPARE)/ours $(PROGRAM) fixtures/demo
	@$(COMPARE)/compare $(COMPARE)/ours/pairs.tsv

.PHONY: compare-xg
COMPARE_LEVEL ?= 2ply
compare-xg: $(PROGRAM) #- eXtreme Gammon's analyses in CORPUS against ours at COMPARE_LEVEL: who is right, and what it took
	$(call need,$(CORPUS)/xg,CORPUS)
	@mkdir -p $(COMPARE)
	@nice -n 19 $(PROGRAM) compare -v --level $(COMPARE_LEVEL) --settle=full --json -o $(COMPARE)/xg.json $(CORPUS)/xg 2>$(COMPARE)/xg.notes
	@python3 tools/compare-xg/summary.py $(COMPARE)/xg.json $(COMPARE)/xg.notes

.PHONY: compare-nets
NETS_TRIALS ?= 2592
NETS_EVERY  ?= 6
NETS_FIRST  ?= 0
compare-nets: $(PROGRAM) #- NET against START at COMPARE_LEVEL, every NETS_EVERYth match of CORPUS from NETS_FIRST on: what each loses where they choose otherwise (minutes)
	$(call need-any,$(CORPUS)/mat/*.mat,CORPUS)$(call need,$(NET),NET)$(call need,$(START),START)
	@printf '%s\n' $(CORPUS)/mat/* | awk '(NR - 1) % $(NETS_EVERY) == $(NETS_FIRST)' | $(PROGRAM) compare --files-from - --set $(COMPARE_LEVEL)@$(NET) \
		--set $(COMPARE_LEVEL)@$(START) --above 9 --settle=full --trials $(NETS_TRIALS) --worst 0 --no-decisions

.PHONY: check-met
MET_FOLDER ?= /usr/share/gnubg/met
check-met: all #- every match equity table that the gnubg package installs: our reading against what gnubg shows
	$(call need-programs,gnubg)$(call need,$(MET_FOLDER),MET_FOLDER)
	@python3 tools/check-met/check.py $(PROGRAM) $(or $(shell command -v gnubg 2>/dev/null),/usr/games/gnubg) $(MET_FOLDER)

.PHONY: check-verify
CHANGED ?= 1000
check-verify: $(PROGRAM) #- CHANGED (1000) reports with something changed anywhere, and figures changed in all that follows from them: does `kibitzer verify` find them?
	@python3 tests/verify/tamper.py $(PROGRAM) $(CHANGED) fixtures/season fixtures/demo/semi-final.mat
