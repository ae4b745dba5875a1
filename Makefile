# News Sources. `make` alone lists what there is.
# The work is done by the programs below: this file only says what goes with what.

LOCAL   := .local
BIN     := $(LOCAL)/bin
SERVICE := ./services/newssources
STACK    = $(BIN)/devstack

# The tools that Go builds, at these versions and nowhere but in .local/bin.
GOLANGCI_LINT := v2.15.0
HELM_VERSION  := v4.3.1

# What is made from the schema and the contract, and committed.
GENERATED := services/newssources/internal/ent services/newssources/internal/httpapi web/src/api/gen

export GOFLAGS ?= -buildvcs=false

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run dev test ready programs packages lint lint-go lint-web fmt check-generated check-migrations generate migration \
  test-go test-chart test-nginx test-web test-e2e test-cluster cluster-kind fuzz tools clean FORCE

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9%-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- run

run: $(STACK) ## everything on this machine, at http://localhost:8080 (PORT, DATABASE_URL, STATE_DIR)
	@exec $(STACK) run

dev: $(STACK) ## the same with hot reload
	@exec $(STACK) dev

# --- test

test: $(STACK) ## everything below, with a line for each part
	@exec $(STACK) parts ready lint check-generated test-go test-chart test-nginx test-web test-e2e

# Parts find everything installed, so that their times are their own. What waits for the network runs beside what compiles.
ready:
	@$(MAKE) --no-print-directory -j3 tools programs packages
programs: $(STACK)
	@$(STACK) need chromium nginx envsubst
packages: $(STACK)
	@$(STACK) install pgserver emulator web

lint: lint-go lint-web ## golangci-lint with the layers, gofmt, eslint, prettier, types

lint-go: $(BIN)/golangci-lint
	$(BIN)/golangci-lint run ./...
	$(BIN)/golangci-lint fmt --diff
	go mod tidy -diff

lint-web: $(STACK)
	@$(STACK) install web
	cd web && npm run --silent typecheck
	cd web && npm run --silent lint
	cd web && npm run --silent format:check

check-generated: $(STACK) ## what is generated is what the schema and the contract say
	@rm -rf $(LOCAL)/generated && mkdir -p $(LOCAL)/generated
	@tar -cf - $(GENERATED) | tar -xf - -C $(LOCAL)/generated
	@$(MAKE) --no-print-directory generate
	@for path in $(GENERATED); do diff -ru $(LOCAL)/generated/$$path $$path >>$(LOCAL)/generated/diff || true; done
	@if [ -s $(LOCAL)/generated/diff ]; then head -60 $(LOCAL)/generated/diff; \
	  echo "generated code lagged behind: look at the change that make generate has just made, and commit it" >&2; exit 1; fi
	@$(MAKE) --no-print-directory check-migrations

check-migrations: $(STACK)
	@$(STACK) testdb -- sh -c 'SCRATCH_DATABASE_URL=$$TEST_DATABASE_URL exec go run $(SERVICE)/internal/postgres/diff -check'

test-go: $(STACK) ## Go: unit and integration tests on a real PostgreSQL (ARGS="-run Name ./path")
	@$(STACK) need nginx
	@$(STACK) testdb -- go test $(if $(ARGS),$(ARGS),./services/... ./k8s/...)

# -count=1: Go keeps results by what the test itself has read, and here helm and nginx read the files.
test-chart: $(BIN)/helm ## the chart: lint, rendering, schema
	HELM=$(abspath $(BIN)/helm) go test -count=1 ./charts/...

test-nginx: $(STACK) ## the web server's configuration in the real nginx
	@$(STACK) need nginx envsubst
	go test -count=1 ./web/nginx/...

test-web: $(STACK) ## the web app's unit tests
	@$(STACK) install web
	cd web && npm run --silent test

test-e2e: $(STACK) ## journeys in Chromium through nginx, the API and the auth emulator (ARGS="name.spec.ts")
	@$(STACK) need chromium nginx
	@$(STACK) install web
	cd web && npx --no-install playwright test --config e2e/playwright.config.ts $(ARGS)

