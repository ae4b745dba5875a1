package simulator

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
)

// later returns feeds whose content changes between requests.
func later() []oddity {
	var emptied, renamed atomic.Int64
	return []oddity{
		{"empty-later.test", "items in the first response, none in later ones", func(w http.ResponseWriter, r *http.Request) {
			list := ""
			if emptied.Add(1) == 1 {
				list = entry(1, "") + entry(2, "") + entry(3, "")
			}
			text("application/rss+xml", rssOf(list))(w, r)
		}},
		{"guids-change.test", "the same articles with different GUIDs in each response", func(w http.ResponseWriter, r *http.Request) {
			time := renamed.Add(1)
			var b strings.Builder
			for i := range items {
				fmt.Fprintf(&b, "<item><title>Item %d</title><link>/articles/%d</link><guid isPermaLink=\"false\">%d-%d</guid></item>", i, i, time, i)
			}
			text("application/rss+xml", rssOf(b.String()))(w, r)
		}},
	}
}
