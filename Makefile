# Development commands of News Sources. `make help` lists the main targets.

LOCAL   := .local
BIN     := $(LOCAL)/bin
SERVICE := ./services/newssources
STACK    = $(BIN)/devstack

# Versions of the tools that are built into .local/bin.
# renovate: github.com/golangci/golangci-lint/v2
GOLANGCI_LINT := v2.15.0
# renovate: helm.sh/helm/v4
HELM_VERSION := v4.3.1
# renovate: github.com/norwoodj/helm-docs
HELM_DOCS := v1.14.2
# renovate: github.com/rhysd/actionlint
ACTIONLINT := v1.7.8
# renovate: golang.org/x/vuln
GOVULNCHECK := v1.1.4

# Generated files, which are committed.
GENERATED := .github/SETTINGS.md services/newssources/internal/ent services/newssources/internal/httpapi/api web/src/api/gen

# The build tags of Dockerfile.api. Tests and lint use them too: without the tags, they compile and analyse about 150 packages that the image
# does not contain. With -trimpath, two checkouts share what was compiled. A GOFLAGS of the environment replaces these flags.
IMAGE_TAGS := nomsgpack,disable_grpc_modules
export GOFLAGS ?= -buildvcs=false -trimpath -tags=$(IMAGE_TAGS)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run dev env seed test test-spreadsheet ready programs packages lint lint-go lint-web lint-workflows fmt check-generated check-migrations generate migration schema \
  test-go test-chart test-nginx test-web test-e2e test-large test-cluster cluster-kind golden-chart schemas-chart images sbom audit fuzz truth-table outlet-pairs bench-web bench-browser dashboards-preview tools clean FORCE

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9%-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- run

run: $(STACK) ## run everything at http://localhost:8080 (PORT, DATABASE_URL, STATE_DIR)
	@exec $(STACK) run

dev: $(STACK) ## run everything with hot reload
	@exec $(STACK) dev

env: $(STACK) ## print the settings of the running stack for the command line: eval "$(make -s env)"
	@exec $(STACK) env

SOURCES := 100000
seed: $(STACK) ## add generated sources to the running stack, whose register must be empty (SOURCES=100000)
	@settings="$$($(STACK) env)" && eval "$$settings" && go run $(SERVICE)/internal/bench/run seed -sources $(SOURCES)

# --- test

test: $(STACK) ## run all checks and tests below and print a summary
	@exec $(STACK) parts ready check-generated test-go+lint+test-chart test-e2e+test-nginx+test-web

# Installs everything first, so that the durations in the summary exclude installation. Downloads run in parallel with
# compilation.
ready:
	@$(MAKE) --no-print-directory -j3 tools programs packages
programs: $(STACK)
	@$(STACK) need chromium nginx envsubst prometheus python3
packages: $(STACK)
	@$(STACK) install pgserver emulator web

lint: lint-go lint-web lint-workflows ## run golangci-lint, gofmt, eslint, stylelint, prettier, the type check and actionlint

lint-go: $(BIN)/golangci-lint
	$(BIN)/golangci-lint run ./...
	$(BIN)/golangci-lint fmt --diff
	go mod tidy -diff

lint-web: $(STACK)
	@$(STACK) install web
	cd web && npm run --silent typecheck
	cd web && npm run --silent lint
	cd web && npm run --silent format:check

lint-workflows: $(BIN)/actionlint
	$(BIN)/actionlint

check-generated: $(STACK) ## check that generated code is up to date
	@rm -rf $(LOCAL)/generated && mkdir -p $(LOCAL)/generated
	@tar -cf - $(GENERATED) | tar -xf - -C $(LOCAL)/generated
	@$(MAKE) --no-print-directory generate
	@for path in $(GENERATED); do diff -ru $(LOCAL)/generated/$$path $$path >>$(LOCAL)/generated/diff || true; done
	@if [ -s $(LOCAL)/generated/diff ]; then head -60 $(LOCAL)/generated/diff; \
	  echo "generated code was out of date: make generate has updated it; review and commit the change" >&2; exit 1; fi
	@$(MAKE) --no-print-directory check-migrations

