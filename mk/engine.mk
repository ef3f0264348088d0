# Data that is compiled in: the objects follow their files.
$(BUILD)/src/engine/met_default.o: $(wildcard data/met/*.xml)

# The sums that GNU Backgammon's manual prints for its databases: the larger ones, too slow for the unit tests.
BEAROFF_SUMS := 15x6:3dc7b833c4670849cee00479a9e21b49 15x7:67235c8e0ee152df5daf36cbeae5b3c2 \
                6x6:44b6040b49b46cb9dd2ce8caa947044d 7x6:9eb8b042d4d2ddf8d40e74a892745ad5
.PHONY: check-bearoff
check-bearoff: all ## make the bearoff databases anew and compare their MD5 sums with the published ones
	@mkdir -p $(BUILD)/bearoff
	@for s in $(BEAROFF_SUMS); do \
	    size=$${s%%:*}; file=$(BUILD)/bearoff/$$size.bd; kind=--two-sided; \
	    case $$size in 15x*) kind=--one-sided;; esac; \
	    $(BUILD)/kibitzer bearoff make $$kind $$size $$file && echo "$${s##*:}  $$file" | md5sum -c || exit 1; \
	done
$(BUILD)/src/engine/race.o: data/race.net
$(addprefix $(BUILD)/src/engine/,race.o bearoff_moves.o bearoff_make_one.o): CFLAGS += -O3
