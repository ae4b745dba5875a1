// Package homepage notices at visits that the homepage of a source shows another outlet, or an offer of its
// domain (ADR 85).
package homepage

import (
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletfield"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
)

// minHeadlines is the minimum number of headlines of a page that is compared. Pages that check visitors, ask
// for consent or report an outage have fewer.
const minHeadlines = 10

// Page is what a homepage shows of its outlet.
type Page struct {
	outline  outlet.Outline
	isParked bool
}

// Read returns what the fetched homepage shows of its outlet, or an empty Page if it has no body or too few
// headlines.
func Read(result *fetch.Result, address string) Page {
	if len(result.Body) == 0 {
		return Page{}
	}
	if outlet.IsParkedPage(result.Body, result.ContentType, address, result.FinalURL) {
		return Page{isParked: true}
	}
	url, _ := weburl.Parse(result.FinalURL)
	page := webpage.Parse(url, result.Body, result.ContentType, result.Header)
	headlines := page.Headlines()
	if len(headlines) < minHeadlines {
		return Page{}
	}
	document := &feed.Document{Title: nameOf(page), Description: page.Meta("description"), Language: page.Language(),
		Generator: page.Meta("generator")}
	if root, err := markup.ParsePage(result.Body, result.ContentType); err == nil {
		document.Hosts, document.Classes = pagelist.Template(root)
	}
	for _, title := range headlines {
		document.Items = append(document.Items, feed.Item{Title: title, URL: url.String()})
	}
	outline := outlet.OutlineOf(document, nil, func(int) bool { return true })
	outline.Certificate = outlet.CertificateNames(result)
	outline.Items = 0   // not compared: visits are 30 days apart, so headlines rarely recur
	outline.Forms = nil // forms of item addresses, not compared
	return Page{outline: outline}
}

// nameOf returns the most trusted name of the outlet that the page gives.
func nameOf(page *webpage.Page) string {
	names := slices.DeleteFunc(outletfield.OfPage(page, false), func(f outletfield.Field) bool {
		return f.Name != outletfield.Name || f.Value == ""
	})
	if len(names) == 0 {
		return page.Title()
	}
	return slices.MaxFunc(names, outletfield.CompareTrust).Value
}
