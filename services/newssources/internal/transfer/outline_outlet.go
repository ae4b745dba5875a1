package transfer

import (
	"cmp"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
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
	urlKey            string // of the feed
	homepage          string
	isHomepageDerived bool // from the outlet, because the outline names no page of it
	outlet            source.Outlet
}

// findOutlet returns the outlet of an outline: that of its page, or else that of its feed. pathPrefix distinguishes the
// outlets on a host with several publishers (see findPathPrefixes).
func (a outlineAddresses) findOutlet(pathPrefix string) (outlineOutlet, error) {
	if a.err != nil {
		return outlineOutlet{}, a.err
	}
	outlet, home := outletOf(a.feed), a.page
	isDerived := home.IsZero() || pathPrefix != "" || !identifiesOutlet(home, outlet)
	if !isDerived {
		outlet = outletOf(home)
	} else {
		outlet.PathPrefix = cmp.Or(pathPrefix, outlet.PathPrefix)
		var err error
		if home, err = weburl.Parse("https://" + homepageHost(a.feed, outlet) + outlet.PathPrefix); err != nil {
			return outlineOutlet{}, err
		}
	}
	return outlineOutlet{a.feed.Key(), home.String(), isDerived, outlet}, nil
}

// homepageHost returns the host of a derived homepage. It is the host of the feed where that is likely to answer with a page
// of the outlet: the "www." host of the domain, and a host on which the path of the feed begins with the outlet's path, as
// in "feeds.feedburner.com/TechCrunch". Otherwise it is the domain.
func homepageHost(feed weburl.URL, outlet source.Outlet) string {
	path, prefix := strings.ToLower(feed.Path()+"/"), strings.ToLower(outlet.PathPrefix+"/")
	if feed.Host() == "www."+outlet.Domain || prefix != "/" && strings.HasPrefix(path, prefix) {
		return feed.Host()
	}
	return outlet.Domain
}

// identifiesOutlet reports whether the page of an outline shows its outlet. A page on a hosting platform, such as the
// publisher's channel of videos, does so only for a feed of the same outlet.
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
	return err != nil || strings.ContainsAny(title, " \t") || len(address.Segments()) == 0 && !strings.HasPrefix(address.Host(), "www.")
}
