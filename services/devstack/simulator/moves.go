package simulator

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// movingSites returns sites whose feeds move to another address, and one with the same feed at two
// addresses.
func movingSites(s *Simulator) []*Site {
	var sites []*Site
	add := func(host, about string, pages map[string]http.HandlerFunc) {
		site := s.site(Site{Host: host, Name: strings.TrimSuffix(host, ".test"), Language: "en", Country: "GB", About: about,
			Start: "/feed", Special: true, pages: pages})
		sites = append(sites, site)
	}
	feedOf := func(host, guids string) http.HandlerFunc {
		var items strings.Builder
		for i := range itemsPerFeed {
			fmt.Fprintf(&items, "<item><title>%s</title><link>%s</link><guid isPermaLink=\"false\">%s/%d</guid></item>",
				headline("moving", int64(i)), s.URL(host, fmt.Sprintf("/articles/%d", i)), guids, i)
		}
		return respond("application/rss+xml", rssDocument(items.String()))
	}
	add("moves-away.test", "the feed until a client knows its ETag, then a redirect (301) to the same feed on moved-here.test",
		map[string]http.HandlerFunc{"/feed": moveWhenKnown(feedOf("moves-away.test", "tag:moves"),
			s.URL("moved-here.test", "/feed"))})
	add("moved-here.test", "the feed of moves-away.test at its new address",
		map[string]http.HandlerFunc{"/feed": feedOf("moved-here.test", "tag:moves")})
	add("rebrands.test", "moves to rebranded.test, where the items have other GUIDs",
		map[string]http.HandlerFunc{"/feed": moveWhenKnown(feedOf("rebrands.test", "rebrands"),
			s.URL("rebranded.test", "/feed"))})
	add("rebranded.test", "the feed of rebrands.test with other GUIDs",
		map[string]http.HandlerFunc{"/feed": feedOf("rebranded.test", "rebranded")})
	add("sold.test", "the feed until a client knows its ETag, then a redirect (301) to the feed of another outlet",
		map[string]http.HandlerFunc{"/feed": moveWhenKnown(feedOf("sold.test", "sold"),
			s.URL("ten.test", "/section/1/rss"))})
	add("moves-within.test", "moves to another path of the same site",
		map[string]http.HandlerFunc{"/feed": moveWhenKnown(feedOf("moves-within.test", "within"), "/rss.xml"),
			"/rss.xml": feedOf("moves-within.test", "within")})
	add("twice.test", "the same feed at /feed and /rss", map[string]http.HandlerFunc{
		"/feed": feedOf("twice.test", "twice"), "/rss": feedOf("twice.test", "other"),
	})
	var replaced *Site
	var isGone atomic.Bool
	replaced = s.site(Site{
		Host: "replaces.test", Name: "The Replaced Post", Language: "en", Country: "GB", Start: "/old-feed", Special: true,
		About: "/old-feed is the feed until a client knows its ETag, then 410; the homepage announces the same feed at /feed",
		Feeds: []Feed{{Path: "/feed", Title: "News", Kind: "rss", Interval: time.Hour}},
		pages: map[string]http.HandlerFunc{"/old-feed": func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("If-None-Match") != "" {
				isGone.Store(true)
			}
			if isGone.Load() {
				respondStatus(http.StatusGone, nil)(w, r)
				return
			}
			replaced.serveFeed(w, r, replaced.Feeds[0])
		}},
	})
	return append(sites, replaced)
}

// movingTag is the ETag of feeds that move.
const movingTag = `"before-the-move"`

// moveWhenKnown answers with the feed until a request has its ETag, and from then on with a permanent
// redirect. The client has therefore stored the feed before it moves, whoever else requests it.
// Each query moves on its own and is kept by the redirect, so that several endpoints can observe a
// move.
func moveWhenKnown(feed http.HandlerFunc, target string) http.HandlerFunc {
	var moved sync.Map
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") == movingTag {
			moved.Store(r.URL.RawQuery, true)
		}
		if _, hasMoved := moved.Load(r.URL.RawQuery); !hasMoved {
			w.Header().Set("ETag", movingTag)
			feed(w, r)
			return
		}
		location := target
		if r.URL.RawQuery != "" {
			location += "?" + r.URL.RawQuery
		}
		redirect(http.StatusMovedPermanently, location)(w, r)
	}
}
