package livelist

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

const first = `name,homepage,country,feed
Faro,https://faro.example,ES,https://faro.example/rss
Bote,https://bote.example,DE,
`

func TestTableChangesAreProposed(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.serve(first)
	l := h.list(func(in *Input) { in.Username, in.Password = "joe", "secret" })
	h.wantRead(l, "proposed")
	h.approve(h.wantProposal(l, "create source Faro\ncreate endpoint https://faro.example/rss\ncreate source Bote\n"))
	if user, password, ok := h.asked[0].BasicAuth(); !ok || user != "joe" || password != "secret" {
		t.Errorf("the credentials were %q %q", user, password)
	}
	h.wantRead(l, "unchanged")
	if h.asked[1].Header.Get("If-None-Match") == "" {
		t.Error("the second request is not conditional")
	}

	h.serve(first + "Nuevo,https://nuevo.example,MX,\nMal,https://mal.example,Atlantis,\n")
	h.wantRead(l, "proposed 1 row was left out: line 5: Country: “Atlantis” is not a country")
	earlier := h.wantProposal(l, "create source Nuevo\n")
	h.serve("name,homepage,country,feed\nFaro 2,https://faro.example,ES,https://faro.example/rss\n" +
		"Nuevo,https://nuevo.example,MX,\n")
	if got := h.read(l, false); !strings.HasPrefix(got, "refused The list has 2 of the 4 rows of the last version.") {
		t.Errorf("a list of half the length: %s", got)
	}
	if got := h.read(l, true); got != "proposed" {
		t.Errorf("an accepted length: %s", got)
	}
	want := "update source Faro\ncreate source Nuevo\nupdate source Bote\n"
	h.wantProposal(l, want)
	if replaced, err := h.Changes.Get(t.Context(), earlier.ID); err != nil || replaced.Stopped == "" {
		t.Errorf("the earlier proposal is %+v, %v", replaced, err)
	}

	// What left the list is proposed again until a person decides, and then not any more.
	h.serve("name,homepage,country,feed\nFaro 3,https://faro.example,ES,https://faro.example/rss\n" +
		"Nuevo,https://nuevo.example,MX,\n\n")
	h.wantRead(l, "proposed")
	set := h.wantProposal(l, want)
	_, err := h.Changes.Reject(t.Context(), h.by, set.ID, "not now")
	h.must(err)
	h.serve("name,homepage,country,feed\nFaro,https://faro.example,ES,https://faro.example/rss\n" +
		"Nuevo,https://nuevo.example,MX,\n\n\n")
	h.wantRead(l, "proposed")
	h.wantProposal(l, "create source Nuevo\n")
}

func TestOutlinesOnlyAdd(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	list := func(outlines ...string) string {
		return `<opml version="2.0"><body><outline ` + strings.Join(outlines, "/>\n<outline ") + `/></body></opml>`
	}
	news := `text="Faro" xmlUrl="https://faro.example/rss" htmlUrl="https://faro.example/"`
	sport := `text="Faro: Deportes" xmlUrl="https://faro.example/sport" htmlUrl="https://faro.example/"`
	h.serve(list(news))
	l := h.list()
	h.wantRead(l, "proposed")
	h.approve(h.wantProposal(l, "create source Faro\ncreate endpoint Faro\n"))
	h.serve(list(strings.Replace(news, `"Faro"`, `"Another name"`, 1), sport))
	h.wantRead(l, "proposed")
	h.approve(h.wantProposal(l, "create endpoint Faro: Deportes\n"))
	h.serve(list(sport, news))
	h.wantRead(l, "same")
}

