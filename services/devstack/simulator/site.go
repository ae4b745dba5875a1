package simulator

import (
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

var quiet = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)

// Site is one made-up outlet.
type Site struct {
	Host     string
	Name     string
	About    string // what is special about it, for people who look at the list
	Language string
	Country  string
	Feeds    []Feed
	// Sections of the homepage that aren't feeds, and everything odd, are handlers by path.
	pages map[string]http.HandlerFunc
	base  string
	now   func() time.Time
}

// Feed is one of a site's feeds.
type Feed struct {
	Path, Title, Kind string // Kind is rss, atom, rdf, json_feed or news_sitemap
	Every             time.Duration
	FullText          bool
	Comments          bool
	Hidden            bool // not announced by the homepage
}

// items on a feed, as most sites have.
const items = 20

// Item is one article.
type Item struct {
	Title, URL, GUID, Summary string
	Published                 time.Time
}

// Items of a feed, the newest first. They depend on the site, the feed and the time only.
func (s *Site) Items(f Feed) []Item {
	newest := s.now().UTC().Truncate(f.Every)
	list := make([]Item, items)
	for i := range list {
		at := newest.Add(-time.Duration(i) * f.Every)
		number := at.Unix() / int64(f.Every.Seconds())
		list[i] = Item{
			Title:     fmt.Sprintf("%s %d", headline(s.Host+f.Path, number), number%1000),
			URL:       fmt.Sprintf("%s/articles/%s-%d", s.base, slug(f.Title), number),
			GUID:      fmt.Sprintf("tag:%s,2026:%s/%d", s.Host, slug(f.Title), number),
			Summary:   sentence(s.Host+f.Path, number),
			Published: at,
		}
	}
	return list
}

// ServeHTTP answers the paths of the site.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if page := s.pages[r.URL.Path]; page != nil {
		page(w, r)
		return
	}
	for _, feed := range s.Feeds {
		if feed.Path == r.URL.Path {
			s.serveFeed(w, r, feed)
			return
		}
	}
	switch r.URL.Path {
	case "/":
		s.serveHome(w)
	case "/robots.txt":
		s.serveRobots(w)
	case "/logo.png":
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(onePixel)
	default:
		if len(r.URL.Path) > 10 && r.URL.Path[:10] == "/articles/" {
			s.serveArticle(w, r)
			return
		}
		http.Error(w, "There is no such page.", http.StatusNotFound)
	}
}

var onePixel = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89" +
	"\x00\x00\x00\rIDATx\x9cc\xf8\xff\xff?\x00\x05\xfe\x02\xfe\xa75\x81\x84\x00\x00\x00\x00IEND\xaeB`\x82")
