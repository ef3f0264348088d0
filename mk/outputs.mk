# Reports and pictures judged by others: tidy, xmllint, qpdf, file, Ghostscript.

.PHONY: outputs
outputs: $(PROGRAM) ## HTML, SVG, PDF, PNG and EPS of the fixtures are valid
	$(Q)find fixtures/demo fixtures/mat fixtures/sgf fixtures/xg -name '*.mat' -print0 -o -name '*.sgf' -print0 \
	    -o -name '*.xg' -print0 | sort -z | xargs -0 tests/outputs/outputs.sh $(PROGRAM) $(BUILD)/outputs
