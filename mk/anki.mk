#: Formats and reports
# The Anki deck, read back by a reader that is not ours.
ANKI_READER := build/anki-reader
.PHONY: check-anki
check-anki: #- the deck of `kibitzer errors`, read by the npm package anki-reader (fetched into build/)
	@command -v npm >/dev/null || PACKAGES="nodejs npm" tools/bootstrap.sh
	@+$(MAKE) --no-print-directory all
	@mkdir -p $(ANKI_READER) && cp tests/anki/read.mjs $(ANKI_READER)
	@cd $(ANKI_READER) && npm install --silent --no-audit --no-fund anki-reader@0.3.0
	@READER=$(abspath $(ANKI_READER)) PROGRAM=$(PROGRAM) tests/run.sh tests/anki/anki_check.sh
