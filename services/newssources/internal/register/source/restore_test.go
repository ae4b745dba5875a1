package source

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// valuesOf returns changes that set texts: names and values in turn.
func valuesOf(texts ...string) (changes []audit.Change) {
	for n := 0; n < len(texts); n += 2 {
		value, _ := json.Marshal(texts[n+1])
		changes = append(changes, audit.Change{Field: texts[n], After: value})
	}
	return changes
}

func TestRestoreAll(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	existing, archived := r.create("one.example"), r.create("two.example")
	archived = r.update(archived, func(d *Details) { d.Notes = "x" })
	archived = r.must(r.Archive(t.Context(), r.actor, archived.ID, archived.Version))
	newSource := uuid.Must(uuid.NewV7())
	feed := func(source uuid.UUID, version int, url string) Deleted {
		return Deleted{Target: audit.TargetEndpoint, ID: uuid.Must(uuid.NewV7()), SourceID: source, Version: version,
			Changes: valuesOf("kind", "rss", "url", url)}
	}
	home := func(id uuid.UUID, version int, name, domain string) Deleted {
		return Deleted{Target: audit.TargetSource, ID: id, Version: version,
			Changes: valuesOf("name", name, "homepage_url", "https://"+domain+"/", "lifecycle", "active")}
	}
	list := []Deleted{
		feed(newSource, 0, "https://new.example/a"), // its source follows
		home(newSource, 4, "New", "new.example"),
		feed(newSource, 7, "https://new.example/b"),
		home(existing.ID, 0, "Again", "again.example"),
		home(uuid.Must(uuid.NewV7()), 0, "", "nameless.example"),
		feed(existing.ID, 0, "https://one.example/more"),
		feed(archived.ID, 0, "https://two.example/more"),
		feed(uuid.Must(uuid.NewV7()), 0, "https://missing.example/rss"),
		feed(existing.ID, 0, "not an address"),
	}
	var refused []error
	err := r.db.Tx(t.Context(), func(tx postgres.Tx) (err error) {
		refused, err = RestoreAll(t.Context(), tx, r.actor, list)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []problem.Code{"", "", "", problem.BadTransition, problem.Invalid, "", problem.Archived, problem.NotFound,
		problem.Invalid}
	for n, code := range want {
		if code == "" && refused[n] != nil || code != "" && !problem.Is(refused[n], code) {
			t.Errorf("entry %d: got %v, want %q", n, refused[n], code)
		}
	}
	made := r.must(r.Get(t.Context(), newSource))
	var endpoints []string
	for _, e := range made.Endpoints {
		endpoints = append(endpoints, fmt.Sprintf("%s v%d", e.URL, e.Version))
	}
	if got := fmt.Sprint(made.Version, endpoints); got != "5 [https://new.example/a v1 https://new.example/b v8]" {
		t.Errorf("created %s", got)
	}
	if extended := r.must(r.Get(t.Context(), existing.ID)); len(extended.Endpoints) != 2 || extended.Version != 1 {
		t.Errorf("extended: version %d, endpoints %v", extended.Version, extended.Endpoints)
	}
	if hits := r.count("SELECT count(*) FROM sources WHERE search_text LIKE '%new.example/b%'"); hits != 1 {
		t.Errorf("the search finds %d sources by the endpoint of a new source", hits)
	}
	actions := "SELECT count(*) FROM audit_events WHERE source_id = $1 AND action LIKE '%.restored'"
	if n := r.count(actions, newSource); n != 2 {
		t.Errorf("%d restorations were recorded, want those of the source and of one endpoint", n)
	}
}
