package sourcelist

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

const (
	manyEndpoints = 40_000
	rareEndpoints = 20 // the last ones: a scan in the order of the ids reads all others first
)

// fillEndpoints inserts sources with one endpoint each.
func fillEndpoints(t *testing.T, r *testRegister) {
	t.Helper()
	conn, err := r.db.Pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	for _, statement := range []string{
		`SET statement_timeout = 0`,
		`SET session_replication_role = replica`, // without the triggers that count
		fmt.Sprintf(`CREATE TEMPORARY TABLE many AS
			SELECT n, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS id,
			timestamptz '2026-01-01Z' + n * interval '1 second' AS at, n > %[1]d - %[2]d AS rare
			FROM generate_series(1, %[1]d) n`, manyEndpoints, rareEndpoints),
		`INSERT INTO sources (id, created_at, updated_at, name, name_key, search_text, endpoint_kinds, homepage_url,
			canonical_domain, languages, lifecycle, media_type)
			SELECT id, at, at, 'n', 'n', 's', '[]', 'https://a.example', 'a' || n || '.example', '[]',
				CASE WHEN rare THEN 'paused' ELSE 'active' END, CASE WHEN rare THEN 'radio' ELSE 'online' END FROM many`,
		`INSERT INTO endpoints (id, created_at, updated_at, kind, url_entered, url, url_key, intent, live, source_id)
			SELECT id, at, at, CASE WHEN rare THEN 'html_list' ELSE 'rss' END, 'u', 'https://a.example/' || n,
				CASE WHEN rare THEN 'rare' ELSE 'a' END || n % 1000 || '.example/' || n,
				CASE WHEN rare THEN 'retired' ELSE 'active' END, NOT rare, id FROM many`,
		`SET session_replication_role = origin`,
		`SET default_statistics_target = 1000`, // reads all rows, so that the plans are always the same
		`ANALYZE sources, endpoints`,
	} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

// plan is a node of an EXPLAIN.
type plan struct {
	Type    string  `json:"Node Type"`
	Rows    float64 `json:"Actual Rows"`
	Removed float64 `json:"Rows Removed by Filter"`
	Loops   float64 `json:"Actual Loops"`
	Plans   []plan
}

// read returns the number of rows that the scans of a plan read.
func (p plan) read() float64 {
	if len(p.Plans) == 0 {
		return (p.Rows + p.Removed) * p.Loops
	}
	sum := p.Removed * p.Loops
	for _, inner := range p.Plans {
		sum += inner.read()
	}
	return sum
}

// TestEndpointListReadsOnlyWhatItShows checks that no filter alone reads the whole table.
func TestEndpointListReadsOnlyWhatItShows(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	fillEndpoints(t, r)
	middle := endpointCursor{ID: uuid.MustParse("00000000-0000-7000-8000-000000004e20"),
		Updated: time.Date(2026, 1, 1, 5, 33, 20, 0, time.UTC)}
	all := []source.Intent{"active", "paused", "retired"}
	for name, c := range map[string]struct {
		q  EndpointQuery
		at endpointCursor
	}{
		"first page":               {q: EndpointQuery{}},
		"a page in the middle":     {q: EndpointQuery{}, at: middle},
		"by change":                {q: EndpointQuery{ByUpdate: true}},
		"by change, in the middle": {q: EndpointQuery{ByUpdate: true, Intents: all}, at: middle},
		"changed since": {q: EndpointQuery{ByUpdate: true, Intents: all,
			UpdatedSince: time.Date(2026, 1, 1, 11, 6, 0, 0, time.UTC)}},
		"a frequent kind":          {q: EndpointQuery{Kinds: []feed.Kind{"rss"}}},
		"a rare kind":              {q: EndpointQuery{Kinds: []feed.Kind{"html_list"}, Intents: all}},
		"rare kinds":               {q: EndpointQuery{Kinds: []feed.Kind{"html_list", "rdf"}, Intents: all}},
		"a rare intent":            {q: EndpointQuery{Intents: []source.Intent{"retired"}}},
		"rare intents":             {q: EndpointQuery{Intents: []source.Intent{"paused", "retired"}}},
		"a frequent lifecycle":     {q: EndpointQuery{Lifecycles: []source.Lifecycle{"active"}}},
		"a rare lifecycle":         {q: EndpointQuery{Lifecycles: []source.Lifecycle{"paused"}}},
		"a frequent media type":    {q: EndpointQuery{MediaTypes: []source.MediaType{"online"}}},
		"a rare media type":        {q: EndpointQuery{MediaTypes: []source.MediaType{"radio"}, Intents: all}},
		"a host":                   {q: EndpointQuery{Host: "a17.example"}},
		"a host without endpoints": {q: EndpointQuery{Host: "none.example"}},
	} {
		c.q.Limit = 50
		sql, args := c.q.sql(c.at)
		var text []byte
		if err := r.db.Pool.QueryRow(t.Context(), "EXPLAIN (ANALYZE, FORMAT JSON) "+sql, args...).Scan(&text); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var explained []struct{ Plan plan }
		if err := json.Unmarshal(text, &explained); err != nil {
			t.Fatal(err)
		}
		if read := explained[0].Plan.read(); read > 1000 {
			t.Errorf("%s: %v of %d rows are read: %s", name, read, manyEndpoints,
				strings.Join(strings.Fields(string(text)), " "))
		}
	}
	list, next, err := r.ListEndpoints(t.Context(), EndpointQuery{Host: "www.rare990.example", Intents: all, Limit: 50})
	if err != nil || next != "" || len(list) != 1 {
		t.Errorf("got %d endpoints, %q, %v", len(list), next, err)
	}
}
