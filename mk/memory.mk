#: Hostile input, failures, servers
# Tests of memory that runs out: the library's allocations go through tests/support/failing.c first.
WRAPPED      := malloc calloc realloc free iconv_open
MEMORY_TESTS := $(BUILD)/tests/memory_test $(BUILD)/tests/collection_memory_test
$(MEMORY_TESTS): override LDLIBS += $(WRAPPED:%=-Wl,--wrap=%)

# So do the bytes that are compiled in, in the test that damages them.
$(BUILD)/tests/builtin_test$(EXE): override LDLIBS += -Wl,--wrap=net_read_known,--wrap=race_net_read,--wrap=met_read

# Deep: needs GNU time.
.PHONY: report-memory
report-memory: all #- what a report of 20,000 plies takes beside its record and its output
	$(call need-programs,/usr/bin/time)
	$(Q)tools/report-memory.sh $(PROGRAM) fixtures/demo/club-final.mat
