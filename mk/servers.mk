# Collections on real database servers, and on many machines.
.PHONY: server-packages check-servers 
server-packages:
	@PACKAGES="libpq-dev libmariadb-dev postgresql mariadb-server" tools/bootstrap.sh

check-servers: server-packages ## a collection on PostgreSQL and MariaDB, installed and started for it
	@+$(MAKE) --no-print-directory all
	@PROGRAM=$(PROGRAM) tests/run.sh tests/servers/servers_check.sh