check-migrations: $(STACK) ## check that the tables of ent, the migrations and the files of the schema agree
	@$(STACK) testdb -- sh -c 'SCRATCH_DATABASE_URL=$$TEST_DATABASE_URL exec go run $(SERVICE)/internal/platform/postgres/diff -check'

# -vet=off: lint-go runs vet. -ldflags=-w: without debug information, the linker needs a third less CPU time.
# -timeout: the process tests took 579 s on a busy machine, and the default is 10 minutes for each package.
# -parallel: tests of processes and of the network mostly wait. The default is the number of cores.
test-go: $(STACK) ## run the Go tests with a PostgreSQL (ARGS="-run Name ./path")
	@$(STACK) need nginx prometheus python3
	@$(STACK) testdb -m -- go test -vet=off -ldflags=-w -timeout 30m -parallel 6 $(if $(ARGS),$(ARGS),./services/... ./k8s/...)

test-spreadsheet: $(STACK) ## open exported files in LibreOffice, change them there and import them again
	@$(STACK) need soffice
	@SOFFICE=soffice $(STACK) testdb -- go test -vet=off -count=1 -v -run TestSpreadsheetProgram $(SERVICE)/internal/httpapi

# -count=1 disables Go's test cache, which does not notice changes of files that helm and nginx read.
test-chart: $(BIN)/helm $(BIN)/helm-docs $(STACK) ## test the Helm chart: lint, rendering, network policies, schema, golden files, examples, alerts
	@$(STACK) need prometheus
	HELM=$(abspath $(BIN)/helm) HELM_DOCS=$(abspath $(BIN)/helm-docs) go test -count=1 ./charts/...

golden-chart: $(BIN)/helm $(BIN)/helm-docs ## update the golden renderings, the README and the generated parts of the values of the chart
	HELM=$(abspath $(BIN)/helm) HELM_DOCS=$(abspath $(BIN)/helm-docs) go test -count=1 -run 'TestGolden|TestReadme|TestDefaults|TestValuesSchema' ./charts -update

schemas-chart: ## update the schemas of Kubernetes and of operators that the chart tests use
	go test -count=1 -run TestSchemasHaveUsedKinds ./charts -update-schemas

test-nginx: $(STACK) ## test the configuration of the web server with nginx
	@$(STACK) need nginx envsubst
	go test -count=1 ./web/nginx/...

test-web: $(STACK) ## run the unit tests of the web app
	@$(STACK) install web
	cd web && npm run --silent test

test-e2e: $(STACK) ## run the browser tests in Chromium (ARGS="name.spec.ts")
	@$(STACK) need chromium nginx
	@$(STACK) install web
	cd web && npx --no-install playwright test --config e2e/playwright.config.ts $(ARGS)

test-large: $(STACK) ## run the browser tests of lists, changes, proposals and views in a register of 100,000 sources (SOURCES=100000)
	@$(STACK) need chromium nginx
	@$(STACK) install web
	cd web && SEED_SOURCES=$(SOURCES) npx --no-install playwright test --config e2e/playwright.config.ts \
	  list.spec.ts changes.spec.ts proposals.spec.ts views.spec.ts $(ARGS)

test-cluster: $(BIN)/helm ## test a release on the cluster of KUBECONFIG and print a table (ARGS="service upgrade")
	k8s/test-cluster.sh $(ARGS)

# The version of the app in the chart, which is the default tag of its images.
APP_VERSION = $(shell sed -n 's/^appVersion: "\(.*\)"/\1/p' charts/newssources/Chart.yaml)
BUILDER     := docker
images: ## build the images of the chart; with REGISTRY=registry.example.org/news, also push them (BUILDER=docker)
	@for name in api web; do \
	  image=$(if $(REGISTRY),$(REGISTRY)/)newssources-$$name:$(APP_VERSION); \
	  $(BUILDER) build --file Dockerfile.$$name --build-arg VERSION=$(APP_VERSION) --tag $$image . || exit 1; \
	  $(if $(REGISTRY),$(BUILDER) push $$image || exit 1;) \
	done

