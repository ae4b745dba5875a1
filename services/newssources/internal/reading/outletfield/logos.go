package outletfield

import (
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
)

// LogosOf returns the images that a page names, the best first, as fields without an image.
func LogosOf(p *webpage.Page) []Field {
	fields := []Field{newField(Logo, p.Resolve(p.Publisher.Logo).String(), "the page's data for search engines",
		trustData)}
	if p.IsBelowPlatform() { // the icons are the platform's
		return slices.DeleteFunc([]Field{newField(Logo, p.Resolve(ownImage(p)).String(),
			"the page's data for social networks", trustPage)}, hasNoValue)
	}
	for _, icon := range p.Icons() {
		from, trust := "the page's icon", trustPage
		if icon.IsTouch {
			from, trust = "the page's touch icon", trustMeta
		}
		fields = append(fields, newField(Logo, icon.URL.String(), from, trust))
	}
	fields = append(fields, Field{Name: Logo, Value: p.URL.WithPath("/favicon.ico").String(), From: "/favicon.ico"})
	return slices.DeleteFunc(fields, hasNoValue)
}

func hasNoValue(f Field) bool { return f.Value == "" }

// ownImage returns the image of an outlet's page on a platform, "" if the page is another one.
func ownImage(p *webpage.Page) string {
	if !p.IsHome() {
		return ""
	}
	return p.Meta("og:image")
}
