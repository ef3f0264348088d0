#: Hypergammon
# Databases of hypergammon: checked against GNU Backgammon's makehyper, and the large one.
HYPER_CHECK := $(BUILD)/tools/check-hyper/check
HYPER_LIMIT := $(BUILD)/tools/check-hyper/limit

$(HYPER_CHECK) $(HYPER_LIMIT): $(BUILD)/%: %.c $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(filter-out -MMD -MP,$(CFLAGS)) $< $(LIBRARY) -o $@ $(LDLIBS)

.PHONY: check-hyper hyper3 hyper3-limit
check-hyper: all $(HYPER_CHECK) #- hypergammon databases of 1 and 2 chequers beside makehyper's, value by value
	$(call need-programs,makehyper)
	@tools/check-hyper/run.sh $(HYPER_CHECK) $(PROGRAM) $(BUILD)/hyper

hyper3: all #- makes the hypergammon database of 3 chequers and uses it: ten minutes, 1 GB; goes on where it was interrupted
	@mkdir -p $(BUILD)/hyper
	@bash -c 'time nice $(PROGRAM) bearoff make --hyper 3 --save 60 $(BUILD)/hyper/hyper3.bd'
	@$(PROGRAM) bearoff show --variation hypergammon3 --hyper-database $(BUILD)/hyper/hyper3.bd AACgAgAAKgAAAA ADAAAQAkIAAAAA
	@$(PROGRAM) analyze -q --hyper-database $(BUILD)/hyper/hyper3.bd --report text --out $(BUILD)/hyper/report fixtures/mat/hyper3.mat
	@grep '^PR:' $(BUILD)/hyper/report/hyper3.txt

hyper3-limit: hyper3 $(HYPER_LIMIT) #- makes the file of 3 chequers up to cube limit 4 and checks 10,000 positions against themselves: 20 minutes, 1.2 GB
	@bash -c 'time nice $(PROGRAM) bearoff make --hyper 3 --cube-limit 4 --hyper-database $(BUILD)/hyper/hyper3.bd $(BUILD)/hyper/hyper3-limit4.bd'
	@$(HYPER_LIMIT) $(BUILD)/hyper/hyper3.bd $(BUILD)/hyper/hyper3-limit4.bd 3 10000
