package sourcelist

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// insertSources inserts sources, some of which have equal names and times.
func (r *testRegister) insertSources(count int) {
	r.t.Helper()
	names := []string{"Daily", "daily", "Dáily", "El País", "朝日新聞", "Правда", "Zeit", "a", "_", "100%"}
	var inputs []*source.CreateInput
	for i := range count {
		input := sourceInput(fmt.Sprintf("s%d.example", i), func(n *source.CreateInput) {
			n.Name, n.Country = names[i*i%len(names)], []string{"", "ES", "FR"}[i%3]
			n.Lifecycle = []source.Lifecycle{source.Active, source.Draft}[i%2]
			n.Languages = [][]string{nil, {"fr", "en"}, {"es"}, {"en"}}[i%4]
			n.Tags = strings.Fields("news sport politics")[:i%3]
			if i%7 == 0 {
				n.Endpoints = append(n.Endpoints, source.EndpointDetails{Kind: "atom", URL: n.HomepageURL + "atom"})
			}
		})
		if err := input.Validate(); err != nil {
			r.t.Fatal(err)
		}
		inputs = append(inputs, &input)
	}
	if err := r.db.Tx(r.t.Context(),
		func(tx postgres.Tx) error { return source.InsertAll(r.t.Context(), tx, nil, r.actor, inputs, nil) }); err != nil {
		r.t.Fatal(err)
	}
	r.exec(`UPDATE sources
		SET created_at = '2026-01-01'::timestamptz + (ascii(substr(canonical_domain, 2)) % 5) * interval '1 microsecond',
		updated_at = '2026-01-01'::timestamptz + length(canonical_domain) * interval '1 second'`)
}

func (r *testRegister) exec(sql string, args ...any) {
	r.t.Helper()
	if _, err := r.db.Pool.Exec(r.t.Context(), sql, args...); err != nil {
		r.t.Fatal(err)
	}
}

func (r *testRegister) list(q Query) *Page {
	r.t.Helper()
	if q.Limit == 0 {
		q.Limit = 500
	}
	page, err := r.List(r.t.Context(), q)
	if err != nil {
		r.t.Fatal(err)
	}
	return page
}

func ids(rows []Row) []uuid.UUID {
	list := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		list[i] = row.ID
	}
	return list
}

// followCursors returns page and all pages after it. next selects the cursor of the next page.
func (r *testRegister) followCursors(q Query, page *Page, next func(*Page) string) (pages []*Page) {
	r.t.Helper()
	for {
		pages = append(pages, page)
		if q.Cursor = next(page); q.Cursor == "" {
			return pages
		}
		if page = r.list(q); len(pages) > 1000 {
			r.t.Fatal("the cursors do not end")
		}
	}
}

func TestPagesFormTheWholeList(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	const count = 300
	r.insertSources(count)
	for sort := range sorts {
		whole := r.list(Query{Sort: sort})
		if len(whole.Rows) != count || whole.Total != count || whole.Next != "" || whole.Prev != "" {
			t.Fatalf("%s: the whole list has %d of %d rows", sort, len(whole.Rows), whole.Total)
		}
		sorted := slices.SortedFunc(slices.Values(whole.Rows), func(a, b Row) int {
			order := map[string]int{"name": cmp.Compare(a.NameKey, b.NameKey), "relevance": cmp.Compare(a.NameKey, b.NameKey),
				"domain": cmp.Compare(a.Domain, b.Domain), "lifecycle": cmp.Compare(a.Lifecycle, b.Lifecycle),
				"country": cmp.Compare(a.Country, b.Country), "endpoints": cmp.Compare(a.EndpointCount, b.EndpointCount),
				"languages": cmp.Compare(strings.Join(a.Languages, "-"), strings.Join(b.Languages, "-")),
				"tags":      cmp.Compare(len(a.Tags), len(b.Tags)), "created": a.CreatedAt.Compare(b.CreatedAt),
				"updated": a.UpdatedAt.Compare(b.UpdatedAt)}[strings.TrimPrefix(sort, "-")]
			order = cmp.Or(order, cmp.Compare(a.ID.String(), b.ID.String()))
			if strings.HasPrefix(sort, "-") {
				return -order
			}
			return order
		})
		if sorts[sort].checks == nil && !slices.Equal(ids(sorted), ids(whole.Rows)) { // see check_order_test.go
			t.Errorf("%s: the list is not sorted", sort)
		}
		r.wantMatches(Query{Sort: sort}, ids(whole.Rows))
		for _, limit := range []int{23, 100, count - 1, count} {
			q := Query{Sort: sort, Limit: limit}
			forward := r.followCursors(q, r.list(q), func(p *Page) string { return p.Next })
			last := forward[len(forward)-1]
			back := r.followCursors(q, last, func(p *Page) string { return p.Prev })
			again := r.followCursors(q, back[len(back)-1], func(p *Page) string { return p.Next })
			slices.Reverse(back)
			for name, pages := range map[string][]*Page{"forward": forward, "back": back, "forward again": again} {
				var seen []uuid.UUID
				for i, page := range pages {
					if page.Offset == nil || *page.Offset != len(seen) {
						t.Errorf("%s by %d, %s, page %d: the offset is not %d", sort, limit, name, i, len(seen))
					}
					seen = append(seen, ids(page.Rows)...)
					if page.Total != count || (page.Prev == "") != (i == 0) || (page.Next == "") != (i == len(pages)-1) {
						t.Errorf("%s by %d, %s, page %d: total %d, prev %q, next %q", sort, limit, name, i, page.Total, page.Prev,
							page.Next)
					}
				}
				if !slices.Equal(seen, ids(whole.Rows)) {
					t.Errorf("%s by %d: the pages %s are not the whole list", sort, limit, name)
				}
			}
		}
	}
}

