package weburl

import (
	"strings"

	"golang.org/x/net/publicsuffix"
)

// RegistrableDomain returns the public suffix of the host plus one label: "bbc.co.uk" for
// "feeds.bbc.co.uk". Private suffixes such as "github.io" count. A host that is a public suffix
// itself is returned unchanged.
func (u URL) RegistrableDomain() string {
	domain, err := publicsuffix.EffectiveTLDPlusOne(u.host)
	if err != nil {
		return u.host
	}
	return domain
}

// IsPublicSuffix reports whether the host is a public suffix, with or without "www.", below which many outlets
// have their domains: "co.uk", "www.co.uk", or a private suffix such as "github.io".
func (u URL) IsPublicSuffix() bool {
	host := strings.TrimPrefix(u.host, "www.")
	suffix, _ := publicsuffix.PublicSuffix(host)
	return suffix == host
}

// icannSuffix returns the public suffix from the ICANN section of the list: "com" for
// "a.blogspot.com".
func icannSuffix(host string) string {
	for {
		suffix, icann := publicsuffix.PublicSuffix(host)
		_, parent, ok := strings.Cut(suffix, ".")
		if icann || !ok {
			return suffix
		}
		host = parent
	}
}

// withoutWWW removes a leading "www." unless "www" is the registered name itself, as in "www.com".
// authority may end in a port.
func withoutWWW(authority string) string {
	rest, ok := strings.CutPrefix(authority, "www.")
	if !ok {
		return authority
	}
	host, _, _ := strings.Cut(rest, ":")
	if icannSuffix(host) == host {
		return authority
	}
	return rest
}

// DomainOf returns the registrable domain of an address, to whose hosts requests are spaced together,
// because they are often one server. It returns an invalid address as it is.
func DomainOf(address string) string {
	u, err := Parse(address)
	if err != nil {
		return address
	}
	return u.RegistrableDomain()
}
