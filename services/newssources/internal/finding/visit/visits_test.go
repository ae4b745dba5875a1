package visit

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

func TestImportedSourcesGetSuggestions(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	imported := h.importList(h.outline("elejemplo.test", "/rss/portada.xml"))
	outlet := h.sourceOf("elejemplo.test")
	if !outlet.IsNameDerived || !outlet.IsHomepageDerived {
		t.Fatalf("imported: %+v", outlet)
	}
	h.run()
	logo := h.sim.URL("elejemplo.test", "/logo.png")
	want := map[suggestion.FieldName]string{suggestion.NameField: "El Ejemplo", suggestion.CountryField: "ES",
		suggestion.HomepageField: h.sim.URL("elejemplo.test", "/"), suggestion.LanguagesField: "es",
		suggestion.LogoField: logo}
	if got := h.values(outlet.ID); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if p := h.only(outlet.ID,
		suggestion.HomepageField); p.Evidence.Before != outlet.HomepageURL || p.Evidence.Origin == "" ||
		p.SourceName != outlet.Name {
		t.Errorf("homepage: %+v", p)
	}
	if p := h.only(outlet.ID, suggestion.LogoField); len(p.PNG) == 0 {
		t.Error("the logo has no image")
	}
	if n := len(h.list(suggestion.Filter{ImportID: imported.ID})); n != 5 {
		t.Errorf("%d suggestions of the import", n)
	}
	if n := len(h.list(suggestion.Filter{ImportID: uuid.Must(uuid.NewV7())})); n != 0 {
		t.Errorf("%d suggestions of another import", n)
	}
	summary, err := h.suggestions.Summarize(t.Context(), uuid.Nil)
	if err != nil || summary.Sources != 1 || summary.Fields[suggestion.LogoField] != 1 || summary.IsCapped {
		t.Errorf("summary %+v, %v", summary, err)
	}
	h.run()
	if n := h.requests("elejemplo.test", "/"); n != 1 {
		t.Errorf("the homepage was visited %d times", n)
	}
	if n := h.requests("elejemplo.test", "/robots.txt"); n == 0 {
		t.Error("robots.txt was not read")
	}
}

func TestOnlyIncompleteActiveSourcesAreVisited(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	create := func(host string, change func(*source.CreateInput)) {
		input := source.CreateInput{Details: source.Details{Name: "Typed name", HomepageURL: h.sim.URL(host, "/"),
			Country: "SE", Languages: []string{"sv"}}}
		change(&input)
		if _, err := h.register.Create(t.Context(), h.actor, input); err != nil {
			t.Fatal(err)
		}
	}
	create("elejemplo.test", func(*source.CreateInput) {})
	create("beispielzeitung.test", func(i *source.CreateInput) { i.Lifecycle = source.Draft })
	create("hidden-feeds.test", func(i *source.CreateInput) { i.SetLogo(source.Logo{Version: "1", PNG: []byte{1}}) })
	create("ten.test", func(i *source.CreateInput) { i.Rights = source.RightsForbidden })
	h.run()
	for host, want := range map[string]int{"elejemplo.test": 1, "beispielzeitung.test": 0, "hidden-feeds.test": 0,
		"ten.test": 0} {
		if got := h.requests(host, "/"); got != want {
			t.Errorf("%s: %d requests, want %d", host, got, want)
		}
	}
	if got := h.list(suggestion.Filter{}); len(got) != 1 || got[0].Field != suggestion.LogoField {
		t.Errorf("typed values got suggestions: %+v", got)
	}
}

