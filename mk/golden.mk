#: Formats and reports
# Fixtures against what the readers make of them: tests/unit/golden_import_test.c.
.PHONY: golden-check golden-accept
golden-check: $(BUILD)/tests/golden_import_test #- every reader against its fixtures
	@$<
golden-accept: $(BUILD)/tests/golden_import_test ## write what the readers give today as expected; then look at git diff
	@GOLDEN=accept $<
	@git --no-pager diff --stat -- fixtures