test-cluster: $(BIN)/helm ## the release on the cluster of KUBECONFIG: install, use, upgrade, roll back
	k8s/test-cluster.sh

cluster-kind: ## a cluster for that, where Docker and kind are
	kind create cluster --config k8s/kind/cluster.yaml
	kubectl --context kind-newssources apply -f k8s/kind/traefik.yaml

# Two minutes each is what a release asks for. Finds are kept in testdata/fuzz, and then run with every test.
FUZZTIME := 2m
fuzz: ## each fuzz target for FUZZTIME (2m) (ARGS="-parallel 1")
	@grep -r '^func Fuzz' --include='*_test.go' services | sed 's/^\(.*\)\/[^/]*:func \(Fuzz[A-Za-z0-9]*\).*/\1 \2/' | sort | \
	  while read -r folder name; do \
	    echo "$$folder $$name"; \
	    go test ./$$folder -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 5s $(ARGS) || exit 1; \
	  done

# --- measure

# Each benchmark's program, below $(SERVICE)/internal.
BENCH_discover := discover/bench
BENCH_feed := feed/bench
BENCH_list := source/bench

bench-%: $(STACK) ## the product beside the limit: discover, feed, list (ARGS="-rounds 9"); writes .local/bench/NAME.json
	@[ -n "$(BENCH_$*)" ] || { echo "there is no benchmark $*: look at BENCH_… in the Makefile" >&2; exit 1; }
	@$(STACK) testdb -- go run $(SERVICE)/internal/$(BENCH_$*) $(ARGS)

# --- write

generate: $(STACK) ## ent from its schema; server and TypeScript client from openapi.yaml
	go generate $(SERVICE)/internal/ent $(SERVICE)/internal/httpapi
	@$(STACK) install web
	cd web && npm run --silent generate

migration: $(STACK) ## the next migration from the schema's change (NAME=add_something)
	@[ -n "$(NAME)" ] || { echo "say NAME=add_something" >&2; exit 1; }
	@$(STACK) testdb -- sh -c 'SCRATCH_DATABASE_URL=$$TEST_DATABASE_URL exec go run $(SERVICE)/internal/postgres/diff $(NAME)'

fmt: $(BIN)/golangci-lint $(STACK) ## formats Go and the web app
	$(BIN)/golangci-lint fmt
	@$(STACK) install web
	cd web && npm run --silent format

# --- tools

tools: $(STACK) $(BIN)/golangci-lint $(BIN)/helm ## builds the tools into .local/bin

# Go knows best whether it has to be built again.
$(STACK): FORCE
	@go version >/dev/null 2>&1 || { echo "go was not found: install Go 1.26 or newer (https://go.dev/dl) and run this again" >&2; exit 1; }
	@go build -o $@ ./services/devstack

$(BIN)/golangci-lint: $(BIN)/golangci-lint@$(GOLANGCI_LINT)
	@ln -sf $(notdir $<) $@
$(BIN)/golangci-lint@%:
	@$(call install,golangci-lint,github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$*)

$(BIN)/helm: $(BIN)/helm@$(HELM_VERSION)
	@ln -sf $(notdir $<) $@
$(BIN)/helm@%:
	@if helm version --short 2>/dev/null | grep -q '^$*'; then mkdir -p $(BIN) && ln -s "$$(command -v helm)" $@; \
	else $(call install,helm,helm.sh/helm/v4/cmd/helm@$*); fi

# install,PROGRAM,PACKAGE@VERSION: the version is part of the name, so that another one is built when it changes.
define install
echo "building $(2) …" && mkdir -p $(BIN)/making && \
  GOBIN=$(abspath $(BIN)/making) go install $(2) && mv $(BIN)/making/$(1) $@
endef

clean: ## removes what was built, not the data
	rm -rf $(BIN) $(LOCAL)/log $(LOCAL)/stamp $(LOCAL)/lock $(LOCAL)/generated web/dist web/test-results web/playwright-report

FORCE:
