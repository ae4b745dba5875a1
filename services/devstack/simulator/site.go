package simulator

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"
)

var quiet = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)

// Site is a fictitious outlet.
type Site struct {
	Host     string
	Name     string
	About    string // what the site demonstrates
	Language string
	Country  string
	Start    string // path of Address
	Special  bool   // demonstrates something specific
	Head     string // additional markup of the homepage's head
	Body     string // additional markup of the homepage's body
	Icons    []icon
	Feeds    []Feed
	// Handler answers all requests to the site; nil = the site serves its homepage, feeds and
	// articles.
	Handler http.Handler
	// Lookup answers the DNS queries for the host; nil = the address of the simulator. It is called
	// concurrently.
	Lookup func() Lookup
	// CertificateDefect returns the defect of the certificate of a Secure site: expired, wrong-host,
	// self-signed, or empty; nil = none.
	CertificateDefect func() string
	// pages holds handlers of further paths; they take precedence over feeds.
	pages map[string]http.HandlerFunc
	http2 bool // refuses HTTP/1
	// StandardPorts sites have addresses without a port, which clients reach through the simulator's
	// proxy.
	StandardPorts bool
	Secure        bool // serves https
	SecureOnly    bool // refuses http
	OnlyWWW       bool // only the name with www. has an address
	base          string
	now           func() time.Time
	expect        []Expectation
}

// Feed is a feed of a site.
type Feed struct {
	Path, Title, Kind string // Kind is rss, atom, rdf, json_feed or news_sitemap
	Interval          time.Duration
	FullText          bool
	Comments          bool
	FooterOnly        bool          // linked in the footer but not announced in the head
	Unlinked          bool          // not mentioned on the homepage
	NoLanguage        bool          // without <language>
	Language          string        // empty = that of the site
	MediaType         string        // empty = that of the kind
	Audio             bool          // a podcast: its items have audio files
	Age               time.Duration // of the newest item
	Heading           string        // title of the document; empty = name of the site and Title
	SubsetOf          string        // path of the feed whose items it contains
	Step              int           // contains every Step-th of them; 0 = all
	Outages           []Outage      // in which the feed fails
}

// Address returns the address that demonstrates what About describes.
func (s *Site) Address() string { return s.base + s.Start }

// itemsPerFeed is the number of items in a feed.
const itemsPerFeed = 20

// Item is an article.
type Item struct {
	Title, URL, GUID, Summary string
	Published                 time.Time
}

// Items returns the items of a feed, the newest first. They depend only on the site, the feed and
// the clock.
func (s *Site) Items(f Feed) []Item {
	if f.SubsetOf != "" {
		var part []Item
		for i, item := range s.Items(s.feed(f.SubsetOf)) {
			if i%max(f.Step, 1) == 0 {
				part = append(part, item)
			}
		}
		return part
	}
	newest := s.now().Add(-f.Age).UTC().Truncate(f.Interval)
	list := make([]Item, itemsPerFeed)
	for i := range list {
		at := newest.Add(-time.Duration(i) * f.Interval)
		number := at.Unix() / int64(f.Interval.Seconds())
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

// ServeHTTP serves the pages, feeds and images of the site.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.http2 && r.ProtoMajor < 2 {
		http.Error(w, "This site supports HTTP/2 only.", http.StatusHTTPVersionNotSupported)
		return
	}
	if s.SecureOnly && r.TLS == nil {
		hijack(func(net.Conn) {})(w, r)
		return
	}
	if s.Handler != nil {
		s.Handler.ServeHTTP(w, r)
		return
	}
	for _, path := range []string{r.URL.RequestURI(), r.URL.Path} {
		if page := s.pages[path]; page != nil {
			page(w, r)
			return
		}
		for _, feed := range s.Feeds {
			if feed.Path == path {
				if fail := feed.outageAt(s.now()); fail != nil {
					fail(w, r)
				} else {
					s.serveFeed(w, r, feed)
				}
				return
			}
		}
	}
	if page := s.pages["*"]; page != nil {
		page(w, r)
		return
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
