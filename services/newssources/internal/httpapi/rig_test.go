package httpapi

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/alerting/subscription"
	"github.com/newsources/newsources/services/newssources/internal/alerting/updates"
	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/checking/websub"
	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/finding/sameoutlet"
	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/finding/visit"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/contract"
	"github.com/newsources/newsources/services/newssources/internal/jobs"
	"github.com/newsources/newsources/services/newssources/internal/platform/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity/identitytest"
	"github.com/newsources/newsources/services/newssources/internal/platform/observe"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/changefeed"
	"github.com/newsources/newsources/services/newssources/internal/register/livelist"
	"github.com/newsources/newsources/services/newssources/internal/register/people"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/register/tableimport"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
	"github.com/newsources/newsources/services/newssources/internal/register/worklist"
)

// Limits of the API under test. They are small, so that requests of few bytes exceed them.
const (
	testMaxBody   = 32 << 10
	testMaxImport = 64 << 10
	testSecret    = "an anti-forgery secret of enough bytes"
)

func TestMain(m *testing.M) {
	identitytest.Redirect()
	openapi3filter.RegisterBodyDecoder("text/x-opml", openapi3filter.FileBodyDecoder)
	os.Exit(m.Run())
}

// rig is an API in production mode with its own database.
type rig struct {
	t        *testing.T
	ctx      context.Context // carries the keys of the identity provider
	server   *server
	handler  http.Handler
	url      string
	client   *http.Client
	pool     *pgxpool.Pool
	imports  *transfer.Imports
	metrics  *observe.Metrics
	log      syncBuffer
	contract *contract.Contract
	cors     map[string]bool // the allowed origins

	mu      sync.Mutex
	secrets []string // must not appear in responses or in the log
}

func newRig(t *testing.T, changes ...func(*Options)) *rig {
	t.Helper()
	_, ctx := identitytest.NewKeys(t, 3600)
	pool := testdb.New(t)
	db := postgres.FromPool(pool)
	queue, err := jobs.NewQueue(pool, slog.New(slog.DiscardHandler))
	must(t, err)
	register, lists := source.NewRegister(db, nil), sourcelist.NewReader(db)
	sets := jobs.NewChangeSets(db, register, lists, queue.EnqueueChangeSet)
	a := &rig{t: t, ctx: ctx, pool: pool, imports: transfer.NewImports(db, sets, queue.EnqueueImport),
		metrics: observe.NewMetrics("test", pool, lists.CountByLifecycle), cors: map[string]bool{}}
	members, err := identity.NewMembers(pool, string(identity.Editor), nil)
	must(t, err)
	verifier, err := identity.NewVerifier(ctx, identity.Config{
		ProjectID: identitytest.Project, Production: true, MaxAge: 24 * time.Hour, AllowedDomains: []string{"example.org"},
		Invited: members.Invited,
	})
	must(t, err)
	allowed, err := identity.NewAllowList([]string{"example.org"}, nil)
	must(t, err)
	xsrf, err := identity.NewXSRF([]byte(testSecret), true)
	must(t, err)
	// Resolves no host, because no DNS server listens there.
	offline, err := fetch.New(fetch.Config{Lab: "127.0.0.1:1", HostInterval: -1})
	must(t, err)
	t.Cleanup(offline.Close)
	keys, err := seal.New(testSecret)
	must(t, err)
	discard := slog.New(slog.DiscardHandler)
	options := Options{
		Services: jobs.Services{
			Register: register, Lists: lists, Reports: checkreport.NewReader(db), Imports: a.imports,
			Tables: tableimport.New(db, sets), Changes: sets, Feed: changefeed.New(db), Keys: idempotency.NewStore(db),
			Alerts: notify.NewService(db,
				notify.Options{Allowed: allowed, Lists: lists, Keys: keys, Client: offline, Enqueue: queue.EnqueueDeliveries,
					Metrics: a.metrics}),
			Hubs:          websub.New(db, websub.Options{Keys: keys, Client: offline, Metrics: a.metrics}),
			AlertInterval: time.Second, Failed: func(string, int) {}, Drifted: func(int) {},
			Log: observe.NewLogger(&a.log, slog.LevelDebug),
		},
		DB: db, Verifier: verifier, Members: members, XSRF: xsrf,
		People: people.New(db, allowed, members.Forget), Views: savedview.New(db, lists),
		Checks:  check.NewControl(db, lists, time.Second),
		Claims:  check.NewClaims(db, check.Config{}),
		Updates: updates.NewBroadcaster(pool), Metrics: a.metrics,
		MaxBody: testMaxBody, MaxImport: testMaxImport, Timeout: time.Minute, // long enough for a busy machine
	}
	options.Work = worklist.New(db, options.People)
	options.Subscriptions = subscription.New(db, options.Views, lists, options.Alerts)
	options.LiveLists = livelist.New(db, livelist.Options{Tables: options.Tables, Imports: a.imports, Changes: sets,
		Client: offline, Keys: keys, Log: discard})
	options.Rights = sourcerights.New(db)
	options.Suggestions = suggestion.New(db, sets, suggestion.Config{Interval: time.Minute, MovedSightings: 1}, nil,
		discard)
	options.Pairs = sameoutlet.New(db, options.Suggestions)
	options.Pairs.Enqueue = queue.EnqueuePairs
	options.Visits = visit.New(db, options.Suggestions, discover.New(offline, register), discard)
	for _, change := range changes {
		change(&options)
	}
	for _, origin := range options.AllowedOrigins {
		a.cors[origin] = true
	}
	a.server = newServer(options)
	a.handler, err = a.server.handler()
	must(t, err)
	a.contract, err = contract.Read()
	must(t, err)

	listener := httptest.NewUnstartedServer(a.handler)
	listener.Config.BaseContext = func(net.Listener) context.Context { return ctx }
	listener.Start()
	a.url, a.client = listener.URL, listener.Client()
	a.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	t.Cleanup(func() {
		listener.Close()
		a.checkLog()
	})
	return a
}

