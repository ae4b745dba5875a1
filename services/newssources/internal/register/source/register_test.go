package source

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func TestCreateAndGet(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	made := r.create("daily.example", func(n *CreateInput) {
		n.Country, n.Region, n.Languages, n.Tier = "ES", "ES-CT", []string{"ca", "es"}, ptr(2)
		n.Tags, n.Notes, n.MediaType, n.Scope = []string{"sport", "Politik"}, "one\ntwo", "newspaper", "regional"
		n.Endpoints = append(n.Endpoints,
			EndpointDetails{Kind: "atom", URL: "https://daily.example/a", Name: "All", Language: "ca", Intent: EndpointPaused})
	})
	read := r.must(r.Get(t.Context(), made.ID))
	if read.Name != "The daily.example" || read.Domain != "daily.example" || read.Lifecycle != Active ||
		read.Version != 1 ||
		strings.Join(read.Tags, ",") != "Politik,sport" || strings.Join(read.Languages, ",") != "ca,es" || *read.Tier != 2 ||
		read.CreatedBy.Name != "Ada Editor" || read.UpdatedBy.Email != "ada.editor@example.org" ||
		!read.CreatedAt.Equal(read.UpdatedAt) {
		t.Errorf("read %+v", read)
	}
	if len(read.Endpoints) != 2 || read.Endpoints[0].Kind != "rss" || read.Endpoints[1].Name != "All" ||
		read.Endpoints[1].Intent != EndpointPaused {
		t.Errorf("with the endpoints %+v", read.Endpoints)
	}
	r.wantHistory(made.ID,
		`source.created v1 country: none -> "ES"; homepage_url: none -> "https://daily.example/"; languages: none -> ["ca","es"]; `+
			`lifecycle: none -> "active"; media_type: none -> "newspaper"; name: none -> "The daily.example"; notes: none -> "one\ntwo"; `+
			`paywall: none -> "unknown"; region: none -> "ES-CT"; rights: none -> "unknown"; scope: none -> "regional"; `+
			`tags: none -> ["Politik","sport"]; tier: none -> 2`,
		`endpoint.created v1 intent: none -> "active"; kind: none -> "rss"; url: none -> "https://daily.example/rss"`,
		`endpoint.created v1 intent: none -> "paused"; kind: none -> "atom"; language: none -> "ca"; name: none -> "All"; url: none -> "https://daily.example/a"`)

	_, err := r.Get(t.Context(), uuid.New())
	r.wantProblem(err, problem.NotFound)
	_, err = r.History(t.Context(), uuid.New(), uuid.Nil, 10)
	r.wantProblem(err, problem.NotFound)
}

func TestLongTextsInAnyScriptAreStored(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	var squared strings.Builder // folds to more characters than an index entry can hold
	for i := range 200 {
		squared.WriteRune(rune(0x3300 + i))
	}
	made := r.create("long.example", func(n *CreateInput) {
		n.Name, n.Owner, n.Notes, n.Tags = squared.String(), repeat("я", 200), repeat("語", 10000), []string{repeat("ﷺ", 60)}
		n.Endpoints[0].Name, n.Endpoints[0].Section = repeat("я", 200), repeat("語", 100)
		n.Endpoints[0].URL = "https://long.example/" + repeat("x", 2048-len("https://long.example/"))
		n.HomepageURL = "https://long.example/" + repeat("y", 2048-len("https://long.example/"))
	})
	if r.count("SELECT count(*) FROM sources WHERE id = $1 AND search_text LIKE '%キロ%'", made.ID) != 1 {
		t.Error("the search text does not contain the folded name")
	}
}

