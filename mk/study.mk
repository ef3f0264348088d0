#: Studies of many matches
# What to study: the table of what players of a level lose, and whether what is called a leak is one.
STUDY := $(BUILD)/study

$(BUILD)/tools/study/%: tools/study/%.c $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(filter-out -MMD -MP,$(CFLAGS)) $< $(LIBRARY) -o $@ $(LDLIBS)

analyse-corpus = $(PROGRAM) analyze -q --level 2ply --report none --out $(STUDY) $(CORPUS) 2>/dev/null || true

.PHONY: study-table difficulty-table check-study
difficulty-table: all $(BUILD)/tools/study/choices #- what players of a level lose on a decision, from the matches of CORPUS: src/match/difficulty_table.inc; prints how well it holds
	$(call need-any,$(addprefix $(CORPUS)/,mat_bulk mat sgf xg),CORPUS)
	@$(analyse-corpus)
	@$(BUILD)/tools/study/choices $(STUDY)/collection.db | tools/study/difficulty.py $(STUDY)/difficulty_table.inc
	@mv $(STUDY)/difficulty_table.inc src/match/difficulty_table.inc

study-table: all $(BUILD)/tools/study/field #- what players of a level lose, from the matches of CORPUS: src/collection/field_table.inc (ten minutes; what is analysed stays)
	$(call need-any,$(addprefix $(CORPUS)/,mat_bulk mat sgf xg),CORPUS)
	@$(analyse-corpus)
	@$(BUILD)/tools/study/field $(STUDY)/collection.db 100 >$(STUDY)/field_table.inc
	@mv $(STUDY)/field_table.inc src/collection/field_table.inc

check-study: all $(BUILD)/tools/study/halves #- do leaks of half of a player's matches (CORPUS) cost more than expected in the other half too?
	$(call need-any,$(addprefix $(CORPUS)/,mat_bulk mat sgf xg),CORPUS)
	@$(analyse-corpus)
	@$(BUILD)/tools/study/halves $(STUDY)/collection.db 3 5 10 20 40
