package webpage

import (
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// parsePage returns the page at address with the markup.
func parsePage(t *testing.T, address, markup string) *Page {
	t.Helper()
	return Parse(mustParse(t, address), []byte("<!doctype html>"+markup), "text/html", nil)
}

func mustParse(t *testing.T, address string) weburl.URL {
	t.Helper()
	parsed, err := weburl.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func TestFeedPath(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"/rss": true, "/feed/": true, "/feeds/all.rss": true, "/rss.xml": true, "/news/rss-feed": true, "/atom.xml": true,
		"/index.rdf":  true,
		"/?feed=rss2": true, "/?format=feed": true, "/?service=rss": true, "/spip.php?page=backend": true,
		"/news/?outputType=xml": true, "/news?page=2": false, "/section?format=rss": true, "/rss/news": true,
		"/export.xml?x=1":       true,
		"/articles/feed-498661": false, "/rss-explained": false, "/feedback": false, "/": false, "/news": false,
		"/atomic": false,
	} {
		if got := HasFeedPath(mustParse(t, "https://example.org"+path)); got != want {
			t.Errorf("%s: %t", path, got)
		}
	}
}
