package subscription

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/inbox"
	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// harness has subscriptions with their own database, mail server and webhook receiver.
type harness struct {
	*testing.T
	*Service
	box      *inbox.Inbox
	register *source.Register
	editor   audit.Actor

	mu       sync.Mutex
	enqueued []uuid.UUID
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	h := &harness{T: t}
	var err error
	h.box, err = inbox.Start(inbox.Options{})
	h.must(err)
	t.Cleanup(func() { h.box.Close() })
	sites, err := simulator.Start(simulator.Options{}) // resolves the host names of webhooks
	h.must(err)
	t.Cleanup(func() { sites.Close() })
	client, err := fetch.New(fetch.Config{Lab: sites.DNS, HostInterval: -1, Timeout: 5 * time.Second})
	h.must(err)
	t.Cleanup(client.Close)
	keys, err := seal.New(strings.Repeat("k", seal.MinSecret))
	h.must(err)
	allowed, err := identity.NewAllowList([]string{"example.org"}, nil)
	h.must(err)
	mail, err := notify.ParseMailConfig("smtp://"+h.box.SMTP+"?tls=none", "News Sources <news@news.example.org>", false)
	h.must(err)
	db := postgres.FromPool(testdb.New(t))
	h.register = source.NewRegister(db, keys)
	lists := sourcelist.NewReader(db)
	alerts := notify.NewService(db, notify.Options{Lists: lists, Keys: keys, Client: client, Mail: mail, Allowed: allowed,
		AppURL: "https://news.example.org", Enqueue: h.enqueue, Metrics: h, Log: slog.New(slog.DiscardHandler)})
	h.Service = New(db, savedview.New(db, lists), lists, alerts)
	h.editor = h.member("eda@example.org", identity.Editor)
	return h
}

func (h *harness) enqueue(_ context.Context, _ postgres.Tx, ids []uuid.UUID) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.enqueued = append(h.enqueued, ids...)
	return nil
}

// Delivered implements notify.Metrics.
func (h *harness) Delivered(string, string) {}

// Firing implements notify.Metrics.
func (h *harness) Firing(int) {}

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

func (h *harness) member(email string, role identity.Role) audit.Actor {
	h.Helper()
	id := uuid.Must(uuid.NewV7())
	h.exec(`INSERT INTO members (id, uid, email, email_key, name, role, created_at, updated_at, version)
		VALUES ($1, $2, $2, $2, '', $3, now(), now(), 1)`, id, email, role)
	return audit.Actor{ActorID: &id, Email: email, Role: string(role)}
}

// as returns the context of a request of a member.
func (h *harness) as(actor audit.Actor) context.Context {
	return identity.NewContext(h.Context(),
		identity.Person{ID: *actor.ActorID, Email: actor.Email, Role: identity.Role(actor.Role)})
}

// view creates a view of the sources with the tag politics.
func (h *harness) view(owner audit.Actor, sharing savedview.Sharing) *savedview.View {
	h.Helper()
	view, err := h.views.Create(h.Context(), owner, *owner.ActorID, savedview.Settings{Name: "Politics", Sharing: sharing,
		Filter: sourcelist.Query{Tags: []string{"politics"}}})
	h.must(err)
	return view
}

// source creates a source with the tag politics, whose endpoint has credentials.
func (h *harness) source(name string) *source.Source {
	h.Helper()
	domain := strings.ToLower(name) + ".example"
	created, err := h.register.Create(h.Context(), h.editor, source.CreateInput{
		Details: source.Details{Name: name, HomepageURL: "https://" + domain + "/", Tags: []string{"politics"}},
		Endpoints: []source.EndpointDetails{{Kind: "rss", URL: "https://" + domain + "/rss",
			Credentials: &credential.Credentials{Username: "reader", Password: "s3cret-word"}}},
	})
	h.must(err)
	return created
}

func daily(content Content, emails ...string) Settings {
	return Settings{Content: content, Hour: 7, Zone: "Europe/Madrid", Destinations: notify.Destinations{Emails: emails}}
}

// runDue makes all subscriptions due, runs them, and delivers their messages.
func (h *harness) runDue() {
	h.Helper()
	h.exec("UPDATE view_subscriptions SET next_at = now()")
	h.must(h.Service.Run(h.Context()))
	h.deliver()
}

func (h *harness) deliver() {
	h.Helper()
	h.mu.Lock()
	ids := h.enqueued
	h.enqueued = nil
	h.mu.Unlock()
	for _, id := range ids {
		retryIn, err := h.alerts.Deliver(h.Context(), id)
		h.must(err)
		if retryIn > 0 {
			h.Errorf("the delivery is repeated in %s", retryIn)
		}
	}
}
