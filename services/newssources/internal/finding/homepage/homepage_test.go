package homepage_test

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/simulator/papers"
	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/finding/homepage"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// address is the homepage of the source.
const address = "https://lapsed.example/"

var start = time.Date(2026, 1, 5, 6, 0, 0, 0, time.UTC)

func changed(t *testing.T, name string, r *rand.Rand, p papers.Paper) papers.Paper {
	t.Helper()
	i := slices.IndexFunc(papers.Changes, func(c papers.Change) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("there is no change %q", name)
	}
	return papers.Changes[i].Apply(r, p)
}

// newSaver returns a database with a source, and a function that saves a page of its homepage.
func newSaver(t *testing.T) (db *postgres.DB, id uuid.UUID, save func(page []byte) (isSuspect bool)) {
	t.Helper()
	db = postgres.FromPool(testdb.New(t))
	made, err := source.NewRegister(db, nil).Create(t.Context(), audit.Actor{}, source.CreateInput{
		Details: source.Details{Name: "Paper", HomepageURL: address}})
	if err != nil {
		t.Fatal(err)
	}
	return db, made.ID, func(page []byte) (isSuspect bool) {
		t.Helper()
		found := homepage.Read(&fetch.Result{Body: page, ContentType: "text/html; charset=utf-8", FinalURL: address,
			Header: http.Header{}}, address)
		if err := db.Tx(t.Context(), func(tx postgres.Tx) (err error) {
			isSuspect, err = homepage.Save(t.Context(), tx, made.ID, address, found)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return isSuspect
	}
}

// TestConfirmedOutletOfFeed saves a homepage that has changed to another outlet, which a member confirms for the feed
// before or after the visit. A third outlet is still another one.
func TestConfirmedOutletOfFeed(t *testing.T) {
	t.Parallel()
	for seed, language := range papers.Languages() {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		paper := papers.New(r, language)
		casino := changed(t, "casino in another language", r, paper)
		third := changed(t, "paper in another language", r, paper)
		casino.Host = "lapsed.example" // as the homepage
		feedOf := func(newest int) outlet.Outline {
			document, err := feed.Parse(casino.Feed(casino.Articles(newest, 20, start)), feed.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return outlet.OutlineOf(document, nil, func(int) bool { return true })
		}
		for name, isVisitedBefore := range map[string]bool{"before the visit": false, "after the visit": true} {
			db, id, save := newSaver(t)
			save(paper.Homepage(100, 30, "old", start))
			save(paper.Homepage(900, 30, "old", start))
			if isVisitedBefore && !save(casino.Homepage(100, 30, "casino", start)) {
				t.Errorf("%s: the change is not noticed", language)
			}
			if err := db.Tx(t.Context(), func(tx postgres.Tx) error {
				if err := record.Confirm(t.Context(), tx, id, outlet.NewProfile(feedOf(100))); err != nil {
					return err
				}
				return homepage.ConfirmKnown(t.Context(), tx, id)
			}); err != nil {
				t.Fatal(err)
			}
			var n int
			if err := db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM source_homepages WHERE cause <> ''").
				Scan(&n); err != nil || n > 0 {
				t.Errorf("%s, %s: %d homepages are doubtful, %v", language, name, n, err)
			}
			if save(casino.Homepage(900, 30, "casino", start)) {
				t.Errorf("%s, %s: the confirmed outlet is another one", language, name)
			}
			if !save(third.Homepage(1700, 30, "third", start)) {
				t.Errorf("%s, %s: a third outlet is not noticed", language, name)
			}
		}
	}
}

// TestHomepagesOverTime saves the pages that follow each other at a homepage, in several languages.
func TestHomepagesOverTime(t *testing.T) {
	t.Parallel()
	db, _, save := newSaver(t)
	for seed, language := range papers.Languages() {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		if _, err := db.Pool.Exec(t.Context(), "DELETE FROM source_homepages"); err != nil {
			t.Fatal(err)
		}
		paper := papers.New(r, language)
		redesigned, renamed := paper, paper
		redesigned.Generator, redesigned.Description = "Ghost 6", "About us"
		renamed.Name += " Online"
		page := func(p papers.Paper, newest int, template string) []byte {
			return p.Homepage(newest, 30, template, start)
		}
		for _, step := range []struct {
			name string
			page []byte
			want bool
		}{
			{"first visit", page(paper, 100, "old"), false},
			{"new articles", page(paper, 900, "old"), false},
			{"redesign", page(redesigned, 1700, "new"), false},
			{"check of visitors", []byte("<title>Just a moment...</title><p>Verify that you are human.</p>"), false},
			{"an outage", []byte("<title>Error</title><h1>We will be back soon</h1>"), false},
			{"new name", page(renamed, 2500, "new"), false},
			{"holiday topics", page(changed(t, "holiday topics, all articles new", r, renamed), 3300, "new"), false},
			{"flood of wire articles", page(changed(t, "flood of wire articles", r, renamed), 3300, "new"), false},
			{"for sale", []byte(`<title>lapsed.example</title>` +
				`<a href="https://sedo.com/search/?domain=lapsed.example">Buy</a>`), true},
			{"the paper is back", page(paper, 2600, "new"), false},
			{"casino", page(changed(t, "casino in another language", r, paper), 100, "casino"), true},
			{"casino under the old name", page(changed(t, "casino under the old name", r, paper), 100, "casino"), true},
			{"pharmacy", page(changed(t, "pharmacy", r, paper), 100, "pills"), true},
			{"generated articles", page(changed(t, "template blog", r, paper), 100, "blog"), true},
			{"paper in another language", page(changed(t, "paper in another language", r, paper), 100, "other"), true},
			{"still the paper", page(paper, 3400, "new"), false},
		} {
			if got := save(step.page); got != step.want {
				t.Errorf("%s, %s: another outlet %t, want %t", language, step.name, got, step.want)
			}
		}
	}
}
