package weburl

import (
	"strings"

	"golang.org/x/net/publicsuffix"
)

// RegistrableDomain is the part of the host that somebody registered: "bbc.co.uk" of "feeds.bbc.co.uk". Below suffixes
// that let people register names of their own, such as "github.io", that is the name below. A host that is such a
// suffix itself is returned as it is.
func (u URL) RegistrableDomain() string { return registrable(u.host) }

func registrable(host string) string {
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return host
	}
	return domain
}

// icannSuffix is the public suffix that registries run, without those that companies have put on the list: "com" of
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

// withoutWWW drops a leading "www." unless it is the registered name itself, as in "www.com". A port may follow.
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
