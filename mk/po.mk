#: Languages
# docs/translating.md. Released languages are those of po/LINGUAS; they are compiled in.
LANGUAGES := $(sort $(shell sed '/^\#/d' po/LINGUAS))
PO        := $(BUILD)/po
PO_LIST   := $(PO)/catalogues.inc
$(PO)/%.words: po/%.po tools/po/words.sh
	@mkdir -p $(@D)
	$(Q)tools/po/words.sh pages $< > $@.new && mv $@.new $@
$(PO)/%.rest: po/%.po tools/po/words.sh
	@mkdir -p $(@D)
	$(Q)tools/po/words.sh rest $< > $@.new && mv $@.new $@
$(PO)/%.messages: po/%.po tools/po/words.sh
	@mkdir -p $(@D)
	$(Q)tools/po/words.sh messages $< > $@.new && mv $@.new $@
$(PO)/list: FORCE
	@mkdir -p $(@D)
	@echo '$(LANGUAGES)' | cmp -s - $@ || echo '$(LANGUAGES)' > $@
$(PO_LIST): $(PO)/list mk/po.mk
	@for l in $(LANGUAGES); do echo "CATALOGUE($$l, \"$(PO)/$$l.words\", \"$(PO)/$$l.rest\")"; done > $@
$(BUILD)/src/base/catalogues.o: $(PO_LIST) $(foreach l,$(LANGUAGES),$(PO)/$l.words $(PO)/$l.rest)
$(BUILD)/src/base/catalogues.o: CFLAGS += -DCATALOGUES='"$(PO_LIST)"' -I.

TITLES := $(BUILD)/tools/titles
$(TITLES): tools/po/titles.c $(BUILD)/src/cli/manual.o $(BUILD)/src/cli/pieces.o $(LIBRARY)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $^ -o $@ $(LDLIBS)
.PHONY: pot po-merge po-check
pot: $(TITLES) #- collect the words of the sources in po/kibitzer.pot
	$(call need-programs,xgettext msgcat)
	@tools/po/pot.sh $(TITLES) po/kibitzer.pot
po-merge: pot #- the same words into every catalogue of po/
	@for po in po/*.po; do msgmerge --quiet --update --backup=none --no-fuzzy-matching $$po po/kibitzer.pot; done
po-check: $(TITLES) #- catalogues: whole, no holes lost, nothing fuzzy; po/kibitzer.pot has the words of the sources
	$(call need-programs,xgettext msgfmt msgattrib)
	@tools/po/check.sh $(TITLES)

# A language for tests: every message marked and a third longer. It is in a program of its own.
PSEUDO := $(BUILD)/pseudo/kibitzer
$(PSEUDO): $(CLI_OBJ) $(LIB_OBJ) tools/po/pseudo.py tools/po/words.sh po/kibitzer.pot
	@mkdir -p $(@D)
	$(Q)python3 tools/po/pseudo.py po/kibitzer.pot > $(@D)/qps.po
	$(Q)for kind in pages rest; do tools/po/words.sh $$kind $(@D)/qps.po > $(@D)/qps.$$kind || exit 1; done
	@echo 'CATALOGUE(qps, "$(@D)/qps.pages", "$(@D)/qps.rest")' > $(@D)/catalogues.inc
	$(Q)$(CC) $(CFLAGS) -DCATALOGUES='"$(@D)/catalogues.inc"' -I. -c src/base/catalogues.c -o $(@D)/catalogues.o
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) -pie $(CLI_OBJ) $(filter-out %/base/catalogues.o,$(LIB_OBJ)) $(@D)/catalogues.o -o $@ $(LDLIBS)
.PHONY: check-languages
check-languages: all $(PSEUDO) po-check #- catalogues; reports in a pseudo language: no bare word in any format; in all others: no English, all letters, 80 columns
	@tests/languages.sh $(PSEUDO)
	@tests/released.sh $(PROGRAM)
