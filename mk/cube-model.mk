#: The engine, measured
# The model of the cube: rollouts to fit it to, the fit, and what it is worth (docs/lab/rollouts.md, "The cube, calibrated: what was tried").
CUBE_MODEL_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/cube-model/*.c))
CUBE_MODEL     := $(BUILD)/tools/cube-model/cube-model
$(CUBE_MODEL): $(CUBE_MODEL_OBJ) $(LIBRARY)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $(CUBE_MODEL_OBJ) $(LIBRARY) -o $@ $(LDLIBS)
-include $(CUBE_MODEL_OBJ:.o=.d)

# CUBE_FROM=0 CUBE_TO=2500: decisions of the series CUBE_SEED that are rolled out, goes on where the file ends.
CUBE_RUN  ?= build/cube-model
CUBE_SEED ?= 14
CUBE_FROM ?= 0
CUBE_TO   ?= 2500
CUBE_OWN  := $(CUBE_RUN)/own-$(CUBE_SEED)-$(CUBE_FROM).tsv
.PHONY: cube-data cube-fit levels-against
cube-data: $(CUBE_MODEL) #- rolls out CUBE_FROM to CUBE_TO cube decisions of self-play (half a second of one core each)
	@mkdir -p $(CUBE_RUN); touch $(CUBE_OWN)
	@$(CUBE_MODEL) collect $(CUBE_SEED) $$(($(CUBE_FROM) + $$(wc -l < $(CUBE_OWN)))) $(CUBE_TO) >> $(CUBE_OWN)

cube-fit: $(CUBE_MODEL) #- fits models of the cube to the rollouts of cube-data, tests them on others and on CORPUS/xg
	$(if $(wildcard $(CUBE_RUN)/own-*.tsv),,$(error $@ needs $(CUBE_RUN)/own-*.tsv: make cube-data first))$(call need-any,$(CORPUS)/xg/*.xg,CORPUS)
	@cat $(CUBE_RUN)/own-*.tsv > $(CUBE_RUN)/own.all
	@$(CUBE_MODEL) features $(CUBE_RUN)/own.all > $(CUBE_RUN)/own.features
	@$(CUBE_MODEL) read "$(CORPUS)"/xg/*.xg > $(CUBE_RUN)/other.tsv
	@$(CUBE_MODEL) features $(CUBE_RUN)/other.tsv > $(CUBE_RUN)/other.features
	@python3 tools/cube-model/fit.py $(CUBE_RUN)/own.features $(CUBE_RUN)/other.features

levels-against: $(MEASURE) #- levels against XG's values: every second file of CORPUS/xg, FIRST=0 to choose by, FIRST=1 to test
	$(call need-any,$(CORPUS)/xg/*.xg,CORPUS)
	@$(MEASURE) --every 2 --first $(or $(FIRST),0) against 0ply 1ply 2ply smart 3ply -- "$(CORPUS)"/xg/*.xg
