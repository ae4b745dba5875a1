package sourcelist

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// wantExactCounts checks that the counters equal the counts of the sources.
func (r *testRegister) wantExactCounts(after string) {
	r.t.Helper()
	if n := r.count(`SELECT count(*) FROM (SELECT facet, lifecycle, value, sum(n) FROM (
		SELECT * FROM count_sources() UNION ALL SELECT facet, lifecycle, value, -n FROM ` + counters + `) d GROUP BY 1, 2, 3 HAVING sum(n) <> 0) x`); n != 0 {
		r.t.Errorf("after %s, %d counters differ from the sources", after, n)
	}
}

func TestCountersFollowEveryChange(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	one := r.create("one.example", func(n *source.CreateInput) {
		n.Country, n.Languages, n.Tags, n.Owner, n.Tier = "ES", []string{"es", "ca"}, []string{"sport", "politik"}, "Ada",
			new(2)
	})
	two := r.create("two.example", func(n *source.CreateInput) { n.Tags, n.Endpoints = nil, nil })
	r.wantExactCounts("creating")
	one = r.update(one, func(d *source.Details) {
		d.Country, d.Languages, d.Tags, d.Owner = "FR", []string{}, []string{"sport"}, ""
	})
	r.wantExactCounts("an update")
	one = r.update(one, func(d *source.Details) { d.Tags = []string{} })
	two = r.update(two, func(d *source.Details) { d.Tags = []string{"new", "sport"} })
	r.wantExactCounts("changing tags")
	r.must(r.Archive(t.Context(), r.actor, one.ID, one.Version))
	two = r.must(r.Archive(t.Context(), r.actor, two.ID, two.Version))
	r.wantExactCounts("archiving")
	r.must(r.Unarchive(t.Context(), r.actor, two.ID, two.Version))
	r.wantExactCounts("restoring")
	for _, sql := range []string{ // statements that no code of the product runs
		"INSERT INTO tags (id, name, name_key) VALUES (gen_random_uuid(), 'other', 'other')",
		"UPDATE source_tags SET tag_id = (SELECT id FROM tags WHERE name_key = 'other') WHERE tag_id = (SELECT id FROM " +
			"tags WHERE name_key = 'sport')",
		"UPDATE sources SET country = 'DE', media_type = 'tv', scope = 'local', paywall = 'hard', rights = 'permitted', " +
			"tier = 5",
		"DELETE FROM tags WHERE name_key = 'new'",
		"DELETE FROM tags",
		"INSERT INTO tags (id, name, name_key) VALUES (gen_random_uuid(), 'again', 'again')",
		"INSERT INTO source_tags SELECT s.id, t.id FROM sources s, tags t",
		"DELETE FROM sources WHERE canonical_domain = 'two.example'",
		"TRUNCATE sources CASCADE",
	} {
		r.exec(sql)
		r.wantExactCounts(sql)
	}
}

