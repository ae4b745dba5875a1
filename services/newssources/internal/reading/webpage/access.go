package webpage

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// ArticleAccess counts the articles in the data of a page for search engines by what it says about their
// access (isAccessibleForFree of schema.org).
func (p *Page) ArticleAccess() (free, paid int) {
	p.document.Find("script[type]").Each(func(_ int, s *goquery.Selection) {
		if strings.Contains(strings.ToLower(s.AttrOr("type", "")), "ld+json") {
			countAccess(parseLooseJSON(s.Text()), 0, &free, &paid)
		}
	})
	return free, paid
}

// countAccess searches a value for articles with isAccessibleForFree. The parts of an article (hasPart)
// describe its access again. Pages, organizations and events may have the property, too, and are not counted.
func countAccess(value any, depth int, free, paid *int) {
	if depth > maxDataDepth {
		return
	}
	switch v := value.(type) {
	case []any:
		for _, element := range v {
			countAccess(element, depth+1, free, paid)
		}
	case map[string]any:
		access := strings.ToLower(fmt.Sprint(v["isAccessibleForFree"])) // true, “False”, “http://schema.org/False”
		switch {
		case v["@type"] != nil && !hasType(v["@type"], isArticleType): // elements of lists often have no type
		case strings.HasSuffix(access, "true"):
			*free++
		case strings.HasSuffix(access, "false"):
			*paid++
		}
		for _, member := range []string{"@graph", "mainEntity", "mainEntityOfPage", "itemListElement", "item"} {
			countAccess(v[member], depth+1, free, paid)
		}
	}
}

// isArticleType reports whether a type of schema.org is that of an article.
func isArticleType(kind string) bool {
	return strings.HasSuffix(kind, "Article") || slices.Contains(otherArticles, path.Base(kind))
}

// otherArticles are the types of articles whose names do not end in “Article”.
var otherArticles = []string{"Report", "BlogPosting", "LiveBlogPosting", "SocialMediaPosting", "Review", "CriticReview"}

// paywallServices are the registrable domains of services that restrict the access to articles.
var paywallServices = map[string]string{
	"piano.io": "Piano", "tinypass.com": "Piano", "zephr.com": "Zephr", "poool.fr": "Poool", "laterpay.net": "Laterpay",
	"evolok.net": "Evolok", "pelcro.com": "Pelcro", "wallkit.net": "Wallkit", "mppglobal.com": "MPP Global",
	"steadyhq.com": "Steady", "newzware.com": "Newzware",
}

// PaywallService returns the name of a service that restricts the access to articles and whose script
// the page has, or "".
func (p *Page) PaywallService() (name string) {
	p.document.Find("script[src]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
		name = paywallServices[p.Resolve(s.AttrOr("src", "")).RegistrableDomain()]
		return name == ""
	})
	return name
}