// TestPagesOfAFilteredList covers the materialized query for filtered lists.
func TestPagesOfAFilteredList(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.insertSources(120)
	for sort := range sorts {
		q := Query{Sort: sort, Text: "daily", Limit: 5}
		whole := r.list(Query{Sort: sort, Text: "daily"})
		var seen []uuid.UUID
		for _, page := range r.followCursors(q, r.list(q), func(p *Page) string { return p.Next }) {
			seen = append(seen, ids(page.Rows)...)
			if page.Total != whole.Total {
				t.Errorf("%s: total %d, want %d", sort, page.Total, whole.Total)
			}
		}
		if !slices.Equal(seen, ids(whole.Rows)) || len(seen) < 20 {
			t.Errorf("%s: %d rows, want %d", sort, len(seen), len(whole.Rows))
		}
		r.wantMatches(Query{Sort: sort, Text: "daily"}, seen)
	}
}

// wantMatches checks that Matches returns the sources of the list in its order.
func (r *testRegister) wantMatches(q Query, want []uuid.UUID) {
	r.t.Helper()
	found, err := r.Matches(r.t.Context(), q, countLimit)
	if err != nil || !slices.Equal(found.IDs, want) || found.Endpoints == 0 {
		r.t.Errorf("%s: got %d matches with up to %d endpoints, want %d; %v", q.Sort, len(found.IDs), found.Endpoints,
			len(want), err)
	}
}

// TestPagingWhileTheListChanges checks that sources which are not deleted while paging are listed
// exactly once.
func TestPagingWhileTheListChanges(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.insertSources(60)
	timesListed := map[uuid.UUID]int{}
	for _, row := range r.list(Query{}).Rows {
		timesListed[row.ID] = 0
	}
	q := Query{Limit: 7}
	page := r.list(q)
	for number := 0; ; number++ {
		for _, row := range page.Rows {
			timesListed[row.ID]++
		}
		if page.Next == "" {
			break
		}
		last := page.Rows[len(page.Rows)-1]
		delete(timesListed, last.ID) // the row of the cursor and the first row of the next page are deleted
		r.exec("DELETE FROM sources WHERE id = $1", last.ID)
		q.Cursor = page.Next
		following := r.list(q).Rows[0].ID
		delete(timesListed, following)
		r.exec("DELETE FROM sources WHERE id = $1", following)
		r.create(fmt.Sprintf("before%d.example", number), func(n *source.CreateInput) { n.Name = "!" + n.Name })
		after := r.create(fmt.Sprintf("after%d.example", number),
			func(n *source.CreateInput) { n.Name = "\U0001F5DE" + n.Name })
		timesListed[after.ID] = 0
		page = r.list(q)
	}
	for _, times := range slices.Sorted(maps.Values(timesListed)) {
		if times != 1 {
			t.Fatalf("number of times that each row was listed: %v", timesListed)
		}
	}
}

