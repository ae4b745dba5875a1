package outletfield

import (
	"fmt"

	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
)

// The kinds of paywalls, as the field of a source has them.
const (
	metered = "metered"
	hard    = "hard"
)

// minArticles is the number of articles without a free one that show a hard paywall: a metered one may
// declare some articles to be paid.
const minArticles = 3

// PaywallOf returns the kinds of paywalls that a homepage declares, with the places where it does.
func PaywallOf(p *webpage.Page) (fields []Field) {
	add := func(isFound bool, value, from string, trust int) {
		if isFound {
			fields = append(fields, newField(Paywall, value, from, trust))
		}
	}
	free, paid := p.ArticleAccess()
	kind := metered
	if free == 0 && paid >= minArticles {
		kind = hard
	}
	from := fmt.Sprintf("isAccessibleForFree is false for %d of %d articles on the homepage", paid, paid+free)
	add(paid > 0, kind, from, trustData)
	tier := map[string]string{"metered": metered, "locked": hard}[p.Meta("article:content_tier")]
	add(tier != "", tier, "article:content_tier of the homepage", trustMeta)
	service := p.PaywallService()
	add(service != "", metered, "script of "+service+" on the homepage", trustPage)
	return fields
}
