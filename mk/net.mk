#: The engine, measured
# The kernels are the same source for several processors (src/engine/kernel.inc).
KERNEL_FLAGS := -O3 -Wno-psabi
ifneq (,$(filter x86_64-%,$(shell $(CC) -dumpmachine)))
AVX2_FLAGS   := -mavx2 -mbmi -mbmi2
AVX512_FLAGS := -mbmi -mbmi2 -mavx512f -mavx512bw -mavx512vl -mavx512dq -mavx512vnni -mprefer-vector-width=512
endif
$(BUILD)/src/engine/kernel_plain.o:  CFLAGS += $(KERNEL_FLAGS)
$(BUILD)/src/engine/kernel_avx2.o:   CFLAGS += $(KERNEL_FLAGS) $(AVX2_FLAGS)
$(BUILD)/src/engine/kernel_avx512.o: CFLAGS += $(KERNEL_FLAGS) $(AVX512_FLAGS)
$(BUILD)/src/engine/net_data.o: data/kibitzer.net