cluster-kind: ## create a local cluster with kind (needs Docker)
	kind create cluster --config k8s/kind/cluster.yaml
	kubectl --context kind-newssources apply -f k8s/kind/traefik.yaml

# A release requires two minutes for each fuzz target. Failing inputs are stored in testdata/fuzz and run with every test.
FUZZTIME := 2m
fuzz: ## run each fuzz target for FUZZTIME (2m) (ARGS="-parallel 1")
	@grep -r '^func Fuzz' --include='*_test.go' services | sed 's/^\(.*\)\/[^/]*:func \(Fuzz[A-Za-z0-9]*\).*/\1 \2/' | sort | \
	  while read -r folder name; do \
	    echo "$$folder $$name"; \
	    go test ./$$folder -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 5s $(ARGS) || exit 1; \
	  done

# --- supply chain

sbom: $(STACK) ## write the SBOMs (CycloneDX) of the Go modules and npm packages of both images to .local/sbom
	@mkdir -p $(LOCAL)/sbom
	CGO_ENABLED=0 $(STACK) sbom -tags $(IMAGE_TAGS) $(SERVICE) >$(LOCAL)/sbom/api.cdx.json
	cd web && npm sbom --sbom-format cyclonedx --package-lock-only --omit dev >../$(LOCAL)/sbom/web.cdx.json

audit: $(BIN)/govulncheck ## look for known vulnerabilities in Go modules and npm packages
	@GOVULNCHECK=$(abspath $(BIN)/govulncheck) .ci/audit

# --- measure

BENCHMARKS := abuse api checker discover duplicates feed list lists register
# Settings of a benchmark's PostgreSQL server. The tables of 1,000,000 sources, the queue and the states of their endpoints must be in memory
# (ADR 18, 31).
TESTDB_api := -c shared_buffers=2GB
TESTDB_checker := -c shared_buffers=2GB
TESTDB_duplicates := -c shared_buffers=2GB

PREVIEW := $(LOCAL)/dashboards
PREVIEW_TIME := 2m
dashboards-preview: $(STACK) ## render the dashboards with a running service to .local/dashboards (PREVIEW_TIME=2m)
	@$(STACK) need chromium prometheus
	@$(STACK) install web
	@mkdir -p $(PREVIEW)
	DASHBOARDS_PREVIEW=$(abspath $(PREVIEW)) DASHBOARDS_PREVIEW_TIME=$(PREVIEW_TIME) \
	  $(STACK) testdb -- go test -count=1 -timeout 30m -run TestDashboardsPreview $(SERVICE)
	node charts/preview.mjs $(PREVIEW)

bench-web: $(STACK) ## measure the weight and the long tasks of the web app; writes .local/bench/web.json
	@$(STACK) need chromium nginx
	@$(STACK) install web
	cd web && npx --no-install playwright test --config bench/playwright.config.ts weight $(ARGS)

bench-browser: $(STACK) ## measure searches and bulk changes in the browser with 100,000 sources; writes .local/bench/browser.json
	@$(STACK) need chromium nginx
	@$(STACK) install web
	cd web && SEED_SOURCES=$(SOURCES) npx --no-install playwright test --config bench/playwright.config.ts register $(ARGS)

truth-table: $(STACK) ## play behaviours of endpoints over simulated weeks and print which conclusions are wrong (ARGS="-run robots -v")
	@$(STACK) testdb -- go run $(SERVICE)/internal/checking/check/truthtable $(ARGS)

outlet-pairs: ## generate papers that change hands, and harmless changes, and print which are noticed (ARGS="-pairs 200")
	@go test -count=1 -timeout 30m -v -run TestPairs $(SERVICE)/internal/checking/outlet -args -pairs 60 $(ARGS)

bench-%: $(STACK) ## run the benchmark abuse, api, checker, discover, duplicates, feed, list, lists or register (ARGS="-rounds 9"); writes .local/bench/NAME.json
	@[ -n "$(filter $*,$(BENCHMARKS))" ] || { echo "unknown benchmark $*: use abuse, api, checker, discover, duplicates, feed, list, lists, register, browser or web" >&2; exit 1; }
	@$(STACK) testdb $(TESTDB_$*) -- go run $(SERVICE)/internal/$(if $(filter abuse,$*),httpapi/bench/abuse,bench/run $*) $(ARGS)

