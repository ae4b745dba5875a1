package simulator

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
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
	Start    string // the path to try first
	Special  bool   // it shows something that ordinary ones don't
	Head     string // more of the homepage's head, as markup
	Icons    []icon
	Feeds    []Feed
	// Sections of the homepage that aren't feeds, and everything odd, are handlers by path.
	pages map[string]http.HandlerFunc
	http2 bool // and nothing older
	base  string
	now   func() time.Time
}

// Feed is one of a site's feeds.
type Feed struct {
	Path, Title, Kind string // Kind is rss, atom, rdf, json_feed or news_sitemap
	Every             time.Duration
	FullText          bool
	Comments          bool
	Hidden            bool   // the homepage doesn't announce it, and only links to it
	Silent            bool   // the homepage doesn't say a word of it
	NoLanguage        bool   // it doesn't say in which language it is
	Of                string // the path of the feed that it has its items from
	Step              int    // every how manieth of them; 0 means all
}

// Address is the one to try first.
func (s *Site) Address() string { return s.base + s.Start }

// items on a feed, as most sites have.
const items = 20

// Item is one article.
type Item struct {
	Title, URL, GUID, Summary string
	Published                 time.Time
}

// Items of a feed, the newest first. They depend on the site, the feed and the time only.
func (s *Site) Items(f Feed) []Item {
	if f.Of != "" {
		var part []Item
		for i, item := range s.Items(s.feed(f.Of)) {
			if i%max(f.Step, 1) == 0 {
				part = append(part, item)
			}
		}
		return part
	}
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

func (s *Site) feed(path string) Feed {
	for _, f := range s.Feeds {
		if f.Path == path {
			return f
		}
	}
	panic("simulator: " + s.Host + " has no feed at " + path)
}

// ServeHTTP answers the paths of the site.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.http2 && r.ProtoMajor < 2 {
		http.Error(w, "This site speaks HTTP/2 only.", http.StatusHTTPVersionNotSupported)
		return
	}
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
		serveIcon(w, s.Host, icon{Path: "/logo.png", Size: 180})
	default:
		for _, i := range s.Icons {
			if i.Path == r.URL.Path {
				serveIcon(w, s.Host, i)
				return
			}
		}
		if strings.HasPrefix(r.URL.Path, "/articles/") {
			s.serveArticle(w, r)
			return
		}
		http.Error(w, "There is no such page.", http.StatusNotFound)
	}
}
