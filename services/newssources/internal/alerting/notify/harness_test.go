package notify

import (
	"bytes"
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/inbox"
	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// harness has alerts with their own database, mail server and webhook receiver.
type harness struct {
	*testing.T
	*Service
	box      *inbox.Inbox
	register *source.Register
	log      *bytes.Buffer
	actor    audit.Actor

	mu       sync.Mutex
	enqueued []uuid.UUID
	counted  map[string]int
}

func newHarness(t *testing.T, options inbox.Options) *harness {
	t.Helper()
	box, err := inbox.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	sites, err := simulator.Start(simulator.Options{}) // resolves the host names of webhooks
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sites.Close() })
	client, err := fetch.New(fetch.Config{Lab: sites.DNS, HostInterval: -1, Timeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	keys, err := seal.New(strings.Repeat("k", seal.MinSecret))
	if err != nil {
		t.Fatal(err)
	}
	allowed, err := identity.NewAllowList([]string{"example.org"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	db := postgres.FromPool(testdb.New(t))
	h := &harness{T: t, box: box, register: source.NewRegister(db, nil), log: &bytes.Buffer{}, counted: map[string]int{},
		actor: audit.Actor{Name: "Ada", Email: "ada@example.org", Role: "editor"}}
	h.Service = NewService(db, Options{
		Lists: sourcelist.NewReader(db), Keys: keys, Client: client, Mail: mailConfig(t, box, options), Allowed: allowed,
		AppURL: "https://news.example.org", Enqueue: h.enqueue,
		Metrics: h, Log: slog.New(slog.NewTextHandler(h.log, nil)),
	})
	return h
}

// mailConfig returns the settings for the mail server of the test.
func mailConfig(t *testing.T, box *inbox.Inbox, options inbox.Options) *MailConfig {
	t.Helper()
	address := "smtp://" + box.SMTP
	if options.Username != "" {
		address = "smtp://" + options.Username + ":" + options.Password + "@" + box.SMTP
	}
	if options.TLS == nil {
		address += "?tls=none"
	}
	config, err := ParseMailConfig(address, "News Sources <alerts@news.example.org>", false)
	if err != nil {
		t.Fatal(err)
	}
	if options.TLS != nil {
		config.tlsConfig = &tls.Config{InsecureSkipVerify: true, ServerName: "localhost"}
	}
	return config
}

func (h *harness) enqueue(_ context.Context, _ postgres.Tx, ids []uuid.UUID) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.enqueued = append(h.enqueued, ids...)
	return nil
}

// Delivered implements Metrics.
func (h *harness) Delivered(channel, outcome string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.counted[channel+" "+outcome]++
}

// Firing implements Metrics.
func (h *harness) Firing(int) {}

// webhookURL is the address of the receiver by a host name.
func (h *harness) webhookURL() string {
	_, port, _ := net.SplitHostPort(h.box.Page)
	return "http://receiver.test:" + port + "/webhook"
}

func (h *harness) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func (h *harness) exec(sql string, args ...any) {
	h.Helper()
	_, err := h.db.Pool.Exec(h.Context(), sql, args...)
	h.must(err)
}

// source creates an active source with one endpoint.
func (h *harness) source(name, domain string, tags ...string) uuid.UUID {
	h.Helper()
	made, err := h.register.Create(h.Context(), h.actor, source.CreateInput{
		Details:   source.Details{Name: name, HomepageURL: "https://" + domain + "/", Lifecycle: source.Active, Tags: tags},
		Endpoints: []source.EndpointDetails{{Kind: "rss", URL: "https://" + domain + "/rss"}},
	})
	h.must(err)
	h.setHealth(made.ID, health.OK, "", 0)
	return made.ID
}

// setHealth sets the health of the endpoints of a source, like a check.
func (h *harness) setHealth(id uuid.UUID, state health.State, cause health.Cause, since time.Duration) {
	h.Helper()
	h.exec(`UPDATE endpoint_states s SET health = $2, health_cause = $3, health_since = now() - $4::interval
		FROM endpoints e
		WHERE e.id = s.endpoint_id AND e.source_id = $1`, id, state, cause, since)
}

func (h *harness) rule(change func(*Settings)) *Rule {
	h.Helper()
	settings := Settings{
		Name: "Failing sources", Enabled: true,
		Condition: Condition{Scope: EachSource, States: []health.State{health.Failing}}, NotifyRecovery: true,
		Emails: []string{"desk@example.org"},
	}
	change(&settings)
	created, err := h.CreateRule(h.Context(), h.actor, settings)
	h.must(err)
	return created
}

func (h *harness) webhook() (*WebhookTarget, string) {
	h.Helper()
	created, secret, err := h.CreateWebhook(h.Context(), h.actor, WebhookInput{Name: "Pager", URL: h.webhookURL()})
	h.must(err)
	return created, secret
}

// evaluate evaluates the rules.
func (h *harness) evaluate() {
	h.Helper()
	h.must(h.Evaluate(h.Context()))
}

// deliver runs the jobs that were enqueued, and returns the delays of those that are repeated. The
// repetitions are enqueued.
func (h *harness) deliver() (retries []time.Duration) {
	h.Helper()
	h.mu.Lock()
	ids := h.enqueued
	h.enqueued = nil
	h.mu.Unlock()
	for _, id := range ids {
		retryIn, err := h.Deliver(h.Context(), id)
		h.must(err)
		if retryIn > 0 {
			retries = append(retries, retryIn)
			_ = h.enqueue(h.Context(), postgres.Tx{}, []uuid.UUID{id})
		}
	}
	return retries
}
