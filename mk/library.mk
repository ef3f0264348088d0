#: Library and packages
# The library as its clients see it. Clients know the headers and libkibitzer.a, nothing else.
CLIENTS      := $(patsubst tests/clients/%.c,$(BUILD)/clients/%,$(wildcard tests/clients/*.c)) \
                $(patsubst examples/%.c,$(BUILD)/examples/%,$(wildcard examples/*.c))
CLIENT_FLAGS := -std=c99 -D_POSIX_C_SOURCE=200809L -g -O1 -Wall -Wextra -Wpedantic -Werror -pthread $(filter -f% --coverage,$(OPT))
CLIENT_RULE   = $(Q)$(CC) $(CLIENT_FLAGS) -Ibuild/include $< $(PUBLIC) -o $@ $(LDLIBS)

# The headers alone, as they are installed.
build/include/%.h: src/%.h
	@mkdir -p $(@D)
	@cp $< $@
$(CLIENTS): $(PUBLIC) $(HEADERS:src/%=build/include/%)

$(BUILD)/clients/%: tests/clients/%.c
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(CLIENT_RULE)
$(BUILD)/examples/%: examples/%.c
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(CLIENT_RULE)

.PHONY: clients
clients: $(CLIENTS) #- the programs of examples/ and other clients of the library
test-programs: clients

# The interface of the last tag: what it offered, and what abidw says of it.
ABI  := docs/abi/libkibitzer
DUMP := --exported-interfaces-only --drop-private-types $(HEADERS:%=--header-file %) --no-show-locs --no-corpus-path \
        --no-comp-dir-path --no-elf-needed --type-id-style hash
.PHONY: abi-check abi-accept
abi-check: all #- the shared library against the interface of the last tag, by abidiff: fails where programs would have to be built anew
	@PACKAGES=abigail-tools tools/bootstrap.sh
	@abidw $(DUMP) --out-file $(BUILD)/libkibitzer.abi $(SHARED)
	@abidiff --no-added-syms $(ABI).abi $(BUILD)/libkibitzer.abi && echo "no interface of the last tag has changed"

abi-accept: all #- the interface of today becomes the one to keep: before a tag
	@PACKAGES=abigail-tools tools/bootstrap.sh
	@mkdir -p $(dir $(ABI))
	@abidw $(DUMP) --out-file $(ABI).abi $(SHARED)
	@nm -D --defined-only $(SHARED) | sed -n 's/.* T \([^@]*\).*/\1/p' >$(ABI).symbols

# Manual pages, section 3: from the comments of the headers, kept in docs/.
.PHONY: man
.PHONY: schemas
schemas: all $(BUILD)/clients/options #- writes docs/*.schema.json and docs/examples anew, after a change of an answer's rows
	@for name in $$($(PROGRAM) schema --format tsv | tail -n +2 | cut -f1); do $(PROGRAM) schema $$name >docs/$$name.schema.json || exit 1; done
	@PROGRAM=$(PROGRAM) BUILD=$(BUILD) tools/document_examples.sh docs/examples
	@python3 tools/types_of_documents.py python docs/*.schema.json >python/kibitzer/documents.py
	@python3 tools/types_of_documents.py typescript docs/*.schema.json >package/documents.d.ts
	@python3 tools/types_of_documents.py keys docs/*.schema.json >docs/documents.md
	@python3 tools/types_of_documents.py manual docs/*.schema.json >docs/kibitzer-documents.5

man: all $(BUILD)/clients/options #- writes docs/kibitzer.3 and its kin anew, docs/glossary.md, the options of kibitzer.1 and of the Python package, after a change of headers or options
	@rm -f docs/kibitzer*.3
	@python3 tools/man.py docs $(HEADERS) >/dev/null
	@python3 tools/man-options.py $(BUILD)/clients/options docs/kibitzer.1 >$(BUILD)/kibitzer.1
	@cp $(BUILD)/kibitzer.1 docs/kibitzer.1
	@python3 python/tools/stubs.py $(BUILD)/clients/options >$(BUILD)/commands.pyi
	@cp $(BUILD)/commands.pyi python/kibitzer/commands.pyi
	@$(PROGRAM) glossary --format md >docs/glossary.md
