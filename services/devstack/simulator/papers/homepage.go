package papers

import (
	"fmt"
	"html"
	"strings"
	"time"
)

// Homepage returns a homepage with articles, the newest first, whose elements and scripts are those of a
// template.
func (p Paper) Homepage(newest, count int, template string, start time.Time) []byte {
	var b strings.Builder
	name := html.EscapeString(p.Name)
	fmt.Fprintf(&b, `<html lang="%s"><head><title>%s</title><meta property="og:site_name" content="%[2]s">
		<meta name="description" content="%s"><meta name="generator" content="%s"></head>
		<body class="%s-page"><script src="https://%[5]s.example/site.js"></script>`, p.Language, name,
		html.EscapeString(p.Description), html.EscapeString(p.Generator), template)
	for i, a := range p.Articles(newest, count, start) {
		fmt.Fprintf(&b, `<a class="%s-link" href="/%d">%s – %s, %s %[2]d</a>`, template, newest-i,
			html.EscapeString(a.Title), html.EscapeString(a.Author), html.EscapeString(a.Category))
	}
	b.WriteString("</body></html>")
	return []byte(b.String())
}
