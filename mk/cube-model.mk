# The model of the cube: rollouts to fit it to, the fit, and what it is worth (docs/rollouts.md, "The cube, calibrated").
CUBE_MODEL_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/cube-model/*.c))
CUBE_MODEL     := $(BUILD)/tools/cube-model/cube-model
$(CUBE_MODEL): $(CUBE_MODEL_OBJ) $(LIBRARY)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $(CUBE_MODEL_OBJ) $(LIBRARY) -o $@ $(LDLIBS)
-include $(CUBE_MODEL_OBJ:.o=.d)
