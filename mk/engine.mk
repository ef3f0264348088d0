# Data that is compiled in: the objects follow their files.
$(BUILD)/src/engine/met_default.o: $(wildcard data/met/*.xml)
