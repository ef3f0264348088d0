#: The engine, measured
# Proofs of rollouts: minutes of processor time. PROOFS=references etc. for one of them (tools/rollout/proofs.py).
.PHONY: check-rollouts
PROOFS ?= exact references yardstick errors luck nackgammon cores
check-rollouts: all #- rollouts against exact equities, GNU Backgammon's, public ones, and their own repetitions (minutes)
	$(call need,$(BENCH),BENCH)
	@python3 tools/rollout/proofs.py $(PROGRAM) $(BENCH) $(PROOFS)
