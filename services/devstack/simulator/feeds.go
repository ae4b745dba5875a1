package simulator

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"net/http"
	"strings"
	"text/template"
	"time"
)

var mediaTypes = map[string]string{
	"rss": "application/rss+xml", "atom": "application/atom+xml", "rdf": "application/rdf+xml",
	"json_feed": "application/feed+json", "news_sitemap": "application/xml",
}

// feedDocument holds what a feed template renders.
type feedDocument struct {
	Site    *Site
	Feed    Feed
	Base    string
	Heading string // title of the document
	Items   []Item
}

var feedFunctions = template.FuncMap{
	"escape":   escape,
	"rfc822":   func(t time.Time) string { return t.Format(time.RFC1123Z) },
	"rfc3339":  func(t time.Time) string { return t.Format(time.RFC3339) },
	"fraction": func(t time.Time) string { return t.Format("2006-01-02T15:04:05.999-07:00") },
	"fullText": func(i Item) string { return "<p>" + strings.Repeat(i.Summary+" ", 20) + "</p>" },
}

// feedTemplates render the XML formats by kind.
var feedTemplates = map[string]*template.Template{
	"rss": feedTemplate(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>{{escape .Heading}}</title><link>{{.Base}}/</link><description>{{escape .Site.Name}}</description><ttl>15</ttl>
{{if not .Feed.NoLanguage}}<language>{{or .Feed.Language .Site.Language}}</language>
{{end}}{{$full := .Feed.FullText}}{{$audio := .Feed.Audio}}{{range .Items}}<item><title>{{escape .Title}}</title><link>{{.URL}}</link>` +
		`<guid isPermaLink="false">{{.GUID}}</guid><pubDate>{{rfc822 .Published}}</pubDate><description>{{escape .Summary}}</description>` +
		`{{if $audio}}<enclosure url="{{.URL}}.mp3" length="1000000" type="audio/mpeg"/>{{end}}` +
		`{{if $full}}<content:encoded><![CDATA[{{fullText .}}]]></content:encoded>{{end}}</item>
{{end}}</channel></rss>
`),
	"atom": feedTemplate(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{{.Site.Language}}"><title>{{escape .Heading}}</title><link href="{{.Base}}/"/>` +
		`<link rel="self" href="{{.Base}}{{.Feed.Path}}"/><id>{{.Base}}{{.Feed.Path}}</id><updated>{{rfc3339 (index .Items 0).Published}}</updated>
{{range .Items}}<entry><title>{{escape .Title}}</title><link href="{{.URL}}"/><id>{{.GUID}}</id><published>{{rfc3339 .Published}}</published>` +
		`<updated>{{rfc3339 .Published}}</updated><summary>{{escape .Summary}}</summary></entry>
{{end}}</feed>
`),
	"rdf": feedTemplate(`<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="{{.Base}}{{.Feed.Path}}"><title>{{escape .Heading}}</title><link>{{.Base}}/</link><description>{{escape .Site.Name}}</description></channel>
{{range .Items}}<item rdf:about="{{.URL}}"><title>{{escape .Title}}</title><link>{{.URL}}</link><dc:date>{{rfc3339 .Published}}</dc:date>` +
		`<description>{{escape .Summary}}</description></item>
{{end}}</rdf:RDF>
`),
	"news_sitemap": feedTemplate(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
{{$site := .Site}}{{range .Items}}<url><loc>{{.URL}}</loc><news:news><news:publication><news:name>{{escape $site.Name}}</news:name>` +
		`<news:language>{{$site.Language}}</news:language></news:publication><news:publication_date>{{fraction .Published}}</news:publication_date>` +
		`<news:title>{{escape .Title}}</news:title></news:news></url>
{{end}}</urlset>
`),
}

func feedTemplate(text string) *template.Template {
	return template.Must(template.New("feed").Funcs(feedFunctions).Parse(text))
}

// serveFeed responds with the feed, or with 304 if the client has the current version (RFC 9110
// §13.1.2).
func (s *Site) serveFeed(w http.ResponseWriter, r *http.Request, f Feed) {
	body := s.render(f)
	sum := sha256.Sum256(body)
	etag := `"` + hex.EncodeToString(sum[:8]) + `"`
	w.Header().Set("Content-Type", cmp.Or(f.MediaType, mediaTypes[f.Kind])+"; charset=utf-8")
	w.Header().Set("ETag", etag)
	w.Header().Set("Last-Modified", s.Items(f)[0].Published.Format(http.TimeFormat))
	if r.Header.Get("If-None-Match") == etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(body)
}

// render returns the document of the feed.
func (s *Site) render(f Feed) []byte {
	heading := f.Heading
	if heading == "" {
		heading = s.Name + " – " + f.Title
	}
	if f.Kind == "json_feed" {
		return s.jsonFeed(f, heading)
	}
	var b bytes.Buffer
	if err := feedTemplates[f.Kind].Execute(&b, feedDocument{s, f, s.base, heading, s.Items(f)}); err != nil {
		panic("simulator: " + s.Host + f.Path + ": " + err.Error())
	}
	return b.Bytes()
}

func (s *Site) jsonFeed(f Feed, heading string) []byte {
	type entry struct {
		ID        string    `json:"id"`
		URL       string    `json:"url"`
		Title     string    `json:"title"`
		Summary   string    `json:"summary"`
		Text      string    `json:"content_text"`
		Published time.Time `json:"date_published"`
	}
	var list []entry
	for _, item := range s.Items(f) {
		list = append(list, entry{item.GUID, item.URL, item.Title, item.Summary, item.Summary, item.Published})
	}
	data, _ := json.MarshalIndent(map[string]any{
		"version": "https://jsonfeed.org/version/1.1", "title": heading, "home_page_url": s.base + "/",
		"feed_url": s.base + f.Path, "language": s.Language, "items": list,
	}, "", " ")
	return data
}

func escape(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a buffer does not fail
	return b.String()
}