func TestImplausibleResponsesChangeNothing(t *testing.T) {
	t.Parallel()
	answer := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }
	}
	status := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
	}
	var hundredfold strings.Builder
	hundredfold.WriteString("name,homepage\n")
	for n := range 201 {
		fmt.Fprintf(&hundredfold, "P%d,https://p%d.example\n", n, n)
	}
	h := newHarness(t)
	unread := h.list()
	h.answer = status(http.StatusNotModified)
	h.wantRead(unread, "failed The site answered 304 Not Modified to an unconditional request.")
	l := h.list()
	h.serve(first)
	h.wantRead(l, "proposed")
	set, _ := h.proposal(l)
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
		want   string
	}{
		{"HTML", answer("<!doctype html><html><body><p>Sign in</p></body></html>"),
			"refused The address answers with a web page, not with a list."},
		{"growth", answer(hundredfold.String()), "refused The list has 201 rows, 2 before."},
		{"nothing valid", answer("name,homepage\nA,\nB,\n"), "refused None of the 2 rows is a source."},
		{"empty", answer(""), "refused "},
		{"half JSON", answer(`[{"name":"A"`), "refused "},
		{"redirect to a private address", http.RedirectHandler("http://10.0.0.1/list", http.StatusFound).ServeHTTP,
			"failed "},
		{"gone", status(http.StatusGone), "failed The site reports that this address is permanently gone (410)."},
		{"no access", status(http.StatusUnauthorized), "failed The site requires a user name and a password."},
	} {
		h.answer = c.answer
		if got := h.read(l, false); !strings.HasPrefix(got, c.want) || len(got) < 25 {
			t.Errorf("%s: read %q", c.name, got)
		}
	}
	found, err := h.Get(t.Context(), l.ID)
	h.must(err)
	if *found.ChangeSetID != set.ID || found.Rows != 2 || found.FailingSince == nil || found.Failure == "" {
		t.Errorf("after the failures: %+v", found)
	}
	h.wantProposal(l, "create source Faro\ncreate endpoint https://faro.example/rss\ncreate source Bote\n")
	h.serve(first)
	h.wantRead(l, "unchanged")
	if found, err = h.Get(t.Context(), l.ID); err != nil || found.FailingSince != nil || found.Failure != "" {
		t.Errorf("after the recovery: %+v, %v", found, err)
	}
}

// partners returns a table with the sources from one number to another.
func partners(from, to int) string {
	var b strings.Builder
	for n := from; n < to; n++ {
		fmt.Fprintf(&b, "P%d,https://p%d.example,ES\n", n, n)
	}
	return b.String()
}

func TestLostSourcesAreCounted(t *testing.T) {
	t.Parallel()
	const header = "name,homepage,country\n"
	h := newHarness(t)
	l := h.list()
	h.serve(header + partners(0, 20))
	h.wantRead(l, "proposed")
	set, _ := h.proposal(l)
	h.approve(set)
	lost := "refused The list has %d of the 20 sources of the last version. A list that loses more than 10 %% may be damaged"
	for _, c := range []struct{ name, rows, want string }{
		{"repeated", strings.Repeat(partners(0, 1), 20), fmt.Sprintf(lost, 1)},
		{"missing", partners(0, 17), fmt.Sprintf(lost, 17)},
		{"invalid", partners(0, 10) + strings.ReplaceAll(partners(10, 20), "ES", "Atlantis"), fmt.Sprintf(lost, 10)},
		{"other outlets", partners(100, 120), fmt.Sprintf(lost, 0)},
		{"contradicting rows", partners(0, 20) + strings.ReplaceAll(partners(0, 20), "ES", "PT"), "same 20 rows"},
		{"two fewer", partners(0, 18), "proposed"},
	} {
		h.serve(header + c.rows)
		if got := h.read(l, false); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: read %q, want %q", c.name, got, c.want)
		}
	}
	h.wantProposal(l, "update source P18\nupdate source P19\n")
}

func TestSourcesOfOtherListsAreNotArchived(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.serve("name,homepage,country\n" + partners(0, 20))
	l, other := h.list(), h.list()
	h.wantRead(l, "proposed")
	set, _ := h.proposal(l)
	h.approve(set)
	h.wantRead(other, "same")
	h.serve("name,homepage,country\n" + partners(0, 19))
	h.wantRead(l, "same")
	h.wantRead(other, "proposed")
	h.wantProposal(other, "update source P19\n")
}

