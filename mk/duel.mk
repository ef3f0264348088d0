#: The engine, measured
# Head to head against GNU Backgammon. Deep: some minutes.
.PHONY: duel-gnubg
GAMES ?= 10000
DUEL_LEVEL ?= 0ply
DUEL_PLIES ?= 0
duel-gnubg: $(BUILD)/kibitzer #- GAMES cubeless money games against GNU Backgammon at DUEL_PLIES
	$(call need-programs,gnubg)
	@tools/duel-gnubg/run.sh $(BUILD)/kibitzer $(GAMES) $(DUEL_LEVEL) $(DUEL_PLIES)
