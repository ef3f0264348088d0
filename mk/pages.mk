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
