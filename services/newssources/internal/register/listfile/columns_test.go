package listfile

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// fullRecord returns a record of which each field has a value that is difficult to write.
func fullRecord() Record {
	at := time.Date(2026, 11, 26, 18, 0, 0, 123456000, time.UTC)
	id, tier := uuid.MustParse("01990000-0000-7000-8000-000000000001"), 2
	return Record{
		ID: &id, Name: `=HYPERLINK("x")`, HomepageURL: "https://example.org/?a=1&b=2", Domain: "example.org", PathPrefix: "/de",
		Lifecycle: "paused", PausedUntil: &at, PauseReason: "'+quoted", MediaType: "newspaper", Country: "ES",
		Region: "ES-CT", Languages: []string{"ca", "es-ES"}, Scope: "regional", Tier: &tier, Paywall: "none",
		Rights: "permitted", RightsNote: "@permitted, \"with\" notes;\nline 2", Owner: "אורלי \"לוי\"", Notes: "a\tb\r",
		Tags: []string{"a, b", "c;d", `"e"`, "👩‍🚀", "<script>&amp;"},
		Aliases: []Alias{{Kind: "name", Value: "old.example; The Old", From: "2020-01-01", To: "2024-05-31"},
			{Kind: "path", Value: "old.example/news"}},
		UseStates: rights.UseStates{Link: "allowed", Snippet: "unknown", FullText: "reserved", MachineLearning: "forbidden"},
		CreatedAt: &at, UpdatedAt: &at, ArchivedAt: &at,
		Endpoints: []Endpoint{
			{
				URL: "https://example.org/list", Kind: "html_list", Name: "-1", Section: "Politics", Language: "ca",
				Intent: "paused", Charset: "windows-1252", DefaultZone: "Europe/Madrid", IdentityPolicy: "link",
				Schedule: &schedule.Spec{Mode: "fixed", EverySeconds: 900,
					Window: &schedule.WindowSpec{Days: []string{"mon"}, From: "08:00", To: "20:00"}},
				Recipe: &pagelist.Recipe{List: "article > a", Title: "h2"},
			},
			{URL: "https://example.org/feed", Kind: "rss", Intent: "active", IdentityPolicy: "auto"},
		},
	}
}

// TestColumnsCoverRecords fails if a field of a record has no column.
func TestColumnsCoverRecords(t *testing.T) {
	var keys []string
	for _, c := range Columns(1) {
		keys = append(keys, c.Key)
	}
	isNotInTables := map[string]bool{"endpoints": true, "feed_id": true, "feed_created_at": true, "feed_updated_at": true}
	check := func(prefix string, of reflect.Type) {
		for _, field := range reflect.VisibleFields(of) {
			if field.Anonymous {
				continue
			}
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			key := strings.Replace(prefix+name, "feed_url", "feed", 1)
			if !slices.Contains(keys, key) && !isNotInTables[key] {
				t.Errorf("%s has no column", key)
			}
		}
	}
	check("", reflect.TypeFor[Record]())
	check("feed_", reflect.TypeFor[Endpoint]())
}

func TestColumnsAreLossless(t *testing.T) {
	want, got := fullRecord(), Record{}
	for _, c := range Columns(len(want.Endpoints)) {
		found, ok := ColumnByKey(c.Key)
		if !ok || found.Header != c.Header {
			t.Fatalf("ColumnByKey(%q) = %q, %v", c.Key, found.Header, ok)
		}
		if err := c.Put(&got, c.Get(&want)); err != nil {
			t.Errorf("%s: %v", c.Key, err)
		}
	}
	if a, b := toJSON(t, got), toJSON(t, want); a != strings.ReplaceAll(b, `a\tb\r`, `a\tb`) { // cells are trimmed
		t.Errorf("got  %s\nwant %s", a, b)
	}
	for _, c := range Columns(2) { // clears everything
		if err := c.Put(&got, ""); err != nil {
			t.Errorf("%s: %v", c.Key, err)
		}
	}
	if text := toJSON(t, got); text != `{"endpoints":[{},{}]}` {
		t.Errorf("the cleared record is %s", text)
	}
}

func TestColumnsRejectOtherForms(t *testing.T) {
	for key, cell := range map[string]string{"tier": "two", "paused_until": "tomorrow", "feed_schedule": "hourly",
		"feed_2_recipe": `{"unknown":1}`} {
		c, _ := ColumnByKey(key)
		if err := c.Put(&Record{}, cell); err == nil || !strings.Contains(err.Error(), "not") &&
			!strings.Contains(err.Error(), "JSON") {
			t.Errorf("%s: %v", key, err)
		}
	}
	for _, key := range []string{"", "feed_", "feed_0", "feed_1001", "feed_2_", "feed_x", "feeds", "feedkind",
		"feed2", "password"} {
		if c, ok := ColumnByKey(key); ok {
			t.Errorf("%q is the column %q", key, c.Header)
		}
	}
}

func TestSelect(t *testing.T) {
	if _, err := Select([]string{"name", "password"}); !problem.Is(err, problem.UnknownParameter) {
		t.Errorf("an unknown column: %v", err)
	}
	selection, err := Select([]string{"feed_kind", "name", "feed"})
	if err != nil {
		t.Fatal(err)
	}
	var headers []string
	for _, c := range selection.with(rightsKey).columns(2) {
		headers = append(headers, c.Header)
	}
	if got := strings.Join(headers, "|"); got != "Name|Rights|Feed|Feed kind|Feed 2|Feed 2 kind" {
		t.Errorf("headers: %s", got)
	}
	r := fullRecord()
	want := `{"name":"=HYPERLINK(\"x\")","endpoints":[{"url":"https://example.org/list","kind":"html_list"},` +
		`{"url":"https://example.org/feed","kind":"rss"}]}`
	if got := toJSON(t, *selection.reduce(&r)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func toJSON(t *testing.T, r Record) string {
	t.Helper()
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
