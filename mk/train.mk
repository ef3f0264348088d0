# Training the net: tools/train, see data/README.md. The trainer is compiled for the machine it runs on.
TRAIN_ARCH ?= -march=native -mprefer-vector-width=512
TRAIN_RUN  ?= build/train
TRAIN_OBJ  := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/train/*.c))

$(BUILD)/tools/train/%.o: CFLAGS += -O3 $(TRAIN_ARCH) -Wno-psabi

$(BUILD)/kibitzer-train: $(TRAIN_OBJ) $(BUILD)/libkibitzer.a
	$(CC) $(CFLAGS) $(TRAIN_OBJ) $(BUILD)/libkibitzer.a -o $@ $(LDLIBS)

-include $(TRAIN_OBJ:.o=.d)

$(BUILD)/tools/score/answers: tools/score/answers.c $(BUILD)/libkibitzer.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $< $(BUILD)/libkibitzer.a -o $@ $(LDLIBS)
