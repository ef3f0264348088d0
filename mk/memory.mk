# The test of memory that runs out: the library's allocations go through the test first.
WRAPPED := malloc calloc realloc aligned_alloc free iconv_open
$(BUILD)/tests/memory_test: override LDLIBS += $(WRAPPED:%=-Wl,--wrap=%)
