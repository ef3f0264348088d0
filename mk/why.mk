#: Studies of many matches
# Sentences about errors: how many errors get one, and a sample to read (docs/lab/why.md).
WHY        := $(BUILD)/tools/why/why
WHY_FOLDER := $(BUILD)/why
WHY_ERRORS ?= 1300
WHY_SAMPLE ?= 100
SEED       ?= 1
WHY_SMALL  ?= 50

.PHONY: why
why: all $(WHY) #- reasons of the WHY_ERRORS costliest errors of CORPUS by kind, and WHY_SAMPLE of them drawn by SEED to be read, and WHY_SMALL of 0.06 to 0.25 (twenty minutes; what is analysed stays)
	$(call need,$(CORPUS),CORPUS)
	@$(PROGRAM) analyze -q --report none --out $(WHY_FOLDER) $(CORPUS) 2>/dev/null || true
	@$(WHY) $(WHY_FOLDER)/collection.db $(WHY_ERRORS) $(WHY_SAMPLE) $(SEED)
	@$(WHY) $(WHY_FOLDER)/collection.db 100000 $(WHY_SMALL) $(SEED) 0.06 0.25

$(WHY): tools/why/why.c $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(filter-out -MMD -MP,$(CFLAGS)) $< $(LIBRARY) -o $@ $(LDLIBS)
