#: Hostile input, failures, servers
# What a disk may hold after the power has failed: tests/power. Some states of it are in `make check`.
POWER_JOURNAL := $(BUILD)/tests/journal.so
POWER_NOSYNC := $(BUILD)/tests/nosync.so
$(POWER_JOURNAL) $(POWER_NOSYNC): $(BUILD)/tests/%.so: tests/power/%.c
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE -g -O1 $(WARN) -shared -fPIC $< -o $@

test-programs: $(POWER_JOURNAL) $(POWER_NOSYNC)

.PHONY: power-loss
POWER_STATES ?= 300
power-loss: all $(POWER_JOURNAL) $(POWER_NOSYNC) #- reports and collection after simulated power failures, POWER_STATES (300) of them for each way of running
	@STATES=$(POWER_STATES) PROGRAM=$(PROGRAM) BUILD=$(BUILD) TEST_TIMEOUT=7200 tests/power/power.sh
