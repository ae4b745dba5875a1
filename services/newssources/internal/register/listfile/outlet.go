package listfile

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// ParseOutlet returns the outlet that the domain and the path of a record name. The domain may be an address, and the
// path may be a part of it. The error can be shown to members.
func ParseOutlet(domain, path string) (source.Outlet, error) {
	address, err := weburl.Parse(weburl.Clean(domain))
	if path = strings.Trim(path, "/"); err == nil && path != "" {
		address, err = weburl.Parse(address.Root().String() + path)
	}
	if err != nil {
		return source.Outlet{}, err
	}
	return outletAt(address), nil
}

// ParseParent returns the outlet of the Parent of a record: a domain with a path, or an address. The error can
// be shown to members.
func ParseParent(text string) (source.Outlet, error) {
	address, err := weburl.Parse(weburl.Clean(text))
	if err != nil {
		return source.Outlet{}, fmt.Errorf("“%s” is not a domain or an address. Enter the domain and path of the "+
			"parent, such as example.org/sport", textkey.Shorten(text, 80))
	}
	return outletAt(address), nil
}

// outletAt returns the outlet whose own address is given. Unlike weburl.Outlet, it keeps a subdomain and the path,
// which may be those of a source that is distinguished from others of its domain by them.
func outletAt(address weburl.URL) (o source.Outlet) {
	o.Domain, o.PathPrefix = weburl.Outlet(address)
	if !strings.HasSuffix("."+address.Host(), "."+o.Domain) { // the domain of a publisher or a platform
		return o
	}
	if root, err := weburl.Parse("https://" + address.Host()); err == nil && !weburl.IsHosted(address) {
		o.Domain = root.Key() // without "www."
	}
	// The spelling of a path on a platform is that of weburl.Outlet.
	path, n := strings.TrimSuffix(address.Path(), "/"), len(o.PathPrefix)
	if len(path) > n && strings.EqualFold(path[:n], o.PathPrefix) {
		o.PathPrefix += path[n:]
	}
	return o
}

// NamedOutlet returns the outlet with a path, such as /sport, a subdomain, or both, such as blog.example.org/sport. It
// reports whether the homepage lies within it.
func NamedOutlet(homepage weburl.URL, name string) (o source.Outlet, isWithin bool) {
	o.Domain, o.PathPrefix = weburl.Outlet(homepage)
	domain, path, _ := strings.Cut(strings.TrimRight(name, "/"), "/")
	if o.Domain = cmp.Or(domain, o.Domain); path != "" {
		o.PathPrefix = "/" + path
	}
	at, isWithin := o.At(homepage.String())
	return o, name != "" && isWithin && at == o
}

// WithoutSubdomain returns the outlet of the registrable domain, which people mean by a subdomain that has no source.
func WithoutSubdomain(o source.Outlet) source.Outlet {
	if address, err := weburl.Parse("https://" + o.Domain + o.PathPrefix); err == nil {
		o.Domain, _ = weburl.Outlet(address)
	}
	return o
}
