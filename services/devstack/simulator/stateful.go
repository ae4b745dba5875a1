package simulator

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// statefulCases returns feeds whose content changes between requests.
func statefulCases() []endpointCase {
	var emptied, renamed atomic.Int64
	var broken, reissued sync.Map // by query
	serveList := servePartnerList()
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
				round := renamed.Add(1)
				var b strings.Builder
				for i := range itemsPerFeed {
					fmt.Fprintf(&b, "<item><title>Item %d</title><link>/articles/%d</link><guid "+
						"isPermaLink=\"false\">%d-%d</guid></item>", i, i, round, i)
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
		{"partner-list.test", "a list of feeds; the body of a POST request replaces it, separately for each query",
			serveList},
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

// maxPartnerList is the maximum size of a list that is sent to the simulator.
const maxPartnerList = 1 << 20

// servePartnerList returns a handler of a list. A POST request replaces the list with its body, separately
// for each query; before that, the list has one feed. Conditional requests are answered with 304.
func servePartnerList() http.HandlerFunc {
	var lists sync.Map // []byte by query
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxPartnerList))
			if err != nil {
				http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
				return
			}
			lists.Store(r.URL.RawQuery, body)
			return
		}
		list := []byte("name,feed\nEl Ejemplo,https://elejemplo.test/feed\n")
		if stored, ok := lists.Load(r.URL.RawQuery); ok {
			list = stored.([]byte)
		}
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("ETag", fmt.Sprintf(`"%x"`, sha256.Sum256(list)))
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(list))
	}
}