// TestSourcesWithAFormerAddressAreNotArchived expects that a source whose outlet leaves a list is kept while the list
// has another address of the source.
func TestSourcesWithAFormerAddressAreNotArchived(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	rows := []string{"name,homepage"}
	for n := range 12 {
		rows = append(rows, fmt.Sprintf("P%d,https://p%d.example/", n, n))
	}
	serve := func(without ...string) {
		h.serve(strings.Join(slices.DeleteFunc(slices.Clone(rows), func(row string) bool {
			return slices.ContainsFunc(without, func(name string) bool { return strings.HasPrefix(row, name+",") })
		}), "\n") + strings.Repeat("\n", len(h.asked))) // serve makes the ETag of the length
	}
	serve("P0")
	l := h.list()
	h.wantRead(l, "proposed")
	set, _ := h.proposal(l)
	h.approve(set)
	_, err := h.db.Pool.Exec(t.Context(), `
		UPDATE sources SET aliases = '[{"kind":"domain","value":"p0.example","origin":"merge"}]'
		WHERE name = 'P1'`)
	h.must(err)
	for _, without := range []string{"P1", "P0", "P1"} {
		serve(without)
		h.wantRead(l, "same")
	}
	serve("P0", "P1")
	h.wantRead(l, "proposed")
	h.wantProposal(l, "update source P1\n")
}

func TestSettings(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.serve(first)
	for name, change := range map[string]func(*Input){
		"no name":          func(in *Input) { in.Name = " " },
		"credentials":      func(in *Input) { in.URL = "https://joe:pw@lists.example/" },
		"another scheme":   func(in *Input) { in.URL = "ftp://lists.example/" },
		"a private host":   func(in *Input) { in.URL = "https://10.0.0.1/" },
		"too often":        func(in *Input) { in.IntervalHours = 0 },
		"once in 31 days":  func(in *Input) { in.IntervalHours = 31 * 24 },
		"a very long name": func(in *Input) { in.Name = strings.Repeat("x", 201) },
	} {
		in := Input{Name: "Partners", URL: h.site, IntervalHours: 24}
		change(&in)
		if _, err := h.Create(t.Context(), h.by, in); !problem.Is(err, problem.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	l := h.list(func(in *Input) { in.Username, in.Password = "joe", "secret" })
	h.wantRead(l, "proposed")
	in := Input{Name: "Renamed", URL: h.site, IntervalHours: 1, KeepsCredentials: true}
	changed, err := h.Update(t.Context(), h.by, l.ID, 1, in)
	h.must(err)
	if !changed.HasCredentials || changed.Rows != 2 || changed.Version != 2 || changed.Owner.Name != "ada" {
		t.Errorf("changed: %+v", changed)
	}
	if _, err := h.Update(t.Context(), h.by, l.ID, 1, in); !problem.Is(err, problem.StaleVersion) {
		t.Errorf("an outdated change: %v", err)
	}
	in.URL = "http://other.test/list"
	if changed, err = h.Update(t.Context(), h.by, l.ID, 2, in); err != nil || changed.HasCredentials || changed.Rows != 0 {
		t.Errorf("credentials were kept for another server: %+v, %v", changed, err)
	}
	in.Paused = true
	_, err = h.Update(t.Context(), h.by, l.ID, 3, in)
	h.must(err)
	asked := len(h.asked)
	h.must(h.Lists.Run(t.Context(), t.Context()))
	if len(h.asked) != asked {
		t.Error("a paused list was read")
	}
	other := h.list()
	h.must(h.Lists.Run(t.Context(), t.Context()))
	h.must(h.Lists.Run(t.Context(), t.Context()))
	if len(h.asked) != asked+1 {
		t.Errorf("a list that is due was read %d times", len(h.asked)-asked)
	}
	h.must(h.Delete(t.Context(), h.by, other.ID, 1))
	if _, err := h.Reads(t.Context(), other.ID); !problem.Is(err, problem.NotFound) {
		t.Errorf("after the deletion: %v", err)
	}
}

// TestReplacedFeedsAreRetired checks that a feed that leaves the list while its source has others is proposed to be
// retired until a person decides, and that a list without feeds retires none.
func TestReplacedFeedsAreRetired(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		version  func(feeds ...string) string
		endpoint string // the name of a new one
	}{
		"table": {func(feeds ...string) string {
			return "name,homepage,feed,feed 2\nFaro,https://faro.example," + strings.Join(feeds, ",") + "\n"
		}, "https://faro.example/feed"},
		"OPML": {func(feeds ...string) string {
			list := "<opml version='2.0'><body>"
			for _, feed := range feeds {
				list += "<outline text='Faro' type='rss' htmlUrl='https://faro.example/' xmlUrl='" + feed + "'/>"
			}
			return list + "</body></opml>"
		}, "Faro"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHarness(t)
			h.serve(c.version("https://faro.example/rss", "https://faro.example/sport"))
			l := h.list()
			h.wantRead(l, "proposed")
			set, _ := h.proposal(l)
			h.approve(set)

			h.serve(c.version("https://faro.example/feed", "https://faro.example/sport"))
			h.wantRead(l, "proposed")
			want := "create endpoint " + c.endpoint + "\nupdate endpoint https://faro.example/rss\n"
			h.wantProposal(l, want)
			h.serve(c.version("https://faro.example/sport", "https://faro.example/feed") + "\n")
			h.wantRead(l, "proposed")
			set = h.wantProposal(l, want)
			_, err := h.Changes.Reject(t.Context(), h.by, set.ID, "not now")
			h.must(err)
			h.serve(c.version("https://faro.example/sport", "https://faro.example/feed") + "\n\n")
			h.wantRead(l, "proposed")
			h.wantProposal(l, "create endpoint "+c.endpoint+"\n")
			h.serve("name,homepage\nFaro,https://faro.example\n")
			if got := h.read(l, true); got != "same" {
				t.Errorf("a list without feeds: %s", got)
			}
		})
	}
}