# --- document

screenshots: $(STACK) ## take the screenshots of the README from the running stack
	@$(STACK) need chromium
	@$(STACK) install web
	cd web && node screenshots.mjs

# --- generate

generate: $(STACK) ## generate ent code, the API server, the TypeScript client and the page of settings
	go generate $(SERVICE)/internal/ent $(SERVICE)/internal/httpapi/api
	go run $(SERVICE) settings >.github/SETTINGS.md
	@$(STACK) install web
	cd web && npm run --silent generate

schema: $(STACK) ## write the files of the schema from the migrations
	@$(STACK) testdb -- sh -c 'SCRATCH_DATABASE_URL=$$TEST_DATABASE_URL exec go run $(SERVICE)/internal/platform/postgres/diff -schema'

migration: $(STACK) ## create a migration from changes of the tables of ent (NAME=add_something), and write the files of the schema
	@[ -n "$(NAME)" ] || { echo "usage: make migration NAME=add_something" >&2; exit 1; }
	@$(STACK) testdb -- sh -c 'SCRATCH_DATABASE_URL=$$TEST_DATABASE_URL exec go run $(SERVICE)/internal/platform/postgres/diff $(NAME)'

fmt: $(BIN)/golangci-lint $(STACK) ## format Go and the web app
	$(BIN)/golangci-lint fmt
	@$(STACK) install web
	cd web && npm run --silent format

# --- tools

tools: $(STACK) $(BIN)/golangci-lint $(BIN)/helm $(BIN)/helm-docs $(BIN)/actionlint ## build the tools into .local/bin

# Always run: Go's build cache decides whether a rebuild is needed.
$(STACK): FORCE
	@go version >/dev/null 2>&1 || { echo "go was not found: install Go 1.26 or newer (https://go.dev/dl) and try again" >&2; exit 1; }
	@[ -x $@ ] || echo "building the commands that start the stack (the first build downloads Go modules) …"
	@go build -o $@ ./services/devstack

$(BIN)/golangci-lint: $(BIN)/golangci-lint@$(GOLANGCI_LINT)
	@ln -sf $(notdir $<) $@
$(BIN)/golangci-lint@%:
	@$(call install,golangci-lint,github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$*)

$(BIN)/helm-docs: $(BIN)/helm-docs@$(HELM_DOCS)
	@ln -sf $(notdir $<) $@
$(BIN)/helm-docs@%:
	@$(call install,helm-docs,github.com/norwoodj/helm-docs/cmd/helm-docs@$*)

$(BIN)/actionlint: $(BIN)/actionlint@$(ACTIONLINT)
	@ln -sf $(notdir $<) $@
$(BIN)/actionlint@%:
	@$(call install,actionlint,github.com/rhysd/actionlint/cmd/actionlint@$*)

$(BIN)/govulncheck: $(BIN)/govulncheck@$(GOVULNCHECK)
	@ln -sf $(notdir $<) $@
$(BIN)/govulncheck@%:
	@$(call install,govulncheck,golang.org/x/vuln/cmd/govulncheck@$*)

$(BIN)/helm: $(BIN)/helm@$(HELM_VERSION)
	@ln -sf $(notdir $<) $@
$(BIN)/helm@%:
	@if helm version --short 2>/dev/null | grep -q '^$*'; then mkdir -p $(BIN) && ln -s "$$(command -v helm)" $@; \
	else $(call install,helm,helm.sh/helm/v4/cmd/helm@$*); fi

# install,PROGRAM,PACKAGE@VERSION: the file name includes the version, so that a version change triggers a new build.
define install
echo "building $(2) …" && mkdir -p $(BIN)/making && \
  GOBIN=$(abspath $(BIN)/making) go install $(2) && mv $(BIN)/making/$(1) $@
endef

clean: ## remove build results, but not data
	rm -rf $(BIN) $(LOCAL)/log $(LOCAL)/stamp $(LOCAL)/lock $(LOCAL)/generated web/dist web/test-results web/playwright-report

FORCE:
