package simulator

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
)

// The robots.txt of terms.test: formerTerms allows links and snippets, and newTerms also reserves
// machine learning.
const (
	formerTerms = "User-agent: *\nContent-Signal: search=yes\n"
	newTerms    = formerTerms + "Disallow:\n\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n"
)

// termsPages returns the pages of a site that changes its terms of use in robots.txt.
func termsPages() map[string]http.HandlerFunc {
	var isReserved atomic.Bool
	var requests sync.Map // *atomic.Int64 by query
	return map[string]http.HandlerFunc{
		"/robots.txt": func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				isReserved.Store(r.URL.RawQuery == "reserve")
				return
			}
			text := formerTerms
			if isReserved.Load() {
				text = newTerms
			}
			respond("text/plain", text)(w, r)
		},
		"/feed": func(w http.ResponseWriter, r *http.Request) {
			found, _ := requests.LoadOrStore(r.URL.RawQuery, new(atomic.Int64))
			count := found.(*atomic.Int64)
			if r.Method == http.MethodPost {
				_, _ = fmt.Fprint(w, count.Load())
				return
			}
			count.Add(1)
			respond("application/rss+xml", rssDocument(rssItem(1, "")+rssItem(2, "")))(w, r)
		},
	}
}