// TestFaultyRowsAreNoRemovals checks that a source whose row is left out is not proposed for archiving.
func TestFaultyRowsAreNoRemovals(t *testing.T) {
	t.Parallel()
	const rows = "name,homepage,country,feed\nFaro,https://faro.example,ES,https://feeds.example/faro\n" +
		"Bote,https://bote.example,DE,\nKurier,https://kurier.example,AT,\nTour,https://tour.example,FR,\n"
	for name, c := range map[string]struct {
		changed  string
		proposal string // empty: none
		detail   string
	}{
		"a value": {strings.Replace(rows, "DE", "Deutschlnd", 1), "", "1 row was left out: line 3"},
		"the homepage of a row with a feed": {strings.Replace(rows, "https://faro", "htp:/faro", 1), "",
			"1 row was left out: line 2"},
		"the only address": {strings.Replace(rows, "https://bote.example", "bote", 1), "",
			"may be those of the missing sources"},
		"rows that contradict each other": {rows + "Der Bote,https://bote.example,AT,\nKurier 2,https://kurier.example,AT,\n",
			"", "2 rows were left out"},
		"a value, and another row is gone": {strings.Replace(strings.Replace(rows, "DE", "Deutschlnd", 1),
			"Tour,https://tour.example,FR,\n", "", 1), "update source Tour\n", "1 row was left out"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHarness(t)
			h.serve(rows)
			l := h.list()
			h.wantRead(l, "proposed")
			set, _ := h.proposal(l)
			h.approve(set)
			h.serve(c.changed)
			want := "same"
			if c.proposal != "" {
				want = "proposed"
			}
			if got := h.read(l, true); !strings.HasPrefix(got, want+" ") || !strings.Contains(got, c.detail) {
				t.Errorf("read %q", got)
			}
			if c.proposal != "" {
				h.wantProposal(l, c.proposal)
			}
		})
	}
}
