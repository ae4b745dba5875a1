package discover

import (
	"fmt"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

func TestNewsSitemapBehindIndexesIsFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for _, pasted := range []string{"/", "/sitemap_index.xml", "/maps/newsroom.xml"} {
		f := w.discover(t, w.URL("sitemaps.test", pasted))
		news := f.candidate(w.URL("sitemaps.test", "/maps/news-1.xml"))
		if news == nil || news.Kind != string(feed.NewsSitemap) || news.From != FromSitemap || !news.Preselected ||
			f.candidates[0] != news {
			t.Fatalf("%s: the news sitemap is %+v", pasted, news)
		}
		for _, c := range f.candidates {
			if c != news && (c.Preselected || c.Kind != string(feed.SitemapIndex)) {
				t.Errorf("%s: %s is shown: %+v", pasted, c.URL, c)
			}
		}
	}
}

func TestLargeIndexCausesFewRequests(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("index-2000.test", "/feed"))
	if given := f.candidate(w.URL("index-2000.test", "/feed")); given == nil || given.Preselected || given.Score >= 0 {
		t.Errorf("the index: %+v", given)
	}
	if requests := len(w.Requests("index-2000.test")); requests > maxRequests {
		t.Errorf("%d requests: %v", requests, w.Requests("index-2000.test"))
	}
}

func TestNewsSitemapsFirst(t *testing.T) {
	t.Parallel()
	var addresses []string
	for i := range 500 {
		addresses = append(addresses, fmt.Sprintf("https://example.org/sitemap-%d.xml", i),
			fmt.Sprintf("https://example.org/NEWS-%d.xml", i))
	}
	leads := newsSitemapsFirst(lead{from: FromRobots}, addresses)
	if len(leads) != maxNewsSitemaps+maxOtherSitemaps || leads[0].url.String() != "https://example.org/NEWS-0.xml" ||
		leads[maxNewsSitemaps].url.String() != "https://example.org/sitemap-0.xml" {
		t.Errorf("%v", leads)
	}
	if deep := (lead{depth: maxSitemapDepth}).sitemapsOf(&feed.Document{Kind: feed.SitemapIndex,
		Sitemaps: addresses}); deep != nil {
		t.Errorf("beyond the maximum depth: %v", deep)
	}
}
