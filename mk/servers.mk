#: Hostile input, failures, servers
# Collections on real database servers, and on many machines.
.PHONY: server-packages check-servers
server-packages:
	@tools/bootstrap.sh && PACKAGES="postgresql mariadb-server" tools/bootstrap.sh

check-servers: server-packages #- a collection on PostgreSQL and MariaDB, installed and started for it
	@+$(MAKE) --no-print-directory all
	@PROGRAM=$(PROGRAM) TEST_TIMEOUT=900 tests/run.sh tests/servers/servers_check.sh 'tests/servers/lost_check.sh postgres' \
		'tests/servers/lost_check.sh mariadb' tests/servers/kill_proof.sh tests/servers/locked_check.sh

.PHONY: check-schedulers
check-schedulers: #- shares of a collection under Slurm and GNU parallel, by the scripts of docs/scale.md
	@PACKAGES="slurm-wlm munge parallel" tools/bootstrap.sh
	@+$(MAKE) --no-print-directory all
	@PROGRAM=$(PROGRAM) TEST_TIMEOUT=1200 tests/run.sh tests/servers/schedulers_check.sh

.PHONY: kill-proof
kill-proof: all #- 1,000 matches, 100 kills at random moments: the collection and every page as of an undisturbed run
	@PROGRAM=$(PROGRAM) MATCHES=1000 KILLS=100 TEST_TIMEOUT=3600 tests/run.sh tests/servers/kill_proof.sh

.PHONY: check-gnubg
check-gnubg: all #- GNU Backgammon opens the record keeping that we write and shows our figures; its text exports hold what its SGF holds
	@PACKAGES="gnubg" tools/bootstrap.sh
	@PROGRAM=$(PROGRAM) tests/run.sh tests/servers/gnubg_check.sh

.PHONY: check-urls
URL_TESTS := build/urls/node_modules/aws4/package.json
check-urls: #- inputs by URL: an S3 store (s3rver, from npm) and web servers, installed and started for it
	@tools/bootstrap.sh && PACKAGES="openssl $$(command -v npm >/dev/null || echo nodejs npm)" tools/bootstrap.sh
	@+$(MAKE) --no-print-directory all $(URL_TESTS)
	@PROGRAM=$(PROGRAM) NODE_PATH=$(CURDIR)/build/urls/node_modules TEST_TIMEOUT=900 tests/run.sh tests/servers/urls_check.sh

$(URL_TESTS):
	@mkdir -p build/urls
	npm install --no-audit --no-fund --prefix build/urls s3rver@3.7.1 aws4@1.13.2

.PHONY: check-container
check-container: #- the Containerfile: an image is built on a base of Debian's packages made here, and analyses a match (minutes; root)
	@PACKAGES="buildah mmdebstrap" tools/bootstrap.sh
	@+$(MAKE) --no-print-directory all
	@PROGRAM=$(PROGRAM) TEST_TIMEOUT=3600 tests/run.sh tests/servers/container_check.sh

.PHONY: stop-proof
STOPS     ?= 500
STOP_SEED ?=
STOP_ONLY ?=
stop-proof: $(PROGRAM) #- STOPS (500) signals at random moments of every command, format and level: gone within a second, nothing torn (STOP_SEED=N again; STOP_ONLY=NAME)
	@python3 tools/stop/proof.py $(PROGRAM) $(STOPS) $(or $(STOP_SEED),$(shell date +%s)) $(STOP_ONLY)
