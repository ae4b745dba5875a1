package transfer

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// importsOfFiles has the expected result of each sample list, imported in this order.
var importsOfFiles = []struct {
	name                     string
	total, exists, recovered int // rows
	sources                  int // in the register after the import
}{
	{"australia", 16, 0, 1, 16}, {"brazil", 7, 0, 0, 23}, {"france", 11, 0, 1, 34}, {"germany", 5, 0, 0, 39},
	{"japan", 8, 0, 0, 47},
	{"topic-football", 5, 0, 1, 52}, {"topic-news", 11, 0, 1, 62}, {"topic-science", 24, 0, 3, 80},
	{"topic-tech", 26, 0, 2, 103},
	{"ukraine", 12, 0, 0, 114}, {"united-states", 10, 1, 2, 119},
}

func TestSampleListsAreImported(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	if files, _ := filepath.Glob("samples/*.opml"); len(files) != len(importsOfFiles) {
		t.Fatalf("%d files, %d in the table", len(files), len(importsOfFiles))
	}
	run := func(name string) *Import {
		t.Helper()
		data, err := os.ReadFile("samples/" + name + ".opml")
		if err != nil {
			t.Fatal(err)
		}
		done, err := r.Run(t.Context(), r.by, name+".opml", data)
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	for _, file := range importsOfFiles {
		done := run(file.name)
		r.wantCounts(done, fmt.Sprintf("done: %d created, %d exist, 0 invalid, 0 pending of %d", file.total-file.exists,
			file.exists, file.total))
		if sources := r.count("SELECT count(*) FROM sources"); done.Recovered != file.recovered || sources != file.sources {
			t.Errorf("%s: %d recovered, %d sources; want %d and %d", file.name, done.Recovered, sources, file.recovered,
				file.sources)
		}
	}
	r.checkConsistency()
	for _, c := range []struct {
		domain, name string
		feeds        int
		tags         string
	}{
		{"bbc.co.uk", "BBC News", 4, "News Science"}, {"nytimes.com", "NYT", 4, "Japan News Science United States"},
		{"relay.fm", "relay.fm", 3, "Tech"},
		{"theguardian.com", "The Guardian", 1, "News"}, {"gizmodo.com", "Gizmodo", 2, "Science Tech"},
		{"asahi.com", "朝日新聞デジタル", 1, "Japan"},
		{"feedburner.com/TechCrunch", "TechCrunch", 1, "Tech"},
		{"feedburner.com/SdJapan", "BRIDGE（ブリッジ）テクノロジー＆スタートアップ情報", 1, "Japan"},
		{"reddit.com/r/science", "Reddit Science", 1, "Science"},
		{"reddit.com/r/football", "Football - The People's Sport", 1, "Football"},
		{"youtube.com/user/cnettv", "CNET", 1, "Tech"}, {"youtube.com/user/theverge", "The Verge", 1, "Tech"},
		{"cnet.com", "CNET News", 1, "Tech"},
		{"megaphone.fm/vergecast", "The Vergecast", 1, "Tech"}, {"folha.uol.com.br", "Folha de S.Paulo", 1, "Brazil"},
		{"uol.com.br", "UOL", 1, "Brazil"},
	} {
		s := r.sourceAt(c.domain)
		if s.Name != c.name || len(s.Endpoints) != c.feeds || strings.Join(s.Tags, " ") != c.tags ||
			s.CreatedBy.Name != "Ada" || s.Lifecycle != source.Active {
			t.Errorf("%s is %s with %d feeds, tagged %v; want %+v", c.domain, s.Name, len(s.Endpoints), s.Tags, c)
		}
	}
	tags, err := sourcelist.NewReader(r.db).Tags(t.Context())
	if err != nil || len(tags) != len(importsOfFiles) ||
		!slices.ContainsFunc(tags,
			func(tag sourcelist.Tag) bool { return tag == sourcelist.Tag{Name: "United States", Count: 9} }) {
		t.Errorf("the tags are %v, %v", tags, err)
	}

	events := r.count("SELECT count(*) FROM audit_events")
	for _, file := range importsOfFiles { // again
		r.wantCounts(run(file.name),
			fmt.Sprintf("done: 0 created, %d exist, 0 invalid, 0 pending of %d", file.total, file.total))
	}
	sample, err := r.Sample(t.Context(), r.by)
	if err != nil {
		t.Fatal(err)
	}
	r.wantCounts(r.apply(sample.ID), "done: 0 created, 135 exist, 0 invalid, 0 pending of 135")
	if now := r.count("SELECT count(*) FROM audit_events"); now != events {
		t.Errorf("importing again added %d events", now-events)
	}
}

func TestSampleListOfTheProduct(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	sample, err := r.Sample(t.Context(), r.by)
	if err != nil {
		t.Fatal(err)
	}
	r.wantCounts(sample, "queued: 0 created, 0 exist, 0 invalid, 135 pending of 135")
	done := r.apply(sample.ID)
	r.wantCounts(done, "done: 134 created, 1 exist, 0 invalid, 0 pending of 135")
	if done.Filename != "Sample list" || done.FinishedAt == nil || done.CreatedBy.Name != "Ada" || done.Recovered != 11 {
		t.Errorf("got %+v", done)
	}
	r.checkConsistency()
}

func TestSampleListOfTheOperator(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	r.SampleList = opml(`title="Known" xmlUrl="https://known.example/rss"`)
	sample, err := r.Sample(t.Context(), r.by)
	if err != nil {
		t.Fatal(err)
	}
	r.wantCounts(r.apply(sample.ID), "done: 1 created, 0 exist, 0 invalid, 0 pending of 1")
	if sample.Filename != "Sample list" {
		t.Errorf("the import is named %q", sample.Filename)
	}
}

func TestResultAndReasonOfEachRow(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	r.importList(opml(`title="Known" xmlUrl="https://known.example/rss" category="a"`))
	long := strings.Repeat("я", 300)
	id := r.stageList(opml(
		`title="New" xmlUrl="feed://www.New.example/rss/?utm_source=list" type="atom" language="PT_br" htmlUrl="https://new.example/start" category="Politik,/Sport/Tennis"`,
		`title="The same" xmlUrl="http://new.example/rss"`,
		`title="New - Second" xmlUrl="https://feeds.new.example/2" category="politik,more" language="es"`,
		`title="Known" xmlUrl="https://www.known.example/rss/" category="b"`,
		`title="Known two" xmlUrl="https://known.example/2" category="b,A"`,
		`title="No address" type="rss" xmlUrl=""`,
		`title="A script" xmlUrl="javascript:alert(1)"`,
		`title="At home" xmlUrl="http://192.168.0.1/rss"`,
		`title="Secret" xmlUrl="https://me:secret@private.example/rss"`,
		`title="Cut off" xmlUrl="https://cut.example/%E"`,
		`title="Endless" xmlUrl="https://endless.example/`+strings.Repeat("x", 5000)+`"`,
		`title="`+long+`" xmlUrl="https://long.example/rss" category="`+long+`"`,
		`xmlUrl="https://nameless.example/rss" language="klingon, mostly" type="whatever"`,
		`title="&#7;Bell &#xA; and  line" xmlUrl="https://bell.example/rss" category="&#7;"`,
		`title="Last" xmlUrl="https://last.example/rss"`,
		`title="Known" xmlUrl="https://known .example/rss"`,
	))
	r.wantCounts(r.apply(id), "done: 8 created, 3 exist, 5 invalid, 0 pending of 16")
	r.checkConsistency()

	rows := r.rows(id, RowQuery{})
	for i, want := range []struct {
		result Result
		reason string
	}{
		{Created, ""}, {Exists, "Duplicate of an earlier row in this file."}, {Created, ""},
		{Exists, "This address is already registered."}, {Created, ""},
		{Invalid, "empty"}, {Invalid, "http"}, {Invalid, "IP addresses are not allowed"}, {Invalid, "password"},
		{Created, "a bare % was encoded"}, {Invalid, "2048"},
		{Created, ""}, {Created, ""}, {Created, ""}, {Created, ""},
		{Exists, "spaces were removed or encoded. This address is already registered."},
	} {
		row := rows[i]
		if row.Result != want.result || !strings.Contains(row.Repair+" "+row.Reason, want.reason) || row.Number != i+1 ||
			(row.SourceID == nil) != (want.result == Invalid) {
			t.Errorf("row %d: %+v, want %+v", i+1, row, want)
		}
		if strings.Contains(row.Reason, "secret") {
			t.Errorf("row %d contains a password: %s", i+1, row.Reason)
		}
	}
	if *rows[0].SourceID != *rows[1].SourceID || *rows[0].SourceID != *rows[2].SourceID || rows[1].SourceName != "New" {
		t.Errorf("the rows have different sources: %+v", rows[:3])
	}
	created := r.sourceAt("new.example")
	if created.Name != "New" || created.HomepageURL != "https://new.example/start" ||
		strings.Join(created.Languages, " ") != "pt-BR" ||
		strings.Join(created.Tags, " ") != "more Politik Sport Tennis" || len(created.Endpoints) != 2 {
		t.Errorf("created %+v", created)
	}
	if feed := created.Endpoints[0]; feed.Kind != "atom" || feed.URL != "https://www.new.example/rss/" ||
		feed.Name != "New" || !strings.HasPrefix(feed.URLEntered, "feed://") {
		t.Errorf("created the feed %+v", feed)
	}
	known := r.sourceAt("known.example")
	if strings.Join(known.Tags, " ") != "a b" || len(known.Endpoints) != 2 || known.Version != 2 {
		t.Errorf("extended %+v", known)
	}
	if shortened := r.sourceAt("long.example"); len([]rune(shortened.Name)) != 200 ||
		!strings.HasSuffix(shortened.Name, "…") || len([]rune(shortened.Tags[0])) != 60 {
		t.Errorf("shortened to %s, %v", shortened.Name, shortened.Tags)
	}
	if nameless := r.sourceAt("nameless.example"); nameless.Name != "nameless.example" || len(nameless.Languages) != 0 ||
		nameless.Endpoints[0].Kind != "rss" {
		t.Errorf("without a title: %+v", nameless)
	}
	if bell := r.sourceAt("bell.example"); bell.Name != "Bell and line" || len(bell.Tags) != 0 {
		t.Errorf("got %q, %v", bell.Name, bell.Tags)
	}
	entries, err := r.register.History(t.Context(), created.ID, [16]byte{}, 10)
	if err != nil || *entries[0].Actor.ImportID != id || entries[0].Actor.Name != "Ada" ||
		entries[0].Actor.RequestID != "request-1" {
		t.Errorf("the history is %+v, %v", entries, err)
	}
}

func TestAddressesInListsAreCleaned(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	id := r.stageList(opml(
		`title="Paper" xmlUrl="https://feedly.com/i/subscription/feed/https://www.paper.com/rss" htmlUrl="https://web.archive.org/web/2024/https://www.paper.com/"`,
		`title="Paper" xmlUrl="«https://www.google.com/url?q=https%3A%2F%2Fwww.paper.com%2Fsport.rss»"`,
		`title="Bücher" xmlUrl="https://bücher.example/feed" htmlUrl="https://bücher.example"`,
	))
	r.wantCounts(r.apply(id), "done: 3 created, 0 exist, 0 invalid, 0 pending of 3")
	paper := r.sourceAt("paper.com")
	if paper.HomepageURL != "https://www.paper.com/" || len(paper.Endpoints) != 2 ||
		paper.Endpoints[0].URL != "https://www.paper.com/rss" || paper.Endpoints[1].URL != "https://www.paper.com/sport.rss" {
		t.Errorf("got %+v", paper)
	}
	if books := r.sourceAt("xn--bcher-kva.example"); books.Endpoints[0].URL != "https://xn--bcher-kva.example/feed" {
		t.Errorf("got %+v", books)
	}
}

// TestListIsLongerThanAChunk covers rows of one outlet, and duplicates of an address, in different
// chunks.
func TestListIsLongerThanAChunk(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	const total, outlets = 2*chunkSize + 50, 50
	list := make([]string, total)
	for i := range list {
		list[i] = fmt.Sprintf(`title="Outlet %d" xmlUrl="https://outlet%d.example/%d" category="tag %d"`, i%outlets,
			i%outlets, i, i/outlets)
	}
	list[total-1] = list[0]
	id := r.stageList(opml(list...))
	r.wantCounts(r.apply(id), fmt.Sprintf("done: %d created, 1 exist, 0 invalid, 0 pending of %d", total-1, total))
	if rows := r.rows(id, RowQuery{Result: Exists}); rows[0].Reason != "Duplicate of an earlier row in this file." {
		t.Errorf("across chunks: %s", rows[0].Reason)
	}
	if s := r.sourceAt("outlet7.example"); len(s.Endpoints) != total/outlets || len(s.Tags) != total/outlets ||
		r.count("SELECT count(*) FROM sources") != outlets {
		t.Errorf("got %+v", s)
	}
	r.checkConsistency()
}

func TestLimitOfEndpointsPerSource(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	list := make([]string, source.MaxEndpoints+chunkSize)
	for i := range list {
		list[i] = fmt.Sprintf(`xmlUrl="https://host.example/%d" category="tag %d"`, i, i)
	}
	id := r.stageList(opml(list...))
	r.wantCounts(r.apply(id),
		fmt.Sprintf("done: %d created, 0 exist, %d invalid, 0 pending of %d", source.MaxEndpoints, chunkSize, len(list)))
	if s := r.sourceAt("host.example"); len(s.Endpoints) != source.MaxEndpoints || len(s.Tags) != maxTags {
		t.Errorf("%d endpoints, %d tags", len(s.Endpoints), len(s.Tags))
	}
	if rows := r.rows(id, RowQuery{Result: Invalid}); rows[0].Reason != tooManyEndpoints {
		t.Errorf("got %+v", rows[0])
	}
	r.checkConsistency()
}

func TestArchivedSourceGetsNoEndpoints(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	const feed = `title="Daily" xmlUrl="https://daily.example/rss"`
	r.importList(opml(feed))
	old := r.sourceAt("daily.example")
	if _, err := r.register.Archive(t.Context(), r.by, old.ID, old.Version); err != nil {
		t.Fatal(err)
	}
	again := r.importList(opml(feed, `title="Daily" htmlUrl="https://daily.example/" type="link"`))
	r.wantCounts(again, "done: 0 created, 2 exist, 0 invalid, 0 pending of 2")
	for _, row := range r.rows(again.ID, RowQuery{}) {
		if row.Reason != reasonArchived || row.SourceID == nil || *row.SourceID != old.ID {
			t.Errorf("got %+v", row)
		}
	}
	if n := r.count("SELECT count(*) FROM sources"); n != 1 {
		t.Errorf("there are %d sources", n)
	}
}

func TestRejectedFilesLeaveNoImport(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	for name, data := range map[string]string{
		"empty": " ", "binary": "\x89PNG\r\n\x1a\n", "html": "<!DOCTYPE html><html></html>", "not_opml": `{"a":1}`,
		"": `<opml version="2.0"><body><outline text="a folder"/></body></opml>`,
	} {
		_, err := r.Create(t.Context(), r.by, "x", []byte(data))
		if !problem.Is(err, problem.InvalidFile) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if p := problem.As(err); name != "" && fmt.Sprint(p.Extensions["reason"]) != name || p.Detail == "" {
			t.Errorf("%s: %+v", name, p)
		}
	}
	if n := r.count("SELECT count(*) FROM imports"); n != 0 {
		t.Errorf("%d imports were stored", n)
	}
}

func TestFileNamesAreCleaned(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, want string }{
		{"list.opml", "list.opml"}, {`C:\Users\me\feeds.opml`, "feeds.opml"}, {"../../etc/passwd", "passwd"},
		{" a\tb\x00\n.opml ", "a b .opml"},
		{strings.Repeat("я", 300), strings.Repeat("я", 199) + "…"}, {"\xff", "\ufffd"},
		{"https://joe:pw@example.org/feeds.opml?token=abc", "feeds.opml"},
		{"https:__joe:pw@example.org_feeds.opml", "https:example.org_feeds.opml"},
		{"feeds.opml?api_key=abc&x=1", "feeds.opml?x=1"},
	} {
		if got := CleanFilename(c.name); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.name, got, c.want)
		}
	}
}
