package simulator

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
)

// statefulCases returns feeds whose content changes between requests.
func statefulCases() []endpointCase {
	var emptied, renamed atomic.Int64
	var broken, reissued sync.Map // by query
	return []endpointCase{
		{"empty-later.test", "items in the first response, none in later ones", func(w http.ResponseWriter, r *http.Request) {
			list := ""
			if emptied.Add(1) == 1 {
				list = rssItem(1, "") + rssItem(2, "") + rssItem(3, "")
			}
			respond("application/rss+xml", rssDocument(list))(w, r)
		}},
		{"guids-change.test", "the same articles with different GUIDs in each response",
			func(w http.ResponseWriter, r *http.Request) {
				time := renamed.Add(1)
				var b strings.Builder
				for i := range itemsPerFeed {
					fmt.Fprintf(&b, "<item><title>Item %d</title><link>/articles/%d</link><guid "+
						"isPermaLink=\"false\">%d-%d</guid></item>", i, i, time, i)
				}
				respond("application/rss+xml", rssDocument(b.String()))(w, r)
			}},
		{"reissues.test", "a feed whose GUIDs each POST request to it switches between two sets, separately for each query",
			func(w http.ResponseWriter, r *http.Request) {
				_, isReissued := reissued.Load(r.URL.RawQuery)
				if r.Method == http.MethodPost {
					if isReissued {
						reissued.Delete(r.URL.RawQuery)
					} else {
						reissued.Store(r.URL.RawQuery, true)
					}
					return
				}
				scheme := "article"
				if isReissued {
					scheme = "reissue"
				}
				var b strings.Builder
				for i := range itemsPerFeed {
					fmt.Fprintf(&b, "<item><title>%s</title><link>/articles/%d</link><guid isPermaLink=\"false\">%s-%d</guid></item>",
						headline("reissues", int64(i)), i, scheme, i)
				}
				respond("application/rss+xml", rssDocument(b.String()))(w, r)
			}},
		{"papers.test", "papers that change: hand-overs to other outlets and harmless changes; see servePapers", servePapers()},
		{"switch.test", "a feed that each POST request to it breaks or repairs, separately for each query",
			func(w http.ResponseWriter, r *http.Request) {
				_, isBroken := broken.Load(r.URL.RawQuery)
				switch {
				case r.Method == http.MethodPost && isBroken:
					broken.Delete(r.URL.RawQuery)
				case r.Method == http.MethodPost:
					broken.Store(r.URL.RawQuery, true)
				case isBroken:
					http.Error(w, "broken", http.StatusInternalServerError)
				default:
					respond("application/rss+xml", rssDocument(rssItem(1, "")+rssItem(2, "")))(w, r)
				}
			}},
	}
}
