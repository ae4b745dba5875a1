package webpage

import (
	"regexp"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// HomeOf returns the homepage of the outlet at an address: the root of its server or, on a platform
// that tells its outlets apart by their paths, the outlet's page. It is the zero URL for the other
// pages of such a platform.
func HomeOf(address weburl.URL) weburl.URL {
	_, prefix := weburl.Outlet(address)
	switch {
	case address.IsRoot():
		return address
	case prefix != "":
		segments := address.Segments()
		if n := strings.Count(prefix, "/"); n <= len(segments) &&
			strings.EqualFold("/"+strings.Join(segments[:n], "/"), prefix) {
			return address.WithPath("/" + strings.Join(segments[:n], "/"))
		}
		return address
	case weburl.IsPlatform(address):
		return weburl.URL{}
	}
	return address.Root()
}

// IsBelowPlatform reports whether the server of an address belongs to a platform rather than to the
// outlet, so that its robots.txt, well-known paths and icons do not belong to the outlet.
func IsBelowPlatform(address weburl.URL) bool { return !isServerRoot(HomeOf(address)) }

func isServerRoot(home weburl.URL) bool { return !home.IsZero() && home.IsRoot() }

// mobileHost matches hosts with copies of the pages of another host for mobile devices.
var mobileHost = regexp.MustCompile(`^(m|mobile?|mobi|amp|touch|wap|lite|sp|3g)\.`)

// Home returns the homepage of the page's outlet, or the zero URL.
func (p *Page) Home() weburl.URL {
	if p.isMastodonProfile() {
		return p.URL.WithPath("/" + p.URL.Segments()[0])
	}
	if canonical := p.CanonicalLink(); mobileHost.MatchString(p.URL.Host()) &&
		canonical.RegistrableDomain() == p.URL.RegistrableDomain() {
		return HomeOf(canonical)
	}
	return HomeOf(p.URL)
}

// IsHome reports whether the page is the homepage of its outlet.
func (p *Page) IsHome() bool { return p.URL.Key() == p.Home().Key() }

// IsBelowPlatform is IsBelowPlatform for the address of a page; servers of Mastodon are recognised
// by their pages.
func (p *Page) IsBelowPlatform() bool { return !isServerRoot(p.Home()) }

// IsHosted reports whether the page is that of an outlet on a platform rather than one of the
// platform's own.
func (p *Page) IsHosted() bool {
	return p.isMastodonProfile() || weburl.IsHosted(p.URL) && !(p.URL.IsRoot() && weburl.IsPlatform(p.URL))
}
