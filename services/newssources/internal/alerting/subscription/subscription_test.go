package subscription

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestChangesAreSent checks that a subscription sends all sources first, and then only what has changed, by
// e-mail and to a webhook, without credentials.
func TestChangesAreSent(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	ctx := h.as(h.editor)
	view := h.view(h.editor, savedview.Shared)
	first, second := h.source("First"), h.source("Second")
	_, port, _ := net.SplitHostPort(h.box.Page)
	hook, _, err := h.alerts.CreateWebhook(ctx, h.editor,
		notify.WebhookInput{Name: "Desk", URL: "http://receiver.test:" + port + "/webhook"})
	h.must(err)
	settings := daily(Changes, "desk@example.org")
	settings.WebhookIDs = []uuid.UUID{hook.ID}
	sub, err := h.Create(ctx, h.editor, view.ID, settings)
	h.must(err)
	h.must(h.Service.Run(ctx))
	if h.deliver(); len(h.box.Mails()) != 0 {
		t.Fatal("a message was sent before its time")
	}
	if err := h.alerts.DeleteWebhook(ctx, h.editor, hook.ID, 1); !problem.Is(err, problem.NotDeletable) {
		t.Errorf("the webhook of a subscription was deleted: %v", err)
	}

	h.runDue()
	if mails, hooks := h.box.Mails(), h.box.Webhooks(); len(mails) != 1 || len(hooks) != 1 {
		t.Fatalf("%d e-mails, %d webhooks", len(mails), len(hooks))
	}
	mail := h.box.Mails()[0]
	if file := mail.Files["sources.csv"]; mail.Subject != "Politics: 2 sources" || strings.Count(file, "\n") != 3 ||
		!strings.Contains(file, "https://first.example/rss") {
		t.Errorf("the e-mail is %s: %q", mail.Subject, file)
	}
	if link := "https://news.example.org/newssources?view=" + view.ID.String(); !strings.Contains(mail.Text, link) ||
		!strings.Contains(mail.HTML, link) {
		t.Errorf("the e-mail has no link to the view: %s", mail.Text)
	}

	h.runDue()
	if len(h.box.Mails()) != 1 {
		t.Errorf("a message without changes was sent: %s", h.box.Mails()[1].Subject)
	}
	_, err = h.register.Update(ctx, h.editor, first.ID, first.Version, func(d *source.Details) { d.Notes = "Moved" })
	h.must(err)
	_, err = h.register.Update(ctx, h.editor, second.ID, second.Version, func(d *source.Details) { d.Tags = nil })
	h.must(err)
	h.source("Third")
	h.runDue()
	mails, hooks := h.box.Mails(), h.box.Webhooks()
	if len(mails) != 2 || len(hooks) != 2 {
		t.Fatalf("%d e-mails, %d webhooks", len(mails), len(hooks))
	}
	file := mails[1].Files["sources.csv"]
	if mails[1].Subject != "Politics: 1 new, 1 changed, 1 no longer in the view" || !strings.Contains(file, "Moved") ||
		!strings.Contains(file, "third.example") || strings.Contains(file, "second.example") ||
		!strings.Contains(mails[1].Text, "Second") {
		t.Errorf("the e-mail is %s: %s\n%s", mails[1].Subject, mails[1].Text, file)
	}
	var body struct {
		Type string
		Data struct {
			CSV           string
			Total, Rows   int
			New, Gone     struct{ Sources []struct{ Name, URL string } }
			IsComplete    bool `json:"is_complete"`
			NoCSVBecause  string
			ChangedSource any `json:"changed"`
		}
	}
	h.must(json.Unmarshal([]byte(hooks[1].Body), &body))
	if d := body.Data; body.Type != "view" || d.CSV != file || d.Total != 2 || d.Rows != 2 || d.IsComplete ||
		d.New.Sources[0].Name != "Third" || d.Gone.Sources[0].Name != "Second" {
		t.Errorf("the webhook is %s", hooks[1].Body)
	}
	for _, text := range []string{mail.Files["sources.csv"], mail.Text, file, hooks[0].Body, hooks[1].Body} {
		if strings.Contains(text, "s3cret-word") || strings.Contains(text, "reader") {
			t.Errorf("a message has credentials: %s", text)
		}
	}
	log, err := h.alerts.Deliveries(ctx, nil, uuid.Nil, 10)
	h.must(err)
	found, err := h.List(ctx, h.editor, view.ID)
	h.must(err)
	if len(log) != 0 || len(found) != 1 || len(found[0].Deliveries) != 2 || found[0].Deliveries[0].State != notify.Sent {
		t.Errorf("the log of alerts has %d deliveries, the subscriptions are %+v", len(log), found)
	}
	if created := found[0].Deliveries[0].CreatedAt; !created.Equal(*found[0].CheckedAt) {
		t.Errorf("the view was read at %s, and its message was created at %s", found[0].CheckedAt, created)
	}
	h.must(h.Delete(ctx, h.editor, view.ID, sub.ID, 1))
	h.runDue()
	if len(h.box.Mails()) != 2 {
		t.Error("a deleted subscription sent a message")
	}
}