// checkLog checks that the log contains no secret.
func (a *rig) checkLog() {
	text := a.log.String()
	for _, secret := range append(a.secrets, testSecret) {
		if strings.Contains(text, secret) {
			a.t.Errorf("the log contains a secret: %.40s…", secret)
		}
	}
}

// secret registers a text that must not appear in responses or in the log. It registers the parts
// of a token separately.
func (a *rig) secret(text string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for part := range strings.SplitSeq(text, ".") {
		if len(part) >= 16 {
			a.secrets = append(a.secrets, part)
		}
	}
}

// fingerprints returns the row count and a hash of each table that requests may change.
func (a *rig) fingerprints() map[string]string {
	a.t.Helper()
	out := map[string]string{}
	tables := []string{"sources", "endpoints", "tags", "source_tags", "audit_events", "imports", "import_rows",
		"live_lists",
		"suggestions", "job_pauses", "invitations", "api_tokens",
		"alert_rules", "alert_webhooks", "alert_deliveries",
		"(SELECT id, role, disabled_at, removed_at, version FROM members)"}
	// Of the jobs, only imports are compared, because River inserts maintenance jobs at any time.
	for _, table := range append(tables, "(SELECT * FROM river_job WHERE kind = 'import')") {
		var count int
		var hash string
		row := a.pool.QueryRow(context.Background(), "SELECT count(*), coalesce(md5(string_agg(t::text, ',' ORDER BY "+
			"t::text)), '') FROM "+table+" t")
		must(a.t, row.Scan(&count, &hash))
		out[table] = fmt.Sprint(count, " rows ", hash)
	}
	return out
}

// expectUnchanged fails the test if the database has changed at the end of the test and its
// subtests.
func (a *rig) expectUnchanged() {
	a.t.Helper()
	before := a.fingerprints()
	a.t.Cleanup(func() {
		if after := a.fingerprints(); !maps.Equal(before, after) {
			a.t.Errorf("the database has changed\nbefore %v\nafter  %v", before, after)
		}
	})
}

// count returns SELECT count(*) FROM from.
func (a *rig) count(from string, args ...any) (n int) {
	a.t.Helper()
	must(a.t, a.pool.QueryRow(context.Background(), "SELECT count(*) FROM "+from, args...).Scan(&n))
	return n
}

// member inserts a member with a role and signs in.
func (a *rig) member(name string, role identity.Role) *person {
	a.t.Helper()
	p := &person{rig: a, t: a.t, id: uuid.Must(uuid.NewV7()), email: strings.ToLower(name) + "@example.org"}
	_, err := a.pool.Exec(a.t.Context(), `INSERT INTO members (id, uid, email, email_key, name, role, created_at,
		updated_at)
		VALUES ($1, $2, $3, $3, $4, $5, now(), now())`, p.id, "uid-"+name, p.email, name, role)
	must(a.t, err)
	p.signIn(identitytest.Fields{"sub": "uid-" + name, "email": p.email, "name": name})
	return p
}

func (a *rig) editor() *person { a.t.Helper(); return a.member("Edith", identity.Editor) }

// withToken returns a caller with a token and no anti-forgery cookie.
func (a *rig) withToken(token string) *person {
	a.secret(token)
	return &person{rig: a, t: a.t, token: token}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// syncBuffer is a buffer that is safe for concurrent use.
type syncBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// about returns the log lines of a request.
func (b *syncBuffer) about(requestID string) string {
	var lines []string
	for line := range strings.Lines(b.String()) {
		if strings.Contains(line, requestID) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}
