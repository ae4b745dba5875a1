package transfer

import (
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// place is where an outline belongs: its address, the homepage of the outlet that publishes it, and that outlet.
type place struct {
	key      string
	homepage string
	outlet   source.Outlet
}

// placeOf reads the addresses of an outline. Its error says to a person what is wrong with the feed's address; a wrong
// address of the page is no reason to refuse a feed.
func placeOf(feed, page string) (place, error) {
	address, err := weburl.Parse(feed)
	if err != nil {
		return place{}, err
	}
	outlet := outletOf(address)
	home, err := weburl.Parse(page)
	if err != nil || outletOf(home) != outlet && !moreTelling(home, address) {
		if home, err = weburl.Parse("https://" + outlet.Domain + outlet.PathPrefix); err != nil {
			return place{}, err
		}
	}
	return place{address.Key(), home.String(), outletOf(home)}, nil
}

// moreTelling says whether a page names the outlet better than its feed does: a feed on a host that many share says little
// about who publishes it, a page on a host of its own says all.
func moreTelling(page, feed weburl.URL) bool {
	shared := weburl.IsPlatform(feed) || outletOf(feed).PathPrefix != ""
	return shared && !weburl.IsPlatform(page) && outletOf(page).PathPrefix == ""
}

func outletOf(address weburl.URL) source.Outlet {
	domain, prefix := weburl.Outlet(address)
	return source.Outlet{Domain: domain, PathPrefix: prefix}
}