// TestReplicasSendOnce runs many subscriptions in two replicas at the same time.
func TestReplicasSendOnce(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.source("First")
	view := h.view(h.editor, savedview.Shared)
	const count = 20
	for i := range count {
		_, err := h.Create(h.as(h.editor), h.editor, view.ID, daily(All, fmt.Sprintf("desk%d@example.org", i)))
		h.must(err)
	}
	h.exec("UPDATE view_subscriptions SET next_at = now()")
	var replicas sync.WaitGroup
	for range 2 {
		replicas.Go(func() {
			if err := New(h.db, h.views, h.lists, h.alerts).Run(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	replicas.Wait()
	if len(h.enqueued) != count {
		t.Errorf("%d messages for %d subscriptions", len(h.enqueued), count)
	}
	list, err := h.List(t.Context(), h.editor, view.ID)
	h.must(err)
	h.must(h.send(t.Context(), list[0]))
	if h.must(h.send(t.Context(), list[0])); len(h.enqueued) != count+1 {
		t.Errorf("%d messages after one more", len(h.enqueued))
	}
}

// TestViewsWithoutFile checks that an empty view and one that is too large for a file are announced with their
// number and the link.
func TestViewsWithoutFile(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.maxSources = 1
	view := h.view(h.editor, savedview.Shared)
	_, err := h.Create(h.as(h.editor), h.editor, view.ID, daily(All, "desk@example.org"))
	h.must(err)
	h.runDue()
	if mail := h.box.Mails()[0]; mail.Subject != "Politics: 0 sources" || strings.Contains(mail.Text, "attached") {
		t.Errorf("the e-mail about an empty view is %s: %s", mail.Subject, mail.Text)
	}
	h.source("First")
	h.source("Second")
	h.runDue()
	mail := h.box.Mails()[1]
	if len(mail.Files) != 0 || mail.Subject != "Politics: 2 sources" ||
		!strings.Contains(mail.Text, "the limit of a message") ||
		!strings.Contains(mail.Text, view.ID.String()) {
		t.Errorf("the e-mail is %s, %v: %s", mail.Subject, mail.Files, mail.Text)
	}
}

// TestChangesOfLargeViews checks that a view whose sources do not fit into a file is compared nevertheless.
func TestChangesOfLargeViews(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.maxSources = 1
	view := h.view(h.editor, savedview.Shared)
	first := h.source("First")
	h.source("Second")
	_, err := h.Create(h.as(h.editor), h.editor, view.ID, daily(Changes, "desk@example.org"))
	h.must(err)
	h.runDue()
	h.runDue()
	if mails := h.box.Mails(); len(mails) != 1 || len(mails[0].Files) != 0 {
		t.Fatalf("the e-mails without changes are %+v", mails)
	}
	_, err = h.register.Update(t.Context(), h.editor, first.ID, first.Version, func(d *source.Details) { d.Notes = "New" })
	h.must(err)
	h.runDue()
	if mail := h.box.Mails()[1]; mail.Subject != "Politics: 1 changed" ||
		!strings.Contains(mail.Files["sources.csv"], "First") {
		t.Errorf("the e-mail about a change is %s: %v", mail.Subject, mail.Files)
	}
}

// TestRights checks who may subscribe to which view, and to whom it is sent.
func TestRights(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	other, viewer := h.member("otto@example.org", identity.Editor), h.member("vera@example.org", identity.Viewer)
	personal, shared := h.view(h.editor, savedview.Personal), h.view(h.editor, savedview.Shared)
	ofViewer := h.view(viewer, savedview.Personal)
	for _, row := range []struct {
		name   string
		actor  audit.Actor
		view   uuid.UUID
		email  string
		reason problem.Code
	}{
		{"a personal view to its owner", h.editor, personal.ID, "Eda@example.org", ""},
		{"a personal view to others", h.editor, personal.ID, "otto@example.org", problem.Invalid},
		{"a personal view of another member", other, personal.ID, "otto@example.org", problem.NotFound},
		{"a shared view of another member", other, shared.ID, "desk@example.org", ""},
		{"a person who may not use the service", other, shared.ID, "press@elsewhere.example", problem.Invalid},
		{"a viewer", viewer, ofViewer.ID, "vera@example.org", problem.RoleTooLow},
	} {
		_, err := h.Create(h.as(row.actor), row.actor, row.view, daily(All, row.email))
		if row.reason == "" && err != nil || row.reason != "" && !problem.Is(err, row.reason) {
			t.Errorf("%s: %v", row.name, err)
		}
		if p, ok := errors.AsType[*problem.Error](err); ok &&
			strings.Contains(problem.DetailOf(p), "owner of this subscription") {
			t.Errorf("%s: a new subscription has an owner already: %s", row.name, problem.DetailOf(p))
		}
	}
	list, err := h.List(t.Context(), other, shared.ID)
	h.must(err)
	settings := list[0].Settings
	_, err = h.Replace(h.as(h.editor), h.editor, shared.ID, list[0].ID, 1, settings)
	if !problem.Is(err, problem.NotFound) {
		t.Errorf("an editor changed the subscription of another member: %v", err)
	}
	settings.Paused = true
	paused, err := h.Replace(h.as(other), other, shared.ID, list[0].ID, 1, settings)
	h.must(err)
	_, err = h.Replace(h.as(other), other, shared.ID, list[0].ID, 1, settings)
	if !problem.Is(err, problem.StaleVersion) {
		t.Errorf("a stale version: %v", err)
	}
	if h.runDue(); len(h.box.Mails()) != 1 || h.box.Mails()[0].To[0] != "eda@example.org" {
		t.Errorf("the e-mails are %+v", h.box.Mails())
	}
	admin := h.member("ada@example.org", identity.Admin)
	settings.Paused = false
	_, err = h.Replace(h.as(admin), admin, shared.ID, list[0].ID, paused.Version, settings)
	h.must(err)

	h.exec("UPDATE members SET removed_at = now() WHERE id = $1", other.ActorID)
	h.runDue()
	ended, err := h.List(t.Context(), admin, shared.ID)
	h.must(err)
	if len(h.box.Mails()) != 2 || !ended[0].Paused || !strings.Contains(ended[0].Failure, "no access") {
		t.Errorf("%d e-mails, the subscription of a removed member is %+v", len(h.box.Mails()), ended)
	}
	var actions []string
	h.must(h.db.Pool.QueryRow(t.Context(), `SELECT array_agg(action ORDER BY id) FROM audit_events
		WHERE target_id = $1 AND action LIKE 'view.subscription_%'`, shared.ID).Scan(&actions))
	if text := strings.Join(actions, " "); text != "view.subscription_created view.subscription_updated "+
		"view.subscription_updated view.subscription_paused" {
		t.Errorf("the history has %s", text)
	}
}

func TestNext(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		weekday, hour int
		zone          string
		after, next   string
	}{
		{0, 7, "UTC", "2026-11-26T06:59:00Z", "2026-11-26T07:00:00Z"},
		{0, 7, "UTC", "2026-11-26T07:00:00Z", "2026-11-27T07:00:00Z"},
		{0, 7, "Europe/Madrid", "2026-11-26T05:00:00Z", "2026-11-26T06:00:00Z"},
		{0, 7, "Europe/Madrid", "2026-07-26T05:00:00Z", "2026-07-27T05:00:00Z"},
		{1, 7, "UTC", "2026-11-26T07:00:00Z", "2026-11-30T07:00:00Z"}, // a Thursday, then the Monday
		{7, 0, "Asia/Tokyo", "2026-11-26T07:00:00Z", "2026-11-28T15:00:00Z"},
		{0, 2, "Europe/Madrid", "2026-03-29T00:00:00Z", "2026-03-29T01:00:00Z"}, // 2:00 does not exist
	} {
		after, err := time.Parse(time.RFC3339, row.after)
		if err != nil {
			t.Fatal(err)
		}
		settings := Settings{Weekday: row.weekday, Hour: row.hour, Zone: row.zone}
		if next := settings.next(after).Format(time.RFC3339); next != row.next {
			t.Errorf("%+v: got %s", row, next)
		}
	}
}
