# Data that is compiled in: the objects follow their files.
$(BUILD)/src/engine/met_default.o: $(wildcard data/met/*.xml)

# The sums that GNU Backgammon's manual prints for its databases: those too slow for the unit tests, and the largest.
BEAROFF_SUMS := 15x6:3dc7b833c4670849cee00479a9e21b49 15x7:67235c8e0ee152df5daf36cbeae5b3c2 \
                6x6:44b6040b49b46cb9dd2ce8caa947044d 7x6:9eb8b042d4d2ddf8d40e74a892745ad5
BEAROFF_LARGE_SUMS := 15x8:a4acbb5c7e9e1f08e561afe0af934e5c 15x9:9c4ddab4e51c3e668c9c97b8f8768dbc \
                      8x6:fcdbbc80b7ef84ddc81b839d0f26bed1 9x6:a11b2d410d51401143d05e73f9ffac15
.PHONY: check-bearoff check-bearoff-large
check-bearoff-large: BEAROFF_SUMS := $(BEAROFF_LARGE_SUMS)
check-bearoff-large: check-bearoff ## the same for 15x8, 15x9, 8x6 and 9x6: half a minute of one core
check-bearoff: all ## make the bearoff databases anew and compare their MD5 sums with the published ones
	@mkdir -p $(BUILD)/bearoff
	@for s in $(BEAROFF_SUMS); do \
	    size=$${s%%:*}; file=$(BUILD)/bearoff/$$size.bd; kind=--two-sided; \
	    case $$size in 15x*) kind=--one-sided;; esac; \
	    $(BUILD)/kibitzer bearoff make $$kind $$size $$file && echo "$${s##*:}  $$file" | md5sum -c || exit 1; \
	done
$(BUILD)/src/engine/race_data.o: data/race.net
$(addprefix $(BUILD)/src/engine/,race.o bearoff_moves.o bearoff_make_one.o hyper_sweep.o endgame.o): CFLAGS += -O3
