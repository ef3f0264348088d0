#: Formats and reports
# Writers: round trips over the corpus.
ROUNDTRIP_DIRS ?= $(wildcard fixtures $(CORPUS))
PEER_DIRS      := $(wildcard $(addprefix $(CORPUS)/,mat mat_bulk mat_retyped mat_synthetic sgf sgf_retyped) fixtures/demo)

.PHONY: roundtrip
roundtrip: $(BUILD)/roundtrip #- every file of fixtures and CORPUS through every pair of formats; table format by format
	$(call need,$(CORPUS),CORPUS; ROUNDTRIP_DIRS names folders instead)
	$(Q)$(BUILD)/roundtrip $(ROUNDTRIP_DIRS)

$(BUILD)/roundtrip: tests/roundtrip/roundtrip.c $(SUP_LIB) $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) -Itests $< $(SUP_LIB) $(LIBRARY) -o $@ $(TEST_LIBS) $(LDLIBS)

$(BUILD)/peer: tests/roundtrip/peer.c $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $< $(LIBRARY) -o $@ $(LDLIBS)

# Deep: GNU Backgammon loads everything we write. `make bootstrap` does not install it; `apt-get install gnubg` does.
.PHONY: peer
GNUBG ?= $(or $(shell command -v gnubg 2>/dev/null),/usr/games/gnubg)
peer: $(BUILD)/peer #- GNU Backgammon loads our .sgf, .mat and Snowie text of every match and exports the same again
	$(call need-programs,$(GNUBG))
	$(Q)rm -rf $(BUILD)/peer-files && mkdir -p $(BUILD)/peer-files
	$(Q)$(BUILD)/peer write $(BUILD)/peer-files $(PEER_DIRS)
	$(Q)$(GNUBG) -t -q -r -c $(BUILD)/peer-files/commands < /dev/null > $(BUILD)/peer-files/gnubg.log 2>&1 || true
	$(Q)$(BUILD)/peer compare $(BUILD)/peer-files

# Deep: needs gnubg too.
.PHONY: peer-rollouts
peer-rollouts: all #- GNU Backgammon loads the rollouts that we write into SGF and saves the same figures
	$(call need-programs,$(GNUBG))
	$(Q)tests/roundtrip/rollouts.sh $(PROGRAM) $(GNUBG) $(BUILD)/peer-rollouts

# Deep: needs pdflatex (texlive-latex-recommended, texlive-pictures).
.PHONY: latex-check
latex-check: all #- compile our LaTeX of the fixtures, on A4 and letter
	$(call need-programs,pdflatex)
	$(Q)mkdir -p $(BUILD)/latex
	$(Q)for f in fixtures/export/*.dump fixtures/demo/*; do for paper in a4 letter; do \
		n=$$(basename "$$f" | tr ' ' '-')-$$paper; \
		$(PROGRAM) convert --to latex --paper $$paper "$$f" $(BUILD)/latex/$$n.tex 2> /dev/null && \
		( cd $(BUILD)/latex && pdflatex -interaction=nonstopmode -halt-on-error $$n.tex > $$n.said ) && echo "$$n compiles" || exit 1; \
	done; done

# Deep: needs python3 with jsonschema.
.PHONY: schema-check
schema-check: all #- our JSON of the fixtures against docs/match.schema.json
	$(if $(shell python3 -c 'import jsonschema' 2>&1),$(error $@ needs Python's jsonschema, which is not installed (python3-jsonschema)))
	$(Q)mkdir -p $(BUILD)/schema
	$(Q)for f in fixtures/export/*.dump fixtures/demo/* fixtures/mat/*.mat fixtures/sgf/*.sgf; do \
		$(PROGRAM) convert --to json "$$f" $(BUILD)/schema/one.json 2> /dev/null && \
		python3 tests/roundtrip/schema_check.py docs/match.schema.json $(BUILD)/schema/one.json "$$f" || exit 1; \
	done

# A collection's decisions as Parquet, by a program that is not ours.
PARQUET_READER := build/parquet-reader
.PHONY: check-parquet
check-parquet: #- docs/collection.md's way to Parquet, by the npm package of DuckDB (fetched into build/)
	@command -v npm >/dev/null || PACKAGES="nodejs npm" tools/bootstrap.sh
	@+$(MAKE) --no-print-directory all
	@mkdir -p $(PARQUET_READER) && cp tests/parquet/read.mjs $(PARQUET_READER)
	@cd $(PARQUET_READER) && npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.6-r.1
	@READER=$(abspath $(PARQUET_READER)) PROGRAM=$(PROGRAM) tests/run.sh tests/parquet/parquet_check.sh
