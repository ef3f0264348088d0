# kibitzer: make bootstrap demo | make bootstrap check. `make help` lists the targets.
CC      ?= gcc
FLAVOUR ?= release
BUILD   := build/$(FLAVOUR)
PKGS    := libxml-2.0 libpng zlib json-c
WARN    := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror
OPT     ?= -O2
CFLAGS  += -std=c11 -D_GNU_SOURCE -g $(OPT) $(WARN) -fvisibility=hidden -pthread -ffp-contract=off -MMD -MP -Isrc $(shell pkg-config --cflags $(PKGS))
LDLIBS  += $(shell pkg-config --libs $(PKGS)) -lhpdf -lopenblas -lm -pthread

LIB_SRC   := $(filter-out src/cli/%,$(wildcard src/*/*.c))
CLI_SRC   := $(wildcard src/cli/*.c)
TEST_SRC  := $(wildcard tests/unit/*_test.c)
SUPPORT   := $(wildcard tests/support/*.c)
LIB_OBJ   := $(LIB_SRC:%.c=$(BUILD)/%.o)
CLI_OBJ   := $(CLI_SRC:%.c=$(BUILD)/%.o)
SUP_OBJ   := $(SUPPORT:%.c=$(BUILD)/%.o)
TESTS     := $(TEST_SRC:tests/unit/%.c=$(BUILD)/tests/%)

.PHONY: all clean unit
all: $(BUILD)/libkibitzer.a $(if $(CLI_SRC),$(BUILD)/kibitzer)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c $< -o $@

$(BUILD)/libkibitzer.a: $(LIB_OBJ)
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/kibitzer: $(CLI_OBJ) $(BUILD)/libkibitzer.a
	$(CC) $(CFLAGS) $(CLI_OBJ) $(BUILD)/libkibitzer.a -o $@ $(LDLIBS)

$(BUILD)/tests/%: tests/unit/%.c $(SUP_OBJ) $(BUILD)/libkibitzer.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Itests $< $(SUP_OBJ) $(BUILD)/libkibitzer.a -o $@ -lcmocka $(LDLIBS)

unit: $(TESTS)
	@for t in $(TESTS); do $$t || exit 1; done

clean:
	rm -rf build

-include $(wildcard mk/*.mk)
-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(SUP_OBJ:.o=.d)
