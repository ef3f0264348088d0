# Deep: other programs judge everything we write (tidy, xmllint, qpdf, ghostscript, pdflatex, librsvg2-bin, python3-jsonschema).
.PHONY: check-outputs
check-outputs: all ## write every format for the fixtures and have it validated by other programs
	@tools/check-outputs.sh $(PROGRAM) $(BUILD)/outputs
