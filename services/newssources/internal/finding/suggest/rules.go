package suggest

import (
	"encoding/base64"
	"slices"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// fieldOfDiscovery maps the name of a discovered field to the field of the source that it
// completes.
var fieldOfDiscovery = map[string]Field{
	"name": Name, "homepage_url": Homepage, "country": Country, "language": Languages, "logo_url": Logo,
}

// newProposals returns proposals for the empty and derived fields of a source, from the fields that
// a visit found.
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

// isUseful reports whether accepting a proposal would change its field. It canonicalizes a proposed
// homepage.
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

// origins maps the origins that discovery reports to texts that are clear without the page that was
// read.
var origins = map[string]string{
	"the page's title":                    "title of the homepage",
	"the page's language":                 "language of the homepage",
	"the page's own address":              "address that the homepage names as its own",
	"the page's icon":                     "icon of the homepage",
	"the page's touch icon":               "touch icon of the homepage",
	"/favicon.ico":                        "icon of the site",
	"og:locale":                           "data of the homepage for social networks",
	"og:site_name":                        "data of the homepage for social networks",
	"og:title":                            "data of the homepage for social networks",
	"og:image":                            "data of the homepage for social networks",
	"og:url":                              "data of the homepage for social networks",
	"JSON-LD":                             "data of the homepage for search engines",
	"the page's data for search engines":  "data of the homepage for search engines",
	"the page's data for social networks": "data of the homepage for social networks",
	"the domain":                          "country code of the domain",
	"the redirect":                        "redirect of the homepage",
	"the address":                         "address that answered",
	"the feed's title":                    "title of the feed",
}

// originOf returns the text for the origin of a proposed value.
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

// retryDelays are the delays after the first, second and third failed visit of a homepage. Most
// outages end within the 31 hours of the three retries.
var retryDelays = []time.Duration{time.Hour, 6 * time.Hour, 24 * time.Hour}

// MaxAttempts is the number of consecutive failures after which a homepage is not visited again.
var MaxAttempts = len(retryDelays) + 1

// maxRetryAfter bounds the delay that a site requests with Retry-After, which may be a year.
const maxRetryAfter = 7 * 24 * time.Hour

// permanentOutcomes are the outcomes that a retry does not change, because the site or the guard
// refuses visits.
var permanentOutcomes = []fetch.Outcome{
	fetch.Robots, fetch.Blocked, fetch.InvalidAddress, fetch.Unauthorized, fetch.Gone, "consent_wall", "sign_in_page",
}

// retryDelay returns the delay until the next visit after a failed one, or false if there is none.
// attempts is the number of visits since the last success, including the failed one.
func retryDelay(outcome fetch.Outcome, retryAfter time.Duration, attempts int) (time.Duration, bool) {
	// A robots.txt file that cannot be read has a delay.
	isPermanent := slices.Contains(permanentOutcomes, outcome) && retryAfter == 0
	if isPermanent || attempts >= MaxAttempts {
		return 0, false
	}
	return max(retryDelays[max(attempts, 1)-1], min(retryAfter, maxRetryAfter)), true
}
