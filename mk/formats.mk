#: Formats and reports
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

# The example of docs/adding-a-format.md, taken out of the page: blocks of code whose first line names their file.
SAMPLE := $(BUILD)/sample
$(SAMPLE)/kibitzer: docs/adding-a-format.md mk/formats.mk $(addprefix src/,import/import.c import/readers.h export/export.c export/export.h) $(LIBRARY) $(CLI_OBJ)
	$(SAY) LD $@
	@rm -rf $(SAMPLE) && mkdir -p $(addprefix $(SAMPLE)/,src/import src/export/record fixtures/foo)
	@awk -v to=$(SAMPLE)/ '/^ *```[a-z]+ / { indent = index($$0, "`"); file = to $$2; next } /^ *```/ { file = "" } file { print substr($$0, indent) >file }' $<
	@sed '/^READS(mat)/i READS(foo);' src/import/readers.h >$(SAMPLE)/src/import/readers.h
	@sed '/^export_function mat_write/i export_function foo_write;' src/export/export.h >$(SAMPLE)/src/export/export.h
	@sed "/^    READER(mat,/i $$(sed -n '/^ *READER(foo,/s/^ *//p' $<)" src/import/import.c >$(SAMPLE)/src/import/import.c
	@sed "/^    WRITER(sgf,/i $$(sed -n '/^ *WRITER(foo,/s/^ *//p' $<)" src/export/export.c >$(SAMPLE)/src/export/export.c
	$(Q)$(CC) -I$(SAMPLE)/src $(filter-out -MMD -MP,$(CFLAGS)) $(addprefix $(SAMPLE)/src/,import/foo.c import/import.c export/export.c export/record/foo.c) \
		$(CLI_OBJ) $(LIBRARY) -o $@ $(LDLIBS)
test-programs: $(SAMPLE)/kibitzer
