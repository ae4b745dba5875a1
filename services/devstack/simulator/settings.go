package simulator

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
	_ "time/tzdata" // the image has no zone files

	"golang.org/x/text/encoding/charmap"
)

// rollingItems is the number of items of rolls-over.test, which are all new in each response.
const rollingItems = 5

// settingCases returns feeds for which another schedule, encoding or time zone is suggested.
func settingCases(now func() time.Time) []endpointCase {
	var rollingResponses, cyrillicResponses, localTimeResponses atomic.Int64
	headlines := undeclared[0].headlines // Russian
	madrid, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		panic("simulator: " + err.Error())
	}
	return []endpointCase{
		{"rarely-new.test", "three items that never change",
			respond("application/rss+xml", rssDocument(rssItem(1, "")+rssItem(2, "")+rssItem(3, "")))},
		{"rolls-over.test", "five items, all of them new in each response", func(w http.ResponseWriter, r *http.Request) {
			first := int(rollingResponses.Add(1)) * rollingItems
			var b strings.Builder
			for i := range rollingItems {
				b.WriteString(rssItem(first+i, ""))
			}
			respond("application/rss+xml", rssDocument(b.String()))(w, r)
		}},
		{"declares-latin.test", "Russian text in windows-1251, which declares iso-8859-2, with another item in each response",
			func(w http.ResponseWriter, r *http.Request) {
				newest := int(cyrillicResponses.Add(1)) + len(headlines)
				var b strings.Builder
				b.WriteString(`<?xml version="1.0" encoding="iso-8859-2"?><rss version="2.0"><channel><title>Вестник</title><link>/</link>`)
				for n := newest; n > newest-len(headlines); n-- {
					fmt.Fprintf(&b, "<item><title>%s: %d</title><link>/articles/%d</link></item>", headlines[n%len(headlines)], n, n)
				}
				b.WriteString("</channel></rss>")
				body, err := charmap.Windows1251.NewEncoder().String(b.String())
				if err != nil {
					panic("simulator: " + err.Error())
				}
				respond("application/rss+xml", body)(w, r)
			}},
		{"local-time.test", "dates in the time of Madrid without a zone, with an item of five minutes ago in each response",
			func(w http.ResponseWriter, r *http.Request) {
				newest, at := int(localTimeResponses.Add(1)), now().Add(-5*time.Minute).In(madrid)
				var b strings.Builder
				for i := range rollingItems {
					b.WriteString(rssItem(newest-i,
						"<pubDate>"+at.Add(-time.Duration(i)*time.Hour).Format("Mon, 02 Jan 2006 15:04:05")+"</pubDate>"))
				}
				respond("application/rss+xml", rssDocument(b.String()))(w, r)
			}},
	}
}
