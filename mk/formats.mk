# Proofs of the formats.
XG_FIXTURE := $(BUILD)/tools/xg-fixture/xg-fixture
$(XG_FIXTURE): tools/xg-fixture/main.c $(SUP_LIB) $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) -Itests $< $(SUP_LIB) $(LIBRARY) -o $@ $(TEST_LIBS) $(LDLIBS)

.PHONY: xg-fixtures
xg-fixtures: $(XG_FIXTURE) #- make the files of fixtures/xg again from their dumps
	for d in fixtures/xg/*.dump; do $(XG_FIXTURE) $$d $${d%.dump}.xg || exit 1; done

# One match in several formats: matches of CORPUS that there are more than once.
SAME_MATCH := $(BUILD)/tools/same-match/same-match
$(SAME_MATCH): tools/same-match/main.c $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $< $(LIBRARY) -o $@ $(LDLIBS)

.PHONY: same-match
same-match: $(SAME_MATCH) #- one match in several formats, from CORPUS, gives equal records
	$(call need,$(CORPUS),CORPUS)
	@tools/same-match/run.sh $(SAME_MATCH) $(CORPUS)
