package suggest

import (
	"encoding/base64"
	"slices"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/discover"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// fieldOfDiscovery are the fields of a discovery by the field that they complete.
var fieldOfDiscovery = map[string]Field{
	"name": Name, "homepage_url": Homepage, "country": Country, "language": Languages, "logo_url": Logo,
}

// newProposals returns the proposals for the empty and derived fields of a source, by what a visit found.
func newProposals(s source.Completable, found []discover.Field) (list []Proposal) {
	for _, f := range found {
		field := fieldOfDiscovery[f.Name]
		before, canComplete := s.Value(string(field))
		p := Proposal{Field: field, Before: before, Value: strings.TrimSpace(f.Value), Origin: originOf(field, f.From)}
		if !canComplete || !p.isUseful() {
			continue
		}
		if field == Logo {
			_, encoded, _ := strings.Cut(f.Image, ",")
			png, err := base64.StdEncoding.DecodeString(encoded)
			if err != nil || len(png) == 0 { // the image could not be fetched
				continue
			}
			p.PNG = png
		}
		list = append(list, p)
	}
	return list
}

// isUseful reports whether a proposal changes its field.
func (p *Proposal) isUseful() bool {
	switch p.Field {
	case Name:
		return p.Value != "" && source.Fold(p.Value) != source.Fold(p.Before) && !strings.Contains(p.Value, "://")
	case Homepage:
		address, err := weburl.Parse(p.Value)
		if err == nil {
			p.Value = address.String()
		}
		return err == nil && p.Value != p.Before
	}
	return p.Value != "" && p.Value != p.Before
}

// origins are the origins of discovered fields in words that do not depend on a shown page.
var origins = map[string]string{
	"the page's title":          "title of the homepage",
	"the page's lang":           "lang attribute of the homepage",
	"the page's canonical link": "canonical link of the homepage",
	"the page's icon":           "icon of the homepage",
	"the page's touch icon":     "touch icon of the homepage",
	"/favicon.ico":              "/favicon.ico of the site",
	"og:locale":                 "og:locale of the homepage",
	"og:site_name":              "og:site_name of the homepage",
	"og:title":                  "og:title of the homepage",
	"og:image":                  "og:image of the homepage",
	"og:url":                    "og:url of the homepage",
	"JSON-LD":                   "JSON-LD of the homepage",
	"the domain":                "country code of the domain",
	"the redirect":              "redirect of the homepage",
	"the address":               "address that answered",
	"the feed's title":          "title of the feed",
}

func originOf(field Field, from string) string {
	switch {
	case from == "the feed" && field == Homepage:
		return "link of the feed"
	case from == "the feed":
		return "language of the feed"
	case origins[from] != "":
		return origins[from]
	}
	return from
}

// retryDelays are the delays after the failed visits of a homepage. After the last one, it is not visited again.
var retryDelays = []time.Duration{time.Hour, 6 * time.Hour, 24 * time.Hour}

// MaxAttempts is the maximum number of visits of a homepage that fails.
var MaxAttempts = len(retryDelays) + 1

// maxRetryAfter bounds the delay that a site requests.
const maxRetryAfter = 7 * 24 * time.Hour

// lastingOutcomes are failures that a retry does not change: the site or the guard refuses visits.
var lastingOutcomes = []fetch.Outcome{
	fetch.Robots, fetch.Blocked, fetch.InvalidAddress, fetch.Unauthorized, fetch.Gone, "consent_wall", "sign_in_page",
}

// retryDelay returns the delay until the next visit after a failed one, or false if there is none. attempts includes the
// failed one.
func retryDelay(outcome fetch.Outcome, retryAfter time.Duration, attempts int) (time.Duration, bool) {
	isLasting := slices.Contains(lastingOutcomes, outcome) && retryAfter == 0 // robots.txt that cannot be read has a delay
	if isLasting || attempts >= MaxAttempts {
		return 0, false
	}
	return max(retryDelays[max(attempts, 1)-1], min(retryAfter, maxRetryAfter)), true
}
