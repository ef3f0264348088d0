#: Formats and reports
# Pages in a browser: Debian's Chromium, driven by playwright-core; axe-core looks for what shuts readers out. Both are
# fetched into build/, in the versions of tests/pages/package-lock.json.
BROWSER_TOOLS := build/check-pages

.PHONY: browser-tools check-pages accept-pages
browser-tools:
	@PACKAGES="chromium fonts-dejavu-core" tools/bootstrap.sh
	@command -v npm >/dev/null || PACKAGES="nodejs npm" tools/bootstrap.sh
	@mkdir -p $(BROWSER_TOOLS)
	@cmp -s tests/pages/package-lock.json $(BROWSER_TOOLS)/package-lock.json && [ -d $(BROWSER_TOOLS)/node_modules ] || { \
		cp tests/pages/package.json tests/pages/package-lock.json $(BROWSER_TOOLS)/ && \
		cd $(BROWSER_TOOLS) && npm ci --silent --no-audit --no-fund --omit-lockfile-registry-resolved; }

check-pages: browser-tools #- every kind of page in Chromium: axe-core, widths, keys, tables, links, twelve screenshots
	@+$(MAKE) --no-print-directory all
	@BROWSER_TOOLS=$(abspath $(BROWSER_TOOLS)) PROGRAM=$(PROGRAM) TEST_TIMEOUT=900 tests/run.sh tests/pages/pages_check.sh

accept-pages: #- the same, and the screenshots become the accepted ones: look at each
	@+ACCEPT=1 $(MAKE) --no-print-directory check-pages

# As Jörg Müller sees it, whoever makes it.
.PHONY: images
images: all browser-tools #- README's pictures, docs/images/index.png, phone.png and japanese.png: look at them
	@rm -rf $(BROWSER_TOOLS)/demo $(BROWSER_TOOLS)/japanese
	@XDG_CONFIG_HOME=$(abspath $(BROWSER_TOOLS)) $(PROGRAM) config me "Jörg Müller"
	@XDG_CONFIG_HOME=$(abspath $(BROWSER_TOOLS)) $(PROGRAM) analyze -q --report html --out $(BROWSER_TOOLS)/demo fixtures/demo
	@$(PROGRAM) analyze -q --language ja --report html --out $(BROWSER_TOOLS)/japanese fixtures/demo/club-final.mat
	@cp tests/pages/images.mjs $(BROWSER_TOOLS)/ && cd $(BROWSER_TOOLS) && node images.mjs demo japanese $(abspath docs/images)
