package simulator

import (
	"fmt"
	"html/template"
	"net/http"
	"strings"
)

var homePage = template.Must(template.New("home").Parse(`<!doctype html>
<html lang="{{.Language}}">
<head>
<meta charset="utf-8">
<title>{{.Site.Name}} – News from here and elsewhere</title>
<meta property="og:site_name" content="{{.Site.Name}}">
<meta property="og:locale" content="{{.Locale}}">
<link rel="canonical" href="{{.Base}}/">
{{range .Site.Icons}}{{if .Rel}}<link rel="{{.Rel}}"{{if .Type}} type="{{.Type}}"{{end}}{{if .Size}} sizes="{{.Size}}x{{.Size}}"{{end}} href="{{.Path}}">{{end}}
{{else}}<link rel="icon" href="/logo.png">
{{end}}{{.Head}}
{{range .Announced}}<link rel="alternate" type="{{.Type}}" title="{{.Title}}" href="{{.Path}}">
{{end}}<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsMediaOrganization","name":{{.Site.Name}},"url":{{.Base}},{{if .Logo}}"logo":{"@type":"ImageObject","url":{{.Logo}}},{{end}}"address":{"@type":"PostalAddress","addressCountry":{{.Site.Country}}}}</script>
</head>
<body>
<header><h1>{{.Site.Name}}</h1><nav>{{range .Site.Feeds}}<a href="/section/{{.Title}}">{{.Title}}</a> {{end}}</nav></header>
<main>{{range .Items}}<article><h2><a href="{{.URL}}">{{.Title}}</a></h2><time datetime="{{.Published.Format "2006-01-02T15:04:05Z07:00"}}"></time><p>{{.Summary}}</p></article>
{{end}}{{.Body}}</main>
<footer>{{range .FooterOnly}}<a href="{{.Path}}">RSS</a> {{end}}<a href="/contact">Contact</a></footer>
</body>
</html>
`))

func (s *Site) serveHome(w http.ResponseWriter) { s.servePage(w, s.Language, s.Feeds) }

// servePage responds with a page that announces the feeds.
func (s *Site) servePage(w http.ResponseWriter, language string, feeds []Feed) {
	type link struct{ Path, Title, Type string }
	data := struct {
		Site                  *Site
		Language, Base, Logo  string
		Locale                string
		Head, Body            template.HTML
		Announced, FooterOnly []link
		Items                 []Item
	}{Site: s, Language: language, Base: s.base, Locale: s.Language + "_" + s.Country, Head: template.HTML(s.Head),
		Body: template.HTML(s.Body)}
	if len(s.Icons) == 0 {
		data.Logo = s.base + "/logo.png"
	}
	for _, feed := range feeds {
		l := link{feed.Path, feed.Title, mediaTypes[feed.Kind]}
		switch {
		case feed.Kind == "news_sitemap" || feed.Unlinked:
		case feed.FooterOnly:
			data.FooterOnly = append(data.FooterOnly, l)
		default:
			data.Announced = append(data.Announced, l)
		}
	}
	if len(feeds) > 0 {
		data.Items = s.Items(feeds[0])
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = homePage.Execute(w, data)
}

func (s *Site) serveRobots(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain")
	var text strings.Builder
	text.WriteString("User-agent: *\nDisallow: /private/\n")
	for _, feed := range s.Feeds {
		if feed.Kind == "news_sitemap" {
			fmt.Fprintf(&text, "Sitemap: %s%s\n", s.base, feed.Path)
		}
	}
	_, _ = w.Write([]byte(text.String()))
}

func (s *Site) serveArticle(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, `<!doctype html><html lang="%s"><head><meta charset="utf-8"><title>%s</title><meta property="og:type" content="article">`+
		`<meta property="og:site_name" content="%s"></head><body><article><h1>%s</h1><p>…</p></article></body></html>`,
		s.Language, template.HTMLEscapeString(r.URL.Path), template.HTMLEscapeString(s.Name),
		template.HTMLEscapeString(r.URL.Path))
}
