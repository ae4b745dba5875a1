package simulator

import (
	"fmt"
	"html/template"
	"net/http"
	"strings"
)

var homePage = template.Must(template.New("home").Parse(`<!doctype html>
<html lang="{{.Site.Language}}">
<head>
<meta charset="utf-8">
<title>{{.Site.Name}} – News from here and elsewhere</title>
<meta property="og:site_name" content="{{.Site.Name}}">
<meta property="og:locale" content="{{.Locale}}">
<link rel="canonical" href="{{.Base}}/">
<link rel="icon" href="/logo.png">
{{range .Announced}}<link rel="alternate" type="{{.Type}}" title="{{.Title}}" href="{{.Path}}">
{{end}}<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsMediaOrganization","name":{{.Site.Name}},"url":{{.Base}},"logo":{"@type":"ImageObject","url":{{.Logo}}},"address":{"@type":"PostalAddress","addressCountry":{{.Site.Country}}}}</script>
</head>
<body>
<header><h1>{{.Site.Name}}</h1><nav>{{range .Site.Feeds}}<a href="/section/{{.Title}}">{{.Title}}</a> {{end}}</nav></header>
<main>{{range .Items}}<article><h2><a href="{{.URL}}">{{.Title}}</a></h2><time datetime="{{.Published.Format "2006-01-02T15:04:05Z07:00"}}"></time><p>{{.Summary}}</p></article>
{{end}}</main>
<footer>{{range .Hidden}}<a href="{{.Path}}">RSS</a> {{end}}<a href="/contact">Contact</a></footer>
</body>
</html>
`))

func (s *Site) serveHome(w http.ResponseWriter) {
	type link struct{ Path, Title, Type string }
	data := struct {
		Site              *Site
		Base, Logo        string
		Locale            string
		Announced, Hidden []link
		Items             []Item
	}{Site: s, Base: s.base, Logo: s.base + "/logo.png", Locale: s.Language + "_" + s.Country}
	for _, feed := range s.Feeds {
		if feed.Kind == "news_sitemap" {
			continue
		}
		l := link{feed.Path, feed.Title, mediaTypes[feed.Kind]}
		if feed.Hidden {
			data.Hidden = append(data.Hidden, l)
		} else {
			data.Announced = append(data.Announced, l)
		}
	}
	if len(s.Feeds) > 0 {
		data.Items = s.Items(s.Feeds[0])
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
		s.Language, template.HTMLEscapeString(r.URL.Path), template.HTMLEscapeString(s.Name), template.HTMLEscapeString(r.URL.Path))
}
