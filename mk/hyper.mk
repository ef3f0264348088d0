#: The engine, measured
# Databases of hypergammon: checked against GNU Backgammon's makehyper, and the large one.
HYPER_CHECK := $(BUILD)/tools/check-hyper/check

$(HYPER_CHECK): tools/check-hyper/check.c $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(filter-out -MMD -MP,$(CFLAGS)) $< $(LIBRARY) -o $@ $(LDLIBS)

.PHONY: check-hyper hyper3
check-hyper: all $(HYPER_CHECK) #- hypergammon databases of 1 and 2 chequers beside makehyper's, value by value
	$(call need-programs,makehyper)
	@tools/check-hyper/run.sh $(HYPER_CHECK) $(PROGRAM) $(BUILD)/hyper

hyper3: all #- makes the hypergammon database of 3 chequers and uses it: ten minutes, 1 GB; goes on where it was interrupted
	@mkdir -p $(BUILD)/hyper
	@bash -c 'time nice $(PROGRAM) bearoff make --hyper 3 --save 60 $(BUILD)/hyper/hyper3.bd'
	@$(PROGRAM) bearoff show --variation hypergammon3 --hyper-database $(BUILD)/hyper/hyper3.bd AACgAgAAKgAAAA ADAAAQAkIAAAAA
	@$(PROGRAM) analyze -q --hyper-database $(BUILD)/hyper/hyper3.bd --report text --out $(BUILD)/hyper/report fixtures/mat/hyper3.mat
	@grep '^PR:' $(BUILD)/hyper/report/hyper3.txt
