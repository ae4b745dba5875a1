package simulator

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Expectation is the expected result of discovery for an address of a simulated site.
type Expectation struct {
	Class   string `json:"class"`   // class of sites that the site represents
	Address string `json:"address"` // address that a user enters
	// Address of the main feed, which is preselected; empty if no feed can be proposed.
	Feed   string `json:"feed,omitempty"`
	OrFeed string `json:"or_feed,omitempty"` // another accepted address of the main feed
	// Empty values of the following are not checked.
	Name    string   `json:"name,omitempty"`     // proposed name of the source
	NotName string   `json:"not_name,omitempty"` // name that must not be proposed, such as that of the platform
	Arrival string   `json:"arrival,omitempty"`  // outcome of the arrival, such as "consent_wall"
	Attempt string   `json:"attempt,omitempty"`  // outcome of at least one attempt, such as "robots"
	Listed  []string `json:"listed,omitempty"`   // addresses of candidates beside the main feed
	// MaxRequests of the discovery, to all sites, with robots.txt and redirects; 0 = not checked.
	MaxRequests int `json:"max_requests,omitempty"`
}

// Expectations returns the expected answers of discovery for all sites that define them.
func (s *Simulator) Expectations() (list []Expectation) {
	for _, name := range s.names {
		list = append(list, s.sites[name].expect...)
	}
	return list
}

// expecting returns the site with an expectation, whose address and feed may be paths of the site.
// The default address is the homepage.
func (s *Simulator) expecting(class string, d Site, e Expectation) *Site {
	site := s.site(d)
	site.About = class + ": " + d.About
	site.Special = false // tests check its expectation instead
	site.alsoExpect(class, e)
	return site
}

// alsoExpect adds an expectation to the site.
func (s *Site) alsoExpect(class string, e Expectation) {
	e.Class, e.Address, e.Feed, e.OrFeed = class, s.resolve(e.Address, s.base+"/"), s.resolve(e.Feed, ""),
		s.resolve(e.OrFeed, "")
	e.Listed = slices.Clone(e.Listed)
	for i, path := range e.Listed {
		e.Listed[i] = s.resolve(path, "")
	}
	s.expect = append(s.expect, e)
}

// resolve returns the address of a path of the site. Complete addresses are returned unchanged.
func (s *Site) resolve(path, whenEmpty string) string {
	switch {
	case path == "":
		return whenEmpty
	case strings.HasPrefix(path, "/"):
		return s.base + path
	}
	return path
}

// feedList returns RSS feeds of equal frequency from strings of the form "path title".
func feedList(specs ...string) []Feed {
	feeds := make([]Feed, len(specs))
	for i, spec := range specs {
		path, title, _ := strings.Cut(spec, " ")
		feeds[i] = Feed{Path: path, Title: title, Kind: "rss", Interval: time.Hour}
	}
	return feeds
}

// unlinked marks feeds as not mentioned on the default homepage.
func unlinked(feeds []Feed) []Feed {
	feeds = slices.Clone(feeds)
	for i := range feeds {
		feeds[i].Unlinked = true
	}
	return feeds
}

// htmlPage returns a page with the title and the body.
func htmlPage(language, title, body string) http.HandlerFunc {
	return respond("text/html; charset=utf-8", fmt.Sprintf("<!doctype html><html lang=%q><head><meta "+
		"charset=\"utf-8\"><title>%s</title></head><body>%s</body></html>",
		language, escape(title), body))
}

// hang never responds.
func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// feedOf serves a feed of the site, for example on another host.
func (s *Site) feedOf(f Feed) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { s.serveFeed(w, r, f) }
}

// helperHost returns a host that belongs to another site's expectation and has no homepage of its
// own.
func (s *Simulator) helperHost(host, about string, pages map[string]http.HandlerFunc) *Site {
	site := s.site(Site{Host: host, Name: host, Language: "en", Country: "GB", About: about, pages: pages})
	site.Special = false
	return site
}

// todaysSites returns sites that imitate the classes of current news sites.
func todaysSites(s *Simulator) []*Site {
	return slices.Concat(portalSites(s), barrierSites(s), systemSites(s), encodingSites(s))
}
