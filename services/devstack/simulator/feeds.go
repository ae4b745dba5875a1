package simulator

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"time"
)

var mediaTypes = map[string]string{
	"rss": "application/rss+xml", "atom": "application/atom+xml", "rdf": "application/rdf+xml",
	"json_feed": "application/feed+json", "news_sitemap": "application/xml",
}

// serveFeed responds with the feed, or with 304 if the client has the current version (RFC 9110 §13.1.2).
func (s *Site) serveFeed(w http.ResponseWriter, r *http.Request, f Feed) {
	body := s.render(f)
	sum := sha256.Sum256(body)
	etag := `"` + hex.EncodeToString(sum[:8]) + `"`
	w.Header().Set("Content-Type", mediaTypes[f.Kind]+"; charset=utf-8")
	w.Header().Set("ETag", etag)
	w.Header().Set("Last-Modified", s.Items(f)[0].Published.Format(http.TimeFormat))
	if r.Header.Get("If-None-Match") == etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(body)
}

func (s *Site) render(f Feed) []byte {
	switch f.Kind {
	case "atom":
		return s.atom(f)
	case "rdf":
		return s.rdf(f)
	case "json_feed":
		return s.json(f)
	case "news_sitemap":
		return s.newsSitemap(f)
	}
	return s.rss(f)
}

func (s *Site) rss(f Feed) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>%s</title><link>%s/</link><description>%s</description><ttl>15</ttl>
`, escape(s.Name+" – "+f.Title), s.base, escape(s.Name))
	if !f.NoLanguage {
		fmt.Fprintf(&b, "<language>%s</language>\n", s.Language)
	}
	for _, item := range s.Items(f) {
		fmt.Fprintf(&b, "<item><title>%s</title><link>%s</link><guid isPermaLink=\"false\">%s</guid><pubDate>%s</pubDate><description>%s</description>",
			escape(item.Title), item.URL, item.GUID, item.Published.Format(time.RFC1123Z), escape(item.Summary))
		if f.FullText {
			fmt.Fprintf(&b, "<content:encoded><![CDATA[%s]]></content:encoded>", "<p>"+strings.Repeat(item.Summary+" ", 20)+"</p>")
		}
		b.WriteString("</item>\n")
	}
	b.WriteString("</channel></rss>\n")
	return b.Bytes()
}

func (s *Site) atom(f Feed) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="%s"><title>%s</title><link href="%s/"/><link rel="self" href="%s%s"/><id>%s%s</id><updated>%s</updated>
`, s.Language, escape(s.Name+" – "+f.Title), s.base, s.base, f.Path, s.base, f.Path, s.Items(f)[0].Published.Format(time.RFC3339))
	for _, item := range s.Items(f) {
		fmt.Fprintf(&b, "<entry><title>%s</title><link href=\"%s\"/><id>%s</id><published>%s</published><updated>%s</updated><summary>%s</summary></entry>\n",
			escape(item.Title), item.URL, item.GUID, item.Published.Format(time.RFC3339), item.Published.Format(time.RFC3339), escape(item.Summary))
	}
	b.WriteString("</feed>\n")
	return b.Bytes()
}

func (s *Site) rdf(f Feed) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="%s%s"><title>%s</title><link>%s/</link><description>%s</description></channel>
`, s.base, f.Path, escape(s.Name+" – "+f.Title), s.base, escape(s.Name))
	for _, item := range s.Items(f) {
		fmt.Fprintf(&b, "<item rdf:about=\"%s\"><title>%s</title><link>%s</link><dc:date>%s</dc:date><description>%s</description></item>\n",
			item.URL, escape(item.Title), item.URL, item.Published.Format(time.RFC3339), escape(item.Summary))
	}
	b.WriteString("</rdf:RDF>\n")
	return b.Bytes()
}

func (s *Site) json(f Feed) []byte {
	type entry struct {
		ID        string    `json:"id"`
		URL       string    `json:"url"`
		Title     string    `json:"title"`
		Summary   string    `json:"summary"`
		Text      string    `json:"content_text"`
		Published time.Time `json:"date_published"`
	}
	feed := map[string]any{
		"version": "https://jsonfeed.org/version/1.1", "title": s.Name + " – " + f.Title, "home_page_url": s.base + "/",
		"feed_url": s.base + f.Path, "language": s.Language,
	}
	var list []entry
	for _, item := range s.Items(f) {
		list = append(list, entry{item.GUID, item.URL, item.Title, item.Summary, item.Summary, item.Published})
	}
	feed["items"] = list
	data, _ := json.MarshalIndent(feed, "", " ")
	return data
}

func (s *Site) newsSitemap(f Feed) []byte {
	var b bytes.Buffer
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
`)
	for _, item := range s.Items(f) {
		fmt.Fprintf(&b, "<url><loc>%s</loc><news:news><news:publication><news:name>%s</news:name><news:language>%s</news:language></news:publication>"+
			"<news:publication_date>%s</news:publication_date><news:title>%s</news:title></news:news></url>\n",
			item.URL, escape(s.Name), s.Language, item.Published.Format("2006-01-02T15:04:05.999-07:00"), escape(item.Title))
	}
	b.WriteString("</urlset>\n")
	return b.Bytes()
}

func escape(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}
