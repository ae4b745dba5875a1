package transfer

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// outlineAddresses are the parsed addresses of an outline.
type outlineAddresses struct {
	feed, page weburl.URL // zero if malformed
	err        error      // describes a malformed feed address; a malformed page address is ignored
}

func parseAddresses(feed, page string) (a outlineAddresses) {
	a.feed, a.err = weburl.Parse(feed)
	a.page, _ = weburl.Parse(page)
	return a
}

// outlineOutlet is the outlet that an outline belongs to.
type outlineOutlet struct {
	urlKey            string // of the feed; empty: a source without feeds
	homepage          string
	isHomepageDerived bool // from the outlet, because the outline names no page of it
	outlet            source.Outlet
	page              source.Page // of its feed if the outlet has its domain, or else its homepage
}

// findOutlet returns the outlet of an outline: that of its page, or else that of its feed.
// pathPrefix distinguishes outlets on a host with several (see findPathPrefixes, listfile.NamedOutlet).
func (a outlineAddresses) findOutlet(pathPrefix string) (outlineOutlet, error) {
	if a.err != nil {
		return outlineOutlet{}, a.err
	}
	outlet, home := outletOf(a.feed), a.page
	page := source.NewPage(a.feed)
	named, isNamed := listfile.NamedOutlet(home, pathPrefix)
	isDerived := home.IsZero() || !isNamed && (pathPrefix != "" || !identifiesOutlet(home, outlet))
	if isNamed {
		outlet, page = named, source.Page{}
	} else if !isDerived {
		if outlet = outletOf(home); page.Domain != outlet.Domain {
			page = source.NewPage(home)
		}
	} else {
		outlet.PathPrefix = cmp.Or(pathPrefix, outlet.PathPrefix)
		var err error
		if home, err = weburl.Parse("https://" + homepageHost(a.feed, outlet) + outlet.PathPrefix); err != nil {
			return outlineOutlet{}, err
		}
	}
	return outlineOutlet{a.feed.Key(), home.String(), isDerived, outlet, page}, nil
}

// findLinkOutlet returns the outlet of a homepage.
func findLinkOutlet(homepage, pathPrefix string) (outlineOutlet, error) {
	page, err := weburl.Parse(homepage)
	if err != nil {
		return outlineOutlet{}, err
	}
	o := outlineOutlet{homepage: page.String(), outlet: outletOf(page), page: source.NewPage(page)}
	if named, isNamed := listfile.NamedOutlet(page, pathPrefix); isNamed {
		o.outlet, o.page = named, source.Page{}
	}
	return o, nil
}

// technicalLabel matches the first labels of hosts that serve feeds and files, but no pages: "feeds", "rss", "api2".
var technicalLabel = regexp.MustCompile(`^(?:.*(?:feed|rss|sitemap|syndicat).*|[a-z]?\d*|` +
	`(?:.*-)?(?:xml|atom|api|cdn|static|assets?|media|img|images?|files?|data|content|services?|partners?|mobile|amp|apps?` +
	`|audio|backend|cms|origin)\d*(?:-.*)?)$`)

// homepageHost returns the host of a derived homepage: the host of the feed without technical
// labels, such as "news.ycombinator.com", or "news.example.org" for "rss.news.example.org". For an
// outlet with a path, it is the host of the feed if the path of the feed begins with that path, as
// in "feeds.feedburner.com/TechCrunch", otherwise the domain.
func homepageHost(feed weburl.URL, outlet source.Outlet) string {
	host, path := feed.Host(), strings.ToLower(feed.Path()+"/")
	switch {
	case host == "www."+outlet.Domain:
		return host
	case outlet.PathPrefix != "" && strings.HasPrefix(path, strings.ToLower(outlet.PathPrefix+"/")):
		return host
	case outlet.PathPrefix != "" || weburl.IsHosted(feed):
		return outlet.Domain
	}
	for strings.HasSuffix(host, "."+outlet.Domain) {
		label, rest, _ := strings.Cut(host, ".")
		if !technicalLabel.MatchString(label) {
			return host
		}
		host = rest
	}
	return outlet.Domain
}

// commonHomepage returns the homepage of an outlet whose feeds result in two different derived
// homepages: the one at its domain or, if both are at subdomains, the domain.
func commonHomepage(first, second string, outlet source.Outlet) string {
	isDomain := func(address string) bool {
		home, err := weburl.Parse(address)
		return err == nil && home.Key() == outlet.Domain
	}
	switch {
	case first == second || outlet.PathPrefix != "" || isDomain(first):
		return first
	case isDomain(second):
		return second
	}
	return "https://" + outlet.Domain + "/"
}

// identifiesOutlet reports whether the page of an outline shows its outlet. A page on a hosting
// platform, such as the publisher's channel of videos, does so only for a feed of the same outlet.
func identifiesOutlet(page weburl.URL, feedOutlet source.Outlet) bool {
	outlet := outletOf(page)
	return outlet == feedOutlet || !weburl.IsPlatform(page) && outlet.PathPrefix == ""
}

func outletOf(address weburl.URL) source.Outlet {
	domain, prefix := weburl.Outlet(address)
	return source.Outlet{Domain: domain, PathPrefix: prefix}
}

// isName reports whether a title may name a source. Addresses used as titles do not; a domain such as "tsn.ua" may.
func isName(title string) bool {
	if title == "" || strings.Contains(title, "://") {
		return false
	}
	address, err := weburl.Parse(title)
	return err != nil || strings.ContainsAny(title, " \t") || len(address.Segments()) == 0 &&
		!strings.HasPrefix(address.Host(), "www.")
}
