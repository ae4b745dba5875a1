package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

const (
	workerCount = 2
	// latency of the sites, so that checks are running when a worker is killed.
	latency = 15 * time.Millisecond
	// canary is a site of the simulator.
	canaryHost, canaryPath = "elejemplo.test", "/rss/portada.xml"
)

// endpoint is the endpoint of a behaviour in the register.
type endpoint struct {
	*site
	isBackground bool
	sourceID, id uuid.UUID
}

// world is a timeline while it is simulated.
type world struct {
	timeline
	clock     *testdb.Clock
	start     time.Time
	sites     *simulator.Simulator
	db        *postgres.DB
	register  *source.Register
	alerts    *notify.Service
	changes   *change.Sets
	suggested *suggestion.Suggestions
	endpoints []*endpoint
	workers   []*worker
	settings  workerSettings
	log       io.Writer // of the workers

	done     map[string]bool // acts that were performed
	recovery time.Duration   // from the end of a killed worker until all its checks were made
	rounds   int
	progress int
	drop     func() // drops the database
}

// newWorld creates the database, the sites, the sources and the workers of a timeline.
func newWorld(ctx context.Context, t timeline, behaviours []*behaviour, address string, log io.Writer) (*world, error) {
	w := &world{timeline: t, clock: &testdb.Clock{}, log: log, done: map[string]bool{}}
	w.start = w.clock.Now()
	if err := w.startSites(behaviours); err != nil {
		return nil, err
	}
	database, drop, err := bench.CreateDatabase(ctx, address, "newssources_truth_"+t.name)
	if err != nil {
		return nil, err
	}
	w.drop = drop
	if err := w.openDatabase(ctx, database); err != nil {
		return nil, err
	}
	for _, e := range w.endpoints {
		if err := w.add(ctx, e); err != nil {
			return nil, fmt.Errorf("%s: %w", e.name, err)
		}
	}
	w.settings = workerSettings{Database: database, DNS: w.sites.DNS, Canary: w.sites.URL(canaryHost, canaryPath),
		Roots: w.sites.Authority().Raw}
	for range workerCount {
		if err := w.startWorker(); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (w *world) startSites(behaviours []*behaviour) (err error) {
	for n := range w.background {
		w.endpoints = append(w.endpoints, &endpoint{isBackground: true, site: &site{behaviour: &behaviour{
			name: fmt.Sprintf("background %d", n), feed: always(news{every: 2 * hour}.answer()),
		}}})
	}
	for _, b := range behaviours {
		w.endpoints = append(w.endpoints, &endpoint{site: &site{behaviour: b}})
	}
	var list []simulator.Site
	for _, e := range w.endpoints {
		e.host, e.clock, e.site.start = e.behaviour.host(), w.clock, w.start
		e.counts, e.served = map[string]int{}, map[int]bool{}
		described := simulator.Site{Host: e.host, Name: e.name, Language: "en", Country: "GB", About: e.name, Handler: e.site,
			Lookup: e.lookup, Secure: e.secure || e.upgrades}
		if e.certificate != nil {
			described.CertificateDefect = e.certificateDefect
		}
		list = append(list, described)
		if described.Host = e.alias; e.alias != "" {
			list = append(list, described)
		}
	}
	w.sites, err = simulator.Start(simulator.Options{Now: w.clock.Now, NoKeepAlive: true, Latency: latency, Sites: list})
	if err != nil {
		return err
	}
	for _, e := range w.endpoints {
		if e.base = w.sites.URL(e.host, ""); e.secure {
			e.base = w.sites.TLSURL(e.host, "")
		}
	}
	return nil
}

func (w *world) openDatabase(ctx context.Context, database string) error {
	setup, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer setup.Close(ctx)
	if err := testdb.SimulateClock(ctx, setup); err != nil {
		return fmt.Errorf("simulating the clock: %w", err)
	}
	pool, err := pgxpool.New(ctx, database)
	if err != nil {
		return err
	}
	w.db = postgres.FromPool(pool)
	keys, err := seal.New(key)
	if err != nil {
		return err
	}
	w.register = source.NewRegister(w.db, keys)
	discard := slog.New(slog.DiscardHandler)
	w.alerts = notify.NewService(w.db,
		notify.Options{Lists: sourcelist.NewReader(w.db), Metrics: noMetrics{}, Log: discard, Enqueue: noDeliveries})
	noJob := func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	w.changes = change.New(w.db, w.register, sourcelist.NewReader(w.db), noJob)
	w.changes.Follow(change.Import, transfer.FollowUndo)
	w.suggested = suggestion.New(w.db, w.changes, suggestion.DefaultConfig(), func(string, string, int) {}, discard)
	return w.addRule(ctx)
}

// addRule adds an alert rule for each source that needs a person.
func (w *world) addRule(ctx context.Context) error {
	settings, err := json.Marshal(notify.Settings{
		Condition: notify.Condition{Scope: notify.EachSource, States: health.WorkStates()}, NotifyRecovery: true,
		Digest: notify.NoDigest,
	})
	if err == nil {
		_, err = w.db.Pool.Exec(ctx, "INSERT INTO alert_rules (id, name, enabled, settings) VALUES ($1, 'All', true, $2)",
			uuid.Must(uuid.NewV7()), settings)
	}
	return err
}

// noDeliveries sends no messages: what is stored about alerts is compared.
func noDeliveries(context.Context, postgres.Tx, []uuid.UUID) error { return nil }

// noMetrics drops the metrics of the alerts.
type noMetrics struct{}

func (noMetrics) Delivered(string, string) {}
func (noMetrics) Firing(int)               {}

// add adds the source of a behaviour to the register.
func (w *world) add(ctx context.Context, e *endpoint) error {
	details := source.EndpointDetails{Kind: cmp.Or(e.kind, feed.RSS), URL: e.base + endpointPath,
		Intent: source.EndpointActive, Schedule: e.schedule, Credentials: e.credentials}
	details.IdentityPolicy, details.Charset = e.identity, e.charset
	if e.kind == feed.HTMLList {
		details.Recipe = &pagelist.Recipe{List: "article"}
	}
	input := source.CreateInput{Details: source.Details{Name: e.name, HomepageURL: "https://" + e.host + "/"},
		Endpoints: []source.EndpointDetails{details}}
	if e.tier > 0 {
		input.Tier = &e.tier
	}
	if e.also != "" {
		input.Endpoints = append(input.Endpoints,
			source.EndpointDetails{Kind: feed.RSS, URL: e.base + e.also, Intent: source.EndpointActive})
	}
	for n := range e.more {
		input.Endpoints = append(input.Endpoints,
			source.EndpointDetails{Kind: feed.RSS, URL: e.base + more(n), Intent: source.EndpointActive, Schedule: e.schedule})
	}
	created, err := w.register.Create(ctx, audit.Actor{}, input)
	if err != nil {
		return err
	}
	e.sourceID = created.ID
	return w.db.Pool.QueryRow(ctx, "SELECT id FROM endpoints WHERE source_id = $1 AND url = $2", e.sourceID,
		e.base+endpointPath).Scan(&e.id)
}

func (w *world) startWorker() error {
	settings := w.settings
	settings.Name = fmt.Sprintf("%s-%d", w.name, len(w.workers)+1)
	started, err := startWorker(settings, w.clock.Ahead(), w.log)
	w.workers = append(w.workers, started)
	return err
}

func (w *world) close() {
	for _, started := range w.workers {
		if started != nil {
			started.stop()
		}
	}
	if w.db != nil {
		w.db.Pool.Close()
	}
	if w.sites != nil {
		_ = w.sites.Close()
	}
	if w.drop != nil {
		w.drop()
	}
}
