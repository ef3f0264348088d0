# Fuzzing of the readers and of the writers behind them, under AddressSanitizer and UBSan. Seeds: every fixture.
# FUZZ_READER=sgf gives one reader all the time. What is found lies in build/fuzz/: fix it, and make it a fixture.
FUZZ_SECONDS ?= 60
FUZZ_READER  ?=
FUZZ_CC      ?= clang
FUZZ_FLAGS   := -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -O1 -g -std=c11 -D_GNU_SOURCE -pthread
FUZZ_DIR     := build/fuzz$(if $(FUZZ_READER),/$(FUZZ_READER))
FUZZ_OBJ     := $(patsubst %.c,build/fuzz/obj/%.o,$(wildcard src/base/*.c src/match/*.c src/import/*.c src/export/*.c))

build/fuzz/obj/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) FUZZ-CC $<
	$(Q)$(FUZZ_CC) -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -O1 -g -std=c11 -D_GNU_SOURCE -pthread \
		-fPIC -MMD -MP -Isrc $(shell pkg-config --cflags $(PKGS)) -c $< -o $@

.PHONY: fuzz
fuzz: $(FUZZ_OBJ) ## fuzz readers and writers for FUZZ_SECONDS (60), FUZZ_READER=name for one of them
	@mkdir -p $(FUZZ_DIR)/corpus $(FUZZ_DIR)/seeds
	@find fixtures -type f ! -name '*.err' ! -name '*.md' -size -64k -exec cp {} $(FUZZ_DIR)/seeds/ \;
	$(Q)$(FUZZ_CC) $(FUZZ_FLAGS) $(if $(FUZZ_READER),-DFUZZ_READER='"$(FUZZ_READER)"') -Isrc tests/fuzz/fuzz_import.c \
		$(FUZZ_OBJ) -o $(FUZZ_DIR)/fuzz_import $(LDLIBS)
	cd $(FUZZ_DIR) && ./fuzz_import -max_total_time=$(FUZZ_SECONDS) -dict=$(CURDIR)/tests/fuzz/match.dict -timeout=10 \
		-rss_limit_mb=4096 -max_len=4000 -print_final_stats=1 corpus seeds 2>fuzz.log || { tail -40 fuzz.log; exit 1; }
	@grep -E '^stat::|DONE' $(FUZZ_DIR)/fuzz.log

-include $(FUZZ_OBJ:.o=.d)