func TestEmptiedPagesHaveCursorsToTheRest(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.insertSources(9)
	first := r.list(Query{Limit: 3})
	second := r.list(Query{Limit: 3, Cursor: first.Next})
	third := r.list(Query{Limit: 3, Cursor: second.Next})
	r.exec("DELETE FROM sources WHERE id = ANY($1)", ids(third.Rows))
	empty := r.list(Query{Limit: 3, Cursor: second.Next})
	if len(empty.Rows) != 0 || empty.Total != 6 || empty.Next != "" {
		t.Fatalf("got %+v", empty)
	}
	end := r.list(Query{Limit: 3, Cursor: empty.Prev})
	if !slices.Equal(ids(end.Rows), ids(second.Rows)) || end.Next != "" || end.Prev == "" {
		t.Errorf("the previous page is %+v", end)
	}
	r.exec("DELETE FROM sources WHERE id = ANY($1)", ids(first.Rows))
	empty = r.list(Query{Limit: 3, Cursor: end.Prev})
	if len(empty.Rows) != 0 || empty.Total != 3 || empty.Prev != "" {
		t.Fatalf("got %+v", empty)
	}
	if end.Offset == nil || *end.Offset != 3 {
		t.Error("the last page has the wrong offset")
	}
	begin := r.list(Query{Limit: 3, Cursor: empty.Next})
	if !slices.Equal(ids(begin.Rows), ids(second.Rows)) || begin.Prev != "" || begin.Next != "" {
		t.Errorf("the next page is %+v", begin)
	}
	r.exec("DELETE FROM sources")
	if gone := r.list(Query{Limit: 3, Cursor: end.Prev}); gone.Total != 0 || gone.Next != "" || gone.Prev != "" {
		t.Errorf("got %+v", gone)
	}
}

func TestRowsHaveAllColumns(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	made := r.create("daily.example", func(n *source.CreateInput) {
		n.Country, n.Region, n.Languages, n.Tier, n.Tags = "ES", "ES-CT", []string{"ca"}, new(2), []string{"z", "Ä", "b"}
		n.MediaType, n.Scope, n.Owner, n.Paywall, n.Rights = "tv", "local", "Ada", "hard", "permitted"
		n.Endpoints = append(n.Endpoints, source.EndpointDetails{Kind: "atom", URL: "https://daily.example/a"},
			source.EndpointDetails{Kind: "rss", URL: "https://daily.example/b"},
			source.EndpointDetails{Kind: "rdf", URL: "https://daily.example/c", Intent: source.EndpointRetired})
	})
	row := r.list(Query{}).Rows[0]
	got := fmt.Sprintf("%s|%s|%s|%s|%s|%s|%s|%s|%v|%v|%s|%d|%s|%s|%s|%d|%v|%d", row.Name, row.HomepageURL,
		row.Outlet.Domain, row.Outlet.PathPrefix,
		row.Lifecycle, row.MediaType, row.Country, row.Region, row.Languages, row.Tags, row.Scope, *row.Tier, row.Paywall,
		row.Rights, row.Owner,
		row.EndpointCount, row.EndpointKinds, row.Version)
	want := "The daily.example|https://daily.example/|daily.example||active|tv|ES|ES-CT|[ca]|[b z " +
		"Ä]|local|2|hard|permitted|Ada|3|[atom rss]|1"
	if got != want || !row.CreatedAt.Equal(made.CreatedAt) || !row.UpdatedAt.Equal(made.UpdatedAt) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	r.create("plain.example", func(n *source.CreateInput) { n.Endpoints = nil })
	if plain := r.list(Query{Text: "plain"}).Rows[0]; plain.Tags == nil || plain.Languages == nil ||
		plain.EndpointKinds == nil || plain.Tier != nil {
		t.Errorf("empty columns are nil: %+v", plain)
	}
}

func TestInvalidCursorsAreRejected(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.insertSources(5)
	page := r.list(Query{Sort: "name", Limit: 2})
	encode := func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
	for name, cursor := range map[string]string{
		"not base64": "%%%", "not JSON": encode("x"), "JSON of another type": encode("[1]"), "null": encode("null"),
		"an empty object": encode("{}"),
		"an invalid id":   encode(`{"s":"name","k":"a","i":"1; DROP TABLE sources"}`),
		"a key with NUL":  encode(`{"s":"name","k":"a\u0000","i":"` + uuid.NewString() + `"}`),
		"another sort":    encode(`{"s":"-name","k":"a","i":"` + uuid.NewString() + `"}`),
		"an invalid time": encode(`{"s":"name","t":"yesterday","i":"` + uuid.NewString() + `"}`),
	} {
		if _, err := r.List(t.Context(), Query{Sort: "name", Limit: 2, Cursor: cursor}); !problem.Is(err,
			problem.InvalidCursor) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for sort := range sorts {
		_, err := r.List(t.Context(), Query{Sort: sort, Limit: 2, Cursor: page.Next})
		if (sort == "name") != (err == nil) || err != nil && !problem.Is(err, problem.InvalidCursor) {
			t.Errorf("a cursor of name with %s: %v", sort, err)
		}
	}
	for _, far := range []string{"0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"} {
		r.list(Query{Sort: "created", Cursor: encode(`{"s":"created","t":"` + far + `","i":"` + uuid.NewString() + `"}`)})
	}
	if _, err := r.List(t.Context(), Query{Sort: "id; --", Limit: 2}); !problem.Is(err, problem.UnknownParameter) {
		t.Errorf("an unknown sort: %v", err)
	}
}
