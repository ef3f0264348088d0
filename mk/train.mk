#: Training
# Training the net: tools/train, see data/README.md. The trainer is compiled for the machine it runs on.
TRAIN_ARCH ?= -march=native $(if $(filter x86_64,$(shell uname -m)),-mprefer-vector-width=512)
TRAIN_RUN  ?= build/train
START      ?= data/kibitzer.net
TRAIN_OBJ  := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/train/*.c))

$(BUILD)/tools/train/%.o: CFLAGS += -O3 $(TRAIN_ARCH) -Wno-psabi

$(BUILD)/kibitzer-train: $(TRAIN_OBJ) $(LIBRARY)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $(TRAIN_OBJ) $(LIBRARY) -o $@ $(LDLIBS)

-include $(TRAIN_OBJ:.o=.d)

ROLLOUTS_OBJ := $(filter-out $(BUILD)/tools/train/main.o,$(TRAIN_OBJ))
$(BUILD)/tools/score/%: tools/score/%.c $(ROLLOUTS_OBJ) $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Itools/train $< $(ROLLOUTS_OBJ) $(LIBRARY) -o $@ $(LDLIBS)

HELD_OUT := $(foreach f,contact seeded races,--held-out tools/score/$f.tsv)

NET   ?= data/kibitzer.net
BENCH ?= ../shared/bench
LEVEL ?= 0ply
EVERY ?= 1

.PHONY: train train-more train-back train-contacts train-sides train-both train-choice duel-back score score-unlisted score-disputed score-choices
train: $(BUILD)/kibitzer-train #- trains the net from nothing, or goes on from TRAIN_RUN (hours)
	@mkdir -p $(TRAIN_RUN)
	$(BUILD)/kibitzer-train --plan tools/train/plan.txt --folder $(TRAIN_RUN) --seed 1 --threads $$(nproc) --save-every 300 $(HELD_OUT)

# Some nets of START go on by a plan: $(call train-on,PLAN,SEED,SAVE-EVERY,FURTHER OPTIONS)
define train-on
	$(call need,$(START),START)
	@mkdir -p $(TRAIN_RUN)
	$(BUILD)/kibitzer-train --plan $1 --folder $(TRAIN_RUN) --seed $2 --threads $$(nproc) --save-every $3 $4 \
		--start $(START) $(HELD_OUT)
endef

train-more: $(BUILD)/kibitzer-train #- goes on from the net START, or from TRAIN_RUN (hours)
	$(call train-on,tools/train/more.txt,2,600)

BACK_PLAN ?= tools/train/back.txt
BACK_SEED ?= 3
train-back: $(BUILD)/kibitzer-train #- the net of many chequers back goes on by BACK_PLAN from the net START, or from TRAIN_RUN (two hours)
	$(call train-on,$(BACK_PLAN),$(BACK_SEED),300,--only back)

ONLY ?= contact,past,behind
train-contacts: $(BUILD)/kibitzer-train #- the nets of contact and of one side past (ONLY) go on from the net START, or from TRAIN_RUN (90 minutes)
	$(call train-on,tools/train/contacts.txt,6,600,--only $(ONLY))

SIDES      := past,behind
SIDES_SEED ?= 13
train-sides: $(BUILD)/kibitzer-train #- the nets of one side past, one for either side, go on from the net START, or from TRAIN_RUN (90 minutes)
	$(call train-on,tools/train/sides.txt,$(SIDES_SEED),600,--only $(SIDES) --keep-width)

train-both: $(BUILD)/kibitzer-train #- the net of both sides back goes on from the net START, or from TRAIN_RUN (90 minutes)
	$(call train-on,tools/train/both.txt,14,600,--only contact --keep-width)

train-choice: $(BUILD)/kibitzer-train #- the same, and what choices between plays lose is learnt too (60 minutes)
	$(call train-on,tools/train/choice.txt,17,600,--only contact --keep-width)

DUEL_SEED ?= 1
duel-back: $(BUILD)/tools/score/duel_back #- NET against the net START in GAMES that begin with many chequers back, at LEVEL
	$(call need,$(NET),NET)$(call need,$(START),START)
	@$< $(NET) $(START) $(GAMES) $(DUEL_SEED) $(LEVEL)

CHOICES_GAMES ?= 32000
CHOICES_SEED  ?= 1
JUDGE         ?= $(START)
score-choices: $(BUILD)/tools/score/choices #- which of a play and a near rival NET takes beside the net START, in games of JUDGE (better neither of them); one ply ahead is the truth (two minutes of two cores)
	$(call need,$(NET),NET)$(call need,$(START),START)$(call need,$(JUDGE),JUDGE)
	@$< $(JUDGE) $(CHOICES_GAMES) $(CHOICES_SEED) $(START) $(NET)

score: $(BUILD)/kibitzer #- the yardsticks of data/README.md for NET at LEVEL
	$(call need,$(NET),NET)$(call need,$(BENCH),BENCH)
	python3 tools/score/score.py $(BUILD)/kibitzer $(BENCH) --net $(NET) --level $(LEVEL) --every $(EVERY)

score-unlisted: $(BUILD)/kibitzer $(BUILD)/tools/score/rollouts #- plays of NET at LEVEL that the yardstick does not list, rolled out (minutes)
	$(call need,$(NET),NET)$(call need,$(BENCH),BENCH)
	python3 tools/score/score.py $(BUILD)/kibitzer $(BENCH) --net $(NET) --level $(LEVEL) --every $(EVERY) \
		--unlisted 300 --rollouts $(BUILD)/tools/score/rollouts

score-disputed: $(BUILD)/kibitzer #- where NET is far from the yardstick at 2 plies: is the yardstick right? rolled out by GNU Backgammon (20 minutes of two cores)
	$(call need-programs,gnubg)$(call need,$(NET),NET)$(call need,$(BENCH),BENCH)
	@python3 tools/score/disputed.py $(BUILD)/kibitzer $(GNUBG) $(BENCH) --net $(NET)

# The net of races: tools/train-race, minutes.
RACE_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/train-race/*.c)) $(BUILD)/tools/train/adam.o $(BUILD)/tools/train/rng.o
$(BUILD)/tools/train-race/%.o: CFLAGS += -O3 $(TRAIN_ARCH)

$(BUILD)/kibitzer-train-race: $(RACE_OBJ) $(LIBRARY)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $(RACE_OBJ) $(LIBRARY) -o $@ $(LDLIBS)

-include $(RACE_OBJ:.o=.d)

.PHONY: train-race
train-race: $(BUILD)/kibitzer-train-race #- trains the net of races from exact bearoff tables (ten minutes of one core)
	$< --seed 1 data/race.net
