package transfer

import (
	"cmp"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// outlineOutlet is the outlet that an outline belongs to.
type outlineOutlet struct {
	urlKey            string // of the feed
	homepage          string
	isHomepageDerived bool // from the outlet, because the outline names no page of it
	outlet            source.Outlet
}

// findOutlet returns the outlet of an outline: that of its page, or else that of its feed. pathPrefix distinguishes the
// outlets on a host with several publishers (see findPathPrefixes). The error describes a malformed feed address; a
// malformed page address
// is ignored.
func findOutlet(feed, page, pathPrefix string) (outlineOutlet, error) {
	address, err := weburl.Parse(feed)
	if err != nil {
		return outlineOutlet{}, err
	}
	outlet := outletOf(address)
	home, err := weburl.Parse(page)
	isDerived := err != nil || pathPrefix != "" || !identifiesOutlet(home, outlet)
	if !isDerived {
		outlet = outletOf(home)
	} else {
		outlet.PathPrefix = cmp.Or(pathPrefix, outlet.PathPrefix)
		if home, err = weburl.Parse("https://" + outlet.Domain + outlet.PathPrefix); err != nil {
			return outlineOutlet{}, err
		}
	}
	return outlineOutlet{address.Key(), home.String(), isDerived, outlet}, nil
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

// isName reports whether a title may name a source. Addresses used as titles do not.
func isName(title string) bool { return title != "" && !strings.Contains(title, "://") }