func TestUpdateCreatesAVersion(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	made := r.create("daily.example", func(n *CreateInput) { n.Tags, n.Country = []string{"a", "b"}, "ES" })
	until := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
	changed := r.update(made, func(d *Details) {
		d.Name, d.Country, d.Tags, d.Lifecycle, d.PausedUntil, d.PauseReason = "Daily", "", []string{"c", "B"}, Paused,
			&until, "strike"
	})
	if changed.Version != 2 || changed.Name != "Daily" || !changed.PausedUntil.Equal(until) ||
		strings.Join(changed.Tags, ",") != "b,c" ||
		!changed.UpdatedAt.After(made.UpdatedAt) || !changed.CreatedAt.Equal(made.CreatedAt) {
		t.Errorf("changed to %+v", changed)
	}
	same := r.update(changed, func(d *Details) { d.Name = "  Daily " })
	if same.Version != 2 || !same.UpdatedAt.Equal(changed.UpdatedAt) {
		t.Errorf("a change without effect returned %+v", same)
	}
	back := r.update(changed, func(d *Details) { d.Lifecycle = Active })
	if back.PausedUntil != nil || back.PauseReason != "" {
		t.Errorf("still paused: %+v", back)
	}
	history := r.history(made.ID)
	want := []string{
		`source.updated v2 country: "ES" -> none; lifecycle: "active" -> "paused"; name: "The daily.example" -> "Daily"; ` +
			`pause_reason: none -> "strike"; paused_until: none -> "` + until.Format(time.RFC3339) +
			`"; tags: ["a","b"] -> ["b","c"]`,
		`source.updated v3 lifecycle: "paused" -> "active"; pause_reason: "strike" -> none; paused_until: "` +
			until.Format(time.RFC3339) + `" -> none`,
	}
	if got := strings.Join(history[2:], "\n"); got != strings.Join(want, "\n") {
		t.Errorf("the history is\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	_, err := r.Update(t.Context(), r.actor, uuid.New(), 1, func(*Details) {})
	r.wantProblem(err, problem.NotFound)
}

// TestExpiredPauseDoesNotBlockEdits also checks that the local time zone causes no change in the
// history.
func TestExpiredPauseDoesNotBlockEdits(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	until := time.Now().Add(time.Hour)
	paused := r.update(r.create("daily.example"), func(d *Details) { d.Lifecycle, d.PausedUntil = Paused, &until })
	r.count(`WITH u AS (UPDATE sources SET paused_until = paused_until - interval '1 day' RETURNING 1) SELECT count(*)
		FROM u`)
	r.update(paused, func(d *Details) { d.Name = "Renamed" })
	if last := r.history(paused.ID)[3]; last != `source.updated v3 name: "The daily.example" -> "Renamed"` {
		t.Errorf("the history is %s", last)
	}
	elsewhere := time.Date(2027, 1, 1, 1, 0, 0, 0, time.FixedZone("", 3600))
	if read := utc(&elsewhere); read.String() != "2027-01-01 00:00:00 +0000 UTC" {
		t.Errorf("read as %v", read)
	}
	past := time.Now().Add(-time.Hour)
	_, err := r.Update(t.Context(), r.actor, paused.ID, 3, func(d *Details) { d.PausedUntil = &past })
	r.wantProblem(err, problem.Invalid)
}

func TestArchiveAndUnarchive(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	for _, from := range []Lifecycle{Draft, Active, Paused} {
		made := r.create(string(from)+".example", func(n *CreateInput) {
			n.Lifecycle = Draft
			n.Endpoints = append(n.Endpoints,
				EndpointDetails{Kind: "atom", URL: "https://" + string(from) + ".example/retired", Intent: EndpointRetired})
		})
		made = r.update(made, func(d *Details) { d.Lifecycle = from })
		archived := r.must(r.Archive(t.Context(), r.actor, made.ID, made.Version))
		if archived.Lifecycle != Archived || archived.ArchivedAt == nil || archived.Version != made.Version+1 {
			t.Errorf("archived as %+v", archived)
		}
		_, err := r.Archive(t.Context(), r.actor, made.ID, archived.Version)
		r.wantProblem(err, problem.Archived)
		_, err = r.Update(t.Context(), r.actor, made.ID, archived.Version, func(d *Details) { d.Name = "x" })
		r.wantProblem(err, problem.Archived)
		r.wantProblem(r.Delete(t.Context(), r.actor, made.ID, archived.Version), problem.NotDeletable)
		if live := r.count("SELECT count(*) FROM endpoints WHERE live AND source_id = $1", made.ID); live != 0 {
			t.Errorf("%d endpoints of an archived source are live", live)
		}

		back := r.must(r.Unarchive(t.Context(), r.actor, made.ID, archived.Version))
		if back.Lifecycle != from || back.ArchivedAt != nil {
			t.Errorf("unarchived as %+v", back)
		}
		if live := r.count("SELECT count(*) FROM endpoints WHERE live AND source_id = $1", made.ID); live != 1 {
			t.Errorf("%d endpoints are live after unarchiving", live)
		}
		_, err = r.Unarchive(t.Context(), r.actor, made.ID, back.Version)
		r.wantProblem(err, problem.BadTransition)
		history := r.history(made.ID)
		if got := strings.Join(history[len(history)-2:], "\n"); !strings.Contains(got,
			`lifecycle: "`+string(from)+`" -> "archived"`) ||
			!strings.Contains(got, `lifecycle: "archived" -> "`+string(from)+`"`) {
			t.Errorf("the history is %s", got)
		}
	}
	_, err := r.Archive(t.Context(), r.actor, uuid.New(), 1)
	r.wantProblem(err, problem.NotFound)
}

func TestOnlyDraftsCanBeDeleted(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	draft := r.create("draft.example", func(n *CreateInput) { n.Lifecycle, n.Tags = Draft, []string{"a"} })
	active := r.create("active.example")
	r.wantProblem(r.Delete(t.Context(), r.actor, active.ID, 1), problem.NotDeletable)
	r.wantProblem(r.Delete(t.Context(), r.actor, draft.ID, 7), problem.StaleVersion)
	if err := r.Delete(t.Context(), r.actor, draft.ID, 1); err != nil {
		t.Fatal(err)
	}
	_, err := r.Get(t.Context(), draft.ID)
	r.wantProblem(err, problem.NotFound)
	r.wantProblem(r.Delete(t.Context(), r.actor, draft.ID, 1), problem.NotFound)
	if left := r.count("SELECT count(*) FROM endpoints WHERE source_id = $1", draft.ID); left != 0 {
		t.Errorf("%d endpoints remain", left)
	}
	entries, err := r.History(t.Context(), draft.ID, uuid.Nil, 1)
	if err != nil || entries[0].Action != "source.deleted" || entries[0].Version != 2 ||
		!strings.Contains(formatChanges(t, entries[0].Changes), `name: "The draft.example" -> none`) {
		t.Errorf("the history of a deleted source: %+v, %v", entries, err)
	}
	r.create("draft.example") // its domain and its address are free again
}
