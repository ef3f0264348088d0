#: Formats and reports
# Deep: other programs judge everything we write (tidy, xmllint, qpdf, ghostscript, pdflatex, librsvg2-bin, python3-jsonschema, epubcheck).
.PHONY: check-outputs
check-outputs: all #- write every format for the fixtures and have it validated by other programs
	@tools/check-outputs.sh $(PROGRAM) $(BUILD)/outputs

# The style sheet and the script of our pages are compiled in.
$(BUILD)/src/export/html/shell.o: src/export/html/report.css src/export/html/report.js src/export/html/tables.js \
	src/export/html/paged.js src/export/html/paged.css src/export/html/replay.js src/export/html/quiz.js $(addprefix src/web/,board.js live.js live.css)

# Deep: needs npm, which fetches the two judges.
.PHONY: lint-pages
lint-pages: #- the script and the style sheet of our pages: jshint, csstree-validator
	$(call need-programs,npx)
	npx --yes jshint@2.13.6 --config tools/jshint.json src/export/html/*.js
	npx --yes csstree-validator@4.0.1 src/export/html/*.css

$(BUILD)/src/export/epub/epub.o: src/export/epub/epub.css

# The style of our LaTeX is compiled in.
$(BUILD)/src/export/latex/latex.o: src/export/latex/kibitzer.sty
