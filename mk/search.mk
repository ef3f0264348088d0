# Proofs and figures of the search.
TSAN_TESTS := cache_test search_test analyze_test
.PHONY: tsan tsan-run
tsan: ## what threads share, under ThreadSanitizer
	@+$(MAKE) --no-print-directory FLAVOUR=tsan OPT="-O1 -fsanitize=thread" tsan-run
tsan-run: $(TSAN_TESTS:%=$(BUILD)/tests/%)
	@for t in $^; do $$t || exit 1; done