// TestProcessesShareTheVisits verifies that several processes together visit each homepage once.
func TestProcessesShareTheVisits(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	var outlines, ordinary []string
	for i := range 24 {
		host := fmt.Sprintf("tagesbote-%03d.test", 8*i) // every eighth ordinary outlet has this name
		ordinary, outlines = append(ordinary, host), append(outlines, h.outline(host, "/feed/0.xml"))
	}
	h.importList(outlines...)
	var processes sync.WaitGroup
	for range 3 {
		visits := h.newVisits()
		processes.Go(func() {
			if err := visits.Run(t.Context(), t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	processes.Wait()
	for _, host := range ordinary {
		if n := h.requests(host, "/"); n != 1 {
			t.Errorf("%s was visited %d times", host, n)
		}
	}
	if n := h.count("visits WHERE outcome = 'ok' AND due_at > now() + interval '29 days' AND attempts = 0"); n != len(ordinary) {
		t.Errorf("%d visits succeeded", n)
	}
}

func TestFailuresAreRecordedAndRetried(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	for _, host := range []string{"robots-forbid.test", "robots-broken.test", "unknown-host.test"} {
		input := source.CreateInput{Details: source.Details{Name: host, HomepageURL: h.sim.URL(host, "/")}}
		if _, err := h.register.Create(t.Context(), h.actor, input); err != nil {
			t.Fatal(err)
		}
	}
	h.run()
	failed, err := h.visits.ListFailed(t.Context(), uuid.Nil, uuid.Nil, 10)
	if err != nil || len(failed) != 3 {
		t.Fatalf("%+v, %v", failed, err)
	}
	byName := map[string]Record{}
	for _, f := range failed {
		byName[f.SourceName] = f
		if f.Detail == "" || f.Attempts != 1 {
			t.Errorf("no reason: %+v", f)
		}
	}
	if f := byName["robots-forbid.test"]; f.Outcome != "robots" || f.NextAt != nil {
		t.Errorf("robots.txt: %+v", f)
	}
	if n := h.requests("robots-forbid.test", "/"); n != 0 {
		t.Error("robots.txt was not obeyed")
	}
	for _, name := range []string{"robots-broken.test", "unknown-host.test"} {
		if f := byName[name]; f.NextAt == nil || time.Until(*f.NextAt) < 50*time.Minute {
			t.Errorf("%s: %+v", name, f)
		}
	}
	for range MaxAttempts + 2 { // each time, the next visit is due
		h.exec("UPDATE visits SET due_at = now() WHERE due_at IS NOT NULL")
		h.run()
	}
	record, err := h.visits.Get(t.Context(), byName["unknown-host.test"].SourceID)
	if err != nil || record.Attempts != MaxAttempts || record.NextAt != nil {
		t.Errorf("after the last retry: %+v, %v", record, err)
	}
	again, err := h.visits.Schedule(t.Context(), record.SourceID)
	if err != nil || again.NextAt == nil || again.Attempts != 0 {
		t.Errorf("scheduled by a person: %+v, %v", again, err)
	}
}

func TestPauseStopsVisits(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.importList(h.outline("elejemplo.test", "/rss/portada.xml"))
	if err := h.visits.Pause(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	h.newVisits() // a process that starts later
	h.run()
	status, err := h.visits.Status(t.Context(), uuid.Nil)
	if err != nil || status.PausedAt == nil || status.Waiting != 1 || len(h.sim.Requests("elejemplo.test")) != 0 {
		t.Fatalf("paused: %+v, %v, %d requests", status, err, len(h.sim.Requests("elejemplo.test")))
	}
	enqueued := 0
	h.visits.Enqueue = func(context.Context) error { enqueued++; return nil }
	if err := h.visits.Resume(t.Context()); err != nil || enqueued != 1 {
		t.Fatal(err, enqueued)
	}
	h.run()
	if status, err = h.visits.Status(t.Context(), uuid.Nil); err != nil || status.PausedAt != nil || status.Waiting != 0 {
		t.Errorf("resumed: %+v, %v", status, err)
	}
}

// TestVisitOfARemovedSourceIsSkipped deletes the visit of a source, as a merge does, while it is claimed. The next
// one is claimed instead.
func TestVisitOfARemovedSourceIsSkipped(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.importList(h.outline("elejemplo.test", "/rss/portada.xml"), h.outline("tagesbote-000.test", "/feed/0.xml"))
	h.exec("UPDATE visits SET due_at = due_at - interval '1 hour' WHERE domain = 'elejemplo.test'")
	removal, err := h.db.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := removal.Exec(t.Context(), "DELETE FROM visits WHERE domain = 'elejemplo.test'"); err != nil {
		t.Fatal(err)
	}
	var claimed *claim
	done := make(chan error, 1)
	go func() {
		var err error
		claimed, err = h.visits.claim(t.Context(), longestDueFirst)
		done <- err
	}()
	for h.count("pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 0 {
		select {
		case err := <-done:
			t.Fatalf("the claim did not wait for the removal: %+v, %v", claimed, err)
		default:
		}
	}
	if err := removal.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil || claimed == nil || claimed.Domain != "tagesbote-000.test" {
		t.Errorf("claimed: %+v, %v", claimed, err)
	}
	if n := h.count("failed_rows"); n > 0 {
		t.Errorf("%d visits are recorded as failed", n)
	}
}

// TestInterruptedVisitsAreRepeated covers a process that is stopped and one that dies.
func TestInterruptedVisitsAreRepeated(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.importList(h.outline("elejemplo.test", "/rss/portada.xml"))
	ctx, stop := context.WithCancel(t.Context())
	claimed, err := h.visits.claim(t.Context(), longestDueFirst)
	if err != nil || claimed == nil {
		t.Fatal(claimed, err)
	}
	stop()
	if err := h.visits.visit(ctx, claimed); err != nil {
		t.Fatal(err)
	}
	if n := h.count("visits WHERE due_at <= now() AND attempts = 0 AND outcome = ''"); n != 1 {
		t.Error("the interrupted visit is not due")
	}
	// This process does not record the visit.
	if claimed, err = h.visits.claim(t.Context(), longestDueFirst); err != nil || claimed == nil {
		t.Fatal(claimed, err)
	}
	if second, err := h.visits.claim(t.Context(), longestDueFirst); err != nil || second != nil {
		t.Fatalf("claimed twice: %+v, %v", second, err)
	}
	h.visits.now = func() time.Time { return time.Now().Add(visitLease + time.Second) }
	h.run()
	if n := h.count("visits WHERE outcome = 'ok'"); n != 1 {
		t.Error("the visit was not repeated after its lease")
	}
}

// TestDomainsAreVisitedOneAtATime covers a platform with many sources, whose visits are postponed,
// and another site, which does not wait for them.
func TestDomainsAreVisitedOneAtATime(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.visits.DomainInterval = time.Minute
	h.exec(`INSERT INTO sources (id, created_at, updated_at, name, name_key, search_text, homepage_url, canonical_domain,
		path_prefix, endpoint_kinds, languages)
		SELECT gen_random_uuid(), now(), now(), 'Show ' || n, 'show', '', 'https://shows.test/' || n, 'shows.test', '/' || n,
			'[]', '[]' FROM generate_series(1, 250) n`)
	h.exec(`INSERT INTO sources (id, created_at, updated_at, name, name_key, search_text, homepage_url, canonical_domain,
		endpoint_kinds, languages)
		VALUES (gen_random_uuid(), now(), now(), 'Other', 'other', '', 'https://other.test/', 'other.test', '[]', '[]')`)
	h.exec(`INSERT INTO visits (id, source_id, domain, due_at, created_at)
		SELECT gen_random_uuid(), id, canonical_domain,
			now() + CASE canonical_domain WHEN 'other.test' THEN interval '1 ms' ELSE '0' END, now() FROM sources`)
	h.visits.now = func() time.Time { return time.Now().Add(time.Second) }
	var domains []string
	for range 3 {
		claimed, err := h.visits.claim(t.Context(), longestDueFirst)
		if err != nil {
			t.Fatal(err)
		}
		if claimed != nil {
			domains = append(domains, claimed.Domain)
		}
	}
	if len(domains) != 2 || domains[0] != "shows.test" || domains[1] != "other.test" {
		t.Errorf("claimed %v", domains)
	}
	var last time.Duration
	row := h.db.Pool.QueryRow(t.Context(), "SELECT max(due_at) - now() FROM visits")
	if err := row.Scan(&last); err != nil || last < 99*time.Minute {
		t.Errorf("the last visit is in %v, %v", last, err)
	}
}

// TestVisitsStartWhileAnotherIsRunning verifies that a list that is imported during a long visit
// does not wait for its end.
func TestVisitsStartWhileAnotherIsRunning(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	input := source.CreateInput{Details: source.Details{Name: "Hangs", HomepageURL: h.sim.URL("hang.test", "/feed")}}
	if _, err := h.register.Create(t.Context(), h.actor, input); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		if err := h.visits.Run(ctx, ctx); err != nil {
			t.Error(err)
		}
	})
	waitUntil(t, "the first visit is running", func() bool { return len(h.sim.Requests("hang.test")) > 0 })
	h.importList(h.outline("elejemplo.test", "/rss/portada.xml"))
	waitUntil(t, "the second homepage is visited", func() bool { return h.requests("elejemplo.test", "/") == 1 })
	if n := h.count("visits WHERE domain = 'hang.test' AND finished_at IS NULL"); n != 1 {
		t.Error("the first visit has ended")
	}
	stop()
	running.Wait()
}

// TestSmallImportsDoNotWaitForLargeOnes covers the worker that claims the visits that became due
// last.
func TestSmallImportsDoNotWaitForLargeOnes(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.importList(h.outline("beispielzeitung.test", "/feed.xml"), h.outline("hang.test", "/feed.xml"))
	h.importList(h.outline("elejemplo.test", "/rss/portada.xml"))
	for _, c := range []struct {
		order claimOrder
		want  string
	}{{lastDueFirst, "elejemplo.test"}, {longestDueFirst, "beispielzeitung.test"}, {longestDueFirst, "hang.test"}} {
		claimed, err := h.visits.claim(t.Context(), c.order)
		if err != nil || claimed == nil || claimed.Domain != c.want {
			t.Fatalf("%s: claimed %+v, %v, want %s", c.order, claimed, err, c.want)
		}
	}
}
