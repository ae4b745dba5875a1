package transfer

import (
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// outlineOutlet is the outlet that an outline belongs to.
type outlineOutlet struct {
	urlKey   string // of the feed
	homepage string
	outlet   source.Outlet
}

// findOutlet derives the outlet from the addresses of an outline. The error describes a malformed feed address; a malformed
// page address is ignored.
func findOutlet(feed, page string) (outlineOutlet, error) {
	address, err := weburl.Parse(feed)
	if err != nil {
		return outlineOutlet{}, err
	}
	outlet := outletOf(address)
	home, err := weburl.Parse(page)
	if err != nil || outletOf(home) != outlet && !identifiesOutletBetter(home, address) {
		if home, err = weburl.Parse("https://" + outlet.Domain + outlet.PathPrefix); err != nil {
			return outlineOutlet{}, err
		}
	}
	return outlineOutlet{address.Key(), home.String(), outletOf(home)}, nil
}

// identifiesOutletBetter reports whether a page identifies the outlet better than its feed: the feed is on a hosting
// platform, and the page is on a domain of its own.
func identifiesOutletBetter(page, feed weburl.URL) bool {
	shared := weburl.IsPlatform(feed) || outletOf(feed).PathPrefix != ""
	return shared && !weburl.IsPlatform(page) && outletOf(page).PathPrefix == ""
}

func outletOf(address weburl.URL) source.Outlet {
	domain, prefix := weburl.Outlet(address)
	return source.Outlet{Domain: domain, PathPrefix: prefix}
}
