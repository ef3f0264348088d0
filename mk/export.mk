# Writers: round trips over the corpus.
ROUNDTRIP_DIRS := $(wildcard $(addprefix $(CORPUS)/,mat mat_bulk mat_retyped mat_synthetic sgf sgf_retyped) fixtures/demo)

.PHONY: roundtrip
roundtrip: $(BUILD)/roundtrip ## every match of the corpus through every chain of formats and back
	$(Q)$(BUILD)/roundtrip $(ROUNDTRIP_DIRS)

$(BUILD)/roundtrip: tests/roundtrip/roundtrip.c $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $< $(LIBRARY) -o $@ $(LDLIBS)

$(BUILD)/peer: tests/roundtrip/peer.c $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $< $(LIBRARY) -o $@ $(LDLIBS)

# Deep: GNU Backgammon loads everything we write. `make bootstrap` does not install it; `apt-get install gnubg` does.
.PHONY: peer
GNUBG ?= $(or $(shell command -v gnubg 2>/dev/null),/usr/games/gnubg)
peer: $(BUILD)/peer ## GNU Backgammon loads our .sgf, .mat and Snowie text of every match and exports the same again
	$(Q)rm -rf $(BUILD)/peer-files && mkdir -p $(BUILD)/peer-files
	$(Q)$(BUILD)/peer write $(BUILD)/peer-files $(ROUNDTRIP_DIRS)
	$(Q)$(GNUBG) -t -q -r -c $(BUILD)/peer-files/commands < /dev/null > $(BUILD)/peer-files/gnubg.log 2>&1 || true
	$(Q)$(BUILD)/peer compare $(BUILD)/peer-files
