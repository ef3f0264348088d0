# Writers: round trips over the corpus.
ROUNDTRIP_DIRS := $(wildcard $(addprefix $(CORPUS)/,mat mat_bulk mat_retyped mat_synthetic sgf sgf_retyped) fixtures/demo)

.PHONY: roundtrip
roundtrip: $(BUILD)/roundtrip ## every match of the corpus through every chain of formats and back
	$(Q)$(BUILD)/roundtrip $(ROUNDTRIP_DIRS)

$(BUILD)/roundtrip: tests/roundtrip/roundtrip.c $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $< $(LIBRARY) -o $@ $(LDLIBS)