func TestCompactingKeepsTheCounts(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.insertSources(30)
	before, err := r.Facets(t.Context(), Query{})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if err := r.CompactCounts(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	r.create("during.example")
	group.Wait()
	if err := r.CompactCounts(t.Context()); err != nil || r.count("SELECT count(*) FROM source_count_deltas") != 0 {
		t.Fatalf("deltas remain, %v", err)
	}
	r.wantExactCounts("compacting")
	after, err := r.Facets(t.Context(), Query{})
	if err != nil || after.Counts[byLifecycle][0].Count != before.Counts[byLifecycle][0].Count+1 {
		t.Errorf("got %v, before %v, %v", after, before, err)
	}
}

func TestRepairCountsCorrectsDrift(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.insertSources(10)
	if drifted, err := r.RepairCounts(t.Context()); drifted != 0 || err != nil {
		t.Fatalf("%d counters drifted, %v", drifted, err)
	}
	r.exec("ALTER TABLE sources DISABLE TRIGGER count_updates")
	r.exec("UPDATE sources SET country = 'ES'")
	r.exec("UPDATE source_counts SET n = n + 1 WHERE facet = 'lifecycle'")
	r.exec("ALTER TABLE sources ENABLE TRIGGER count_updates")
	if drifted, err := r.RepairCounts(t.Context()); drifted == 0 || err != nil {
		t.Fatalf("no drift was found, %v", err)
	}
	r.wantExactCounts("a repair")
	if total := r.list(Query{Countries: []string{"ES"}}).Total; total != 10 {
		t.Errorf("the total is %d", total)
	}
}

func TestConcurrentWritersDoNotBlockEachOther(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	made := r.create("first.example")
	tx, err := r.db.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(t.Context()) //nolint:errcheck // ends the test
	if _, err := tx.Exec(t.Context(), "UPDATE sources SET country = 'ES' WHERE id = $1", made.ID); err != nil {
		t.Fatal(err)
	}
	r.exec("SET lock_timeout = '1s'")
	r.create("second.example", func(n *source.CreateInput) { n.Country = "ES" }) // changes the same counters
	if err := r.CompactCounts(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestUpdateOfManySources covers a statement that changes many sources after one that changed few:
// with the plan of the first one, the second would compare each old row with each new row.
func TestUpdateOfManySources(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.insertMany(20_000)
	tx, err := r.db.Pool.Begin(t.Context()) // one connection, which keeps the plans
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(t.Context()) //nolint:errcheck // a commit ended it
	for _, sql := range []string{
		"SET LOCAL statement_timeout = '60s'", // many times the normal duration on a busy machine
		"UPDATE sources SET tier = 2 WHERE canonical_domain = 'd1.example'",
		"UPDATE sources SET notes = 'no counted column'",
		"UPDATE sources SET owner = 'Ada'",
	} {
		if _, err := tx.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.wantExactCounts("updates of many sources")
}

// TestManyMatches covers lists and facets with more than countLimit matches.
func TestManyMatches(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.insertMany(countLimit + 2_000)
	for name, c := range map[string]struct {
		q         Query
		total     int
		isMinimum bool
	}{
		"words":          {Query{Text: "daily"}, countLimit, true},
		"without filter": {Query{}, countLimit + 2_000, false},
		"half of them":   {Query{Countries: []string{"ES"}}, countLimit/2 + 1_000, false},
		"countries":      {Query{Countries: []string{"ES", "FR"}}, countLimit + 2_000, false},
		"two filters":    {Query{Countries: []string{"ES", "FR"}, Scopes: []source.Scope{None}}, countLimit, true},
		"rare":           {Query{Countries: []string{"ES", "FR"}, Text: "d77.example"}, 1, false},
	} {
		c.q.Limit = 50
		if page := r.list(c.q); page.Total != c.total || page.TotalIsMinimum != c.isMinimum ||
			len(page.Rows) != min(50, c.total) {
			t.Errorf("%s: the total is %d, a minimum: %v, with %d rows", name, page.Total, page.TotalIsMinimum, len(page.Rows))
		}
	}
	for sort := range sorts {
		q := Query{Text: "daily", Sort: sort, Limit: 500}
		first := r.list(q)
		forward := []*Page{first}
		for range 3 {
			q.Cursor = forward[len(forward)-1].Next
			forward = append(forward, r.list(q))
		}
		seen := map[string]bool{}
		for _, page := range forward {
			for _, row := range page.Rows {
				if seen[row.ID.String()] {
					t.Fatalf("%s: a row is on two pages", sort)
				}
				seen[row.ID.String()] = true
			}
		}
		if len(seen) != 2000 {
			t.Errorf("%s: %d rows on 4 pages", sort, len(seen))
		}
		q.Cursor = forward[3].Prev
		if back := r.list(q); fmt.Sprint(ids(back.Rows)) != fmt.Sprint(ids(forward[2].Rows)) {
			t.Errorf("%s: the previous page differs", sort)
		}
	}
	facets, err := r.Facets(t.Context(), Query{Text: "daily"})
	if err != nil || !slices.Equal(slices.Sorted(slices.Values(facets.Uncounted)),
		slices.Sorted(slices.Values(FacetNames))) {
		t.Fatalf("got %v, %v", facets, err)
	}
	if got := fmt.Sprint(facets.Counts["country"], facets.Counts["tag"],
		facets.Counts[byCause]); got != "[{ES 0} {FR 0}] [{none 0}] []" {
		t.Errorf("the values are %s", got)
	}
	_, facets, err = r.Search(t.Context(), Query{Text: "daily", Countries: []string{"ES"}, Limit: 1},
		[]Name{"country", "kind"})
	if got := fmt.Sprint(facets.Uncounted, facets.Counts["kind"]); err != nil ||
		got != fmt.Sprintf("[country] [{none %d}]", countLimit/2+1_000) {
		t.Errorf("one of the facets has too many matches: %s, %v", got, err)
	}
}

// insertMany inserts sources of two countries with SQL.
func (r *testRegister) insertMany(count int) {
	r.t.Helper()
	const step = 5_000 // a statement must end within the statement_timeout, also on a busy machine
	for first := 1; first <= count; first += step {
		r.exec(`INSERT INTO sources (id, created_at, updated_at, name, name_key, search_text, homepage_url, canonical_domain,
			country, languages, endpoint_kinds)
		SELECT gen_random_uuid(), now() + n * interval '1 second', now() - n * interval '1 second', 'Daily ' || n,
			CASE n % 3 WHEN 0 THEN 'the ' ELSE '' END || 'daily ' || n,
			' daily ' || n || E'\n d' || n || E'.example\n', 'https://d' || n || '.example/', 'd' || n || '.example',
			CASE n % 2 WHEN 0 THEN 'ES' ELSE 'FR' END, '[]', '[]'
		FROM generate_series($1::int, $2::int) n`, first, min(first+step-1, count))
	}
	r.exec("ANALYZE sources")
}

func TestSearchRanksByExactness(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	add := func(name, homepage string, feeds ...string) {
		r.create("x.example", func(n *source.CreateInput) {
			n.Name, n.HomepageURL, n.Endpoints = name, homepage, nil
			for _, address := range feeds {
				n.Endpoints = append(n.Endpoints, source.EndpointDetails{Kind: feed.RSS, URL: address})
			}
		})
	}
	add("Aaa", "https://aaa.example/", "https://feeds.example/times/rss")
	add("Bbb", "https://times.example/")
	add("Cctimes", "https://ccc.example/")
	add("Irish Times", "https://ddd.example/")
	add("Times of Malta", "https://eee.example/")
	add("Ttimess", "https://fff.example/")
	add("The Guardian", "https://www.theguardian.com/")
	add("تلویزیون میخواهم", "https://iran.example/")
	add("صَوْتُ القُرآن", "https://voice.example/") // with vowel marks
	add("שלום היום", "https://today.example/")
	for _, c := range []struct{ text, want string }{
		{"times", "Times of Malta, Irish Times, Cctimes, Ttimess, Bbb, Aaa"},
		{"ti", "Times of Malta, Irish Times, Bbb"}, // words that begin with it
		{"malta times", "Times of Malta"},
		{"theguardian.com/uk", "The Guardian"}, {"https://www.theguardian.com/uk/politics", "The Guardian"},
		{"می\u200cخواهم", "تلویزیون میخواهم"},
		{"صوت القران", "صَوْتُ القُرآن"}, {"שָׁלוֹם", "שלום היום"},
	} {
		if got := r.listNames(Query{Text: c.text}); got != c.want {
			t.Errorf("%q finds %s, want %s", c.text, got, c.want)
		}
	}
	page := r.list(Query{Text: "guardiam"})
	if len(page.Rows) != 0 || len(page.Similar) != 1 || page.Similar[0].Name != "The Guardian" {
		t.Errorf("a misspelled name finds %+v", page)
	}
	_, err := r.List(t.Context(), Query{Text: "a b c d e f g h i", Limit: 1})
	r.wantProblem(err, problem.UnknownParameter)
}

func TestSearchTextsOfAnEarlierVersionAreRefreshed(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	made := r.create("old.example", func(n *source.CreateInput) { n.Name = "朝日新聞 Daily" })
	before := r.list(Query{Text: "新聞"})
	r.exec("UPDATE sources SET search_text = 'old', name_key = 'old'")
	if err := r.RefreshSearchTexts(t.Context()); err != nil {
		t.Fatal(err)
	}
	after := r.list(Query{Text: "新聞"})
	if len(before.Rows) != 1 || len(after.Rows) != 1 || after.Rows[0].NameKey != before.Rows[0].NameKey ||
		after.Rows[0].Version != made.Version {
		t.Errorf("before %+v, after %+v", before.Rows, after.Rows)
	}
}

// TestSearchTextsGetNamesOfEndpoints refreshes texts of a version that did not search for the names
// of endpoints, in more than one transaction.
func TestSearchTextsGetNamesOfEndpoints(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	const sources = 203 // more than one transaction
	for i := range sources {
		r.create(fmt.Sprintf("paper-%d.example", i), func(n *source.CreateInput) { n.Endpoints[0].Name = "Harbour Courier" })
	}
	r.exec(`UPDATE sources SET search_text = replace(rtrim(search_text, E'\n'), E'\n harbour courier', '') || E'\n'`)
	if found := r.count("SELECT count(*) FROM sources WHERE search_text LIKE '%harbour courier%'"); found != 0 {
		t.Fatalf("%d sources are found by the name of their endpoint before", found)
	}
	for range 2 {
		if err := r.RefreshSearchTexts(t.Context()); err != nil {
			t.Fatal(err)
		}
		if found := r.count("SELECT count(*) FROM sources WHERE search_text LIKE '% harbour courier%'"); found != sources {
			t.Errorf("%d of %d sources are found by the name of their endpoint", found, sources)
		}
	}
}
