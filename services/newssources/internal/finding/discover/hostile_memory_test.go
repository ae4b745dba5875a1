package discover

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"github.com/newsources/newsources/services/devstack/simulator"
)

// hostileBodies are documents that take as much memory as possible: the parts before, repeated, and
// after. They are sent until the client stops reading.
var hostileBodies = []struct{ name, mediaType, begin, repeat string }{
	{"page of empty elements", "text/html", "<!doctype html><body>", "<b>"},
	{"page of elements and texts", "text/html", "<!doctype html><body>", "<p>x"},
	{"page of attributes", "text/html", "<!doctype html><body>", `<i a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8></i>`},
	{"page of links", "text/html", "<!doctype html><body>", `<a href="/x" title="RSS"><img alt="RSS">RSS</a>`},
	{"page in Thai", "text/html; charset=windows-874", "<!doctype html><body>", mustEncode("<p>ข่าวเมืองท่า")},
	{"page of one text", "text/html", "<!doctype html><body><p>", "News of the harbour city. "},
	{"feed of small items", "application/rss+xml", `<rss version="2.0"><channel>`, "<item><title>x</title></item>"},
	{"feed of large items", "application/rss+xml", `<rss version="2.0"><channel>`,
		"<item><title>" + strings.Repeat("title ", 80) + "</title><description>" + strings.Repeat("words ", 80) +
			"</description></item>"},
	{"feed in Thai", "application/rss+xml; charset=windows-874", `<rss version="2.0"><channel>`,
		mustEncode("<item><title>ข่าวเมืองท่า</title><description>ข่าวเมืองท่าข่าวเมืองท่าข่าวเมืองท่า</description></item>")},
	{"feed of one item", "application/rss+xml", `<rss version="2.0"><channel><item><description>`, "words &amp; words "},
	{"sitemap", "application/xml", `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
		"<url><loc>/a</loc></url>"},
	{"sitemap index", "application/xml", `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
		"<sitemap><loc>/feed/10</loc></sitemap>"},
	{"JSON Feed", "application/feed+json", `{"version":"https://jsonfeed.org/version/1.1","items":[`,
		`{"id":"1","tags":["a","b"]},`},
}

func mustEncode(text string) string {
	encoded, err := charmap.Windows874.NewEncoder().String(text)
	if err != nil {
		panic(err)
	}
	return encoded
}

// hostileSite serves a hostile page at /page/N, which announces hostile feeds, and hostile
// documents elsewhere.
func hostileSite(out http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		http.NotFound(out, r)
		return
	}
	n, _ := strconv.Atoi(r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:])
	body := hostileBodies[n%len(hostileBodies)]
	out.Header().Set("Content-Type", body.mediaType)
	_, _ = io.WriteString(out, body.begin)
	if strings.HasPrefix(r.URL.Path, "/page/") {
		for i := range hostileFeeds {
			fmt.Fprintf(out, `<link rel="alternate" type="application/rss+xml" href="/feed/%d"><a href="/feeds/page/%d">RSS</a>`,
				n*hostileFeeds+i, n+i)
		}
	}
	for chunk := []byte(strings.Repeat(body.repeat, 64<<10/len(body.repeat))); ; {
		if _, err := out.Write(chunk); err != nil {
			return
		}
	}
}

const (
	// hostileDiscoveries run concurrently.
	hostileDiscoveries = 10
	// hostileFeeds are announced by each hostile page.
	hostileFeeds = 5
)

// TestHostileDiscoveriesStayBelowBudget checks the memory of the process while hostile sites are
// read. It is not parallel, because it measures the process.
func TestHostileDiscoveriesStayBelowBudget(t *testing.T) {
	w := newWorld(t, simulator.Options{})
	w.finder = w.newFinder(t, responseTimeout)
	homes := w.serve(t, hostileSite)
	debug.FreeOSMemory()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil { // resets VmHWM
		t.Skip("the peak memory of the process cannot be measured: ", err)
	}
	before := memoryOf(t, "VmRSS")
	var running sync.WaitGroup
	for i := range hostileDiscoveries {
		running.Go(func() {
			address := fmt.Sprintf("%spage/%d", homes[i], i%6)
			if err := w.finder.Run(context.Background(), address, func(Event) {}); err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	grown := memoryOf(t, "VmHWM") - before
	t.Logf("%d MB before, %d MB more at the peak", before>>20, grown>>20)
	if grown > MaxMemory {
		t.Errorf("hostile discoveries took %d MB, more than the stated %d MB", grown>>20, MaxMemory>>20)
	}
	w.wantMemoryReleased(t)
}

var memoryLine = regexp.MustCompile(`(?m)^(VmRSS|VmHWM):\s+([0-9]+) kB$`)

// memoryOf returns a memory figure of the process in bytes.
func memoryOf(t *testing.T, name string) int {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range memoryLine.FindAllSubmatch(status, -1) {
		if bytes.Equal(match[1], []byte(name)) {
			kilobytes, err := strconv.Atoi(string(match[2]))
			if err != nil {
				t.Fatal(err)
			}
			return kilobytes << 10
		}
	}
	t.Fatal(name + " is missing")
	return 0
}
