#: Hostile input, failures, servers
# The service over HTTP (docs/service.md).
.PHONY: check-service hammer-service bench-service
SERVICE_SECONDS ?= 60
check-service: all #- 200 clients of the service for SERVICE_SECONDS (60), good, slow and broken ones; it is killed in the middle; OpenAPI, nginx in front
	@PACKAGES="curl python3-jsonschema nginx-light" tools/bootstrap.sh
	@PROGRAM=$(PROGRAM) TEST_TIMEOUT=3600 tests/run.sh 'tests/service/check.sh $(SERVICE_SECONDS)'

hammer-service: #- torn requests for SERVICE_SECONDS (60) against a service under AddressSanitizer and UBSan (HAMMER_SEED=N again)
	@+$(MAKE) --no-print-directory $(ASAN) all
	@PROGRAM=build/asan/kibitzer python3 tests/service/hammer.py $(SERVICE_SECONDS) $(HAMMER_SEED)

bench-service: all #- hints alone and while all processors analyse, matches on one processor and two: of BENCH_MATCHES=FOLDER, or played first
	@PROGRAM=$(PROGRAM) python3 tests/service/bench.py $(or $(BENCH_SECONDS),10) $(BENCH_MATCHES)
