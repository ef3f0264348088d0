#: The engine, measured
# Data that is compiled in: the objects follow their files.
$(BUILD)/src/engine/met_default.o: $(wildcard data/met/*.xml)

# The sums that GNU Backgammon's manual prints for its databases: those too slow for the unit tests, and the largest.
BEAROFF_SUMS := 15x6:3dc7b833c4670849cee00479a9e21b49 15x7:67235c8e0ee152df5daf36cbeae5b3c2 \
                6x6:44b6040b49b46cb9dd2ce8caa947044d 7x6:9eb8b042d4d2ddf8d40e74a892745ad5
BEAROFF_LARGE_SUMS := 15x8:a4acbb5c7e9e1f08e561afe0af934e5c 15x9:9c4ddab4e51c3e668c9c97b8f8768dbc \
                      8x6:fcdbbc80b7ef84ddc81b839d0f26bed1 9x6:a11b2d410d51401143d05e73f9ffac15
.PHONY: check-bearoff check-bearoff-large check-bearoff-kinds bearoff-largest
check-bearoff-large: BEAROFF_SUMS := $(BEAROFF_LARGE_SUMS)
check-bearoff-large: check-bearoff #- the same for 15x8, 15x9, 8x6 and 9x6: half a minute of one core
check-bearoff: all #- make the bearoff databases anew and compare their MD5 sums with the published ones
	@mkdir -p $(BUILD)/bearoff
	@for s in $(BEAROFF_SUMS); do \
	    size=$${s%%:*}; file=$(BUILD)/bearoff/$$size.bd; kind=--two-sided; \
	    case $$size in 15x*) kind=--one-sided;; esac; \
	    $(BUILD)/kibitzer bearoff make $$kind $$size $$file && echo "$${s##*:}  $$file" | md5sum -c || exit 1; \
	done
check-bearoff-kinds: all #- databases with every option beside makebearoff's: the same bytes, means and deviations as near as floats are
	$(call need-programs,makebearoff)
	@tools/check-bearoff/run.sh $(PROGRAM) $(BUILD)/bearoff

# The largest files. Run the same command again after an interrupt and it continues. Nobody else has published their sums: they
# are those of the first run, with other threads and another --memory they must come out again.
LARGEST        ?= 11x6 15x13
LARGEST_MEMORY ?= 4096
LARGEST_FOLDER ?= $(BUILD)/bearoff
bearoff-largest: all #- makes LARGEST=11x6 and 15x13 in LARGEST_MEMORY MB, in LARGEST_FOLDER (9 GB): time, bytes, MD5 (minutes)
	@mkdir -p $(LARGEST_FOLDER)
	@for size in $(LARGEST); do \
	    file=$(LARGEST_FOLDER)/$$size.bd; kind=--two-sided; \
	    case $$size in 15x*) kind=--one-sided; file=$(LARGEST_FOLDER)/os-$$size.bd;; esac; \
	    bash -c 'time "$$0" bearoff make --memory $(LARGEST_MEMORY) "$$@"' $(PROGRAM) $$kind $$size $$file && \
	    stat -c '%s bytes' $$file && md5sum $$file || exit 1; \
	done

$(BUILD)/src/engine/race_data.o: data/race.net
$(addprefix $(BUILD)/src/engine/,net.o net_pack.o race.o bearoff_moves.o bearoff_make_one.o hyper_sweep.o endgame.o): CFLAGS += -O3
