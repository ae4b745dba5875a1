package fetch

import (
	"net/url"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// target is an address that may be asked for: http or https, a public name in its one spelling, no credentials.
type target struct {
	*url.URL
	server weburl.URL
	outlet string // the registrable domain, which is what is paced
}

// parseTarget reads the address of a request. Every error is a *weburl.Error.
func parseTarget(raw string) (target, error) {
	canonical, err := weburl.Parse(raw)
	if err != nil {
		return target{}, err
	}
	// The path and the query stay as they are given; some servers mean something by a spelling that isn't canonical.
	address, err := url.Parse(strings.TrimSpace(raw))
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		if address, err = url.Parse(canonical.String()); err != nil {
			return target{}, notAnAddress
		}
	}
	return vet(address)
}

// resolve reads a Location. Bytes that don't belong into an address are encoded, as browsers do; a backslash isn't read as
// a slash, as browsers do, because that hides where an address leads.
func (t target) resolve(location string) (target, error) {
	if location = strings.TrimSpace(location); len(location) > weburl.MaxLength { // even if "./././" leads somewhere
		return target{}, notAnAddress
	}
	if strings.Contains(location, `\`) {
		return target{}, notAnAddress
	}
	next, err := t.Parse(encodeStray(location))
	if err != nil {
		return target{}, notAnAddress
	}
	return vet(next)
}

// vet refuses what must not even be looked up.
func vet(address *url.URL) (target, error) {
	if address.Scheme != "http" && address.Scheme != "https" { // feed: too, which is for people only
		return target{}, &weburl.Error{Code: weburl.CodeScheme, Detail: "Only http and https addresses can be gathered."}
	}
	if address.User != nil {
		return target{}, &weburl.Error{Code: weburl.CodeCredentials, Detail: "The address carries a user name or a password."}
	}
	site, err := weburl.Parse(address.Scheme + "://" + address.Host)
	if err != nil {
		return target{}, err
	}
	vetted := &url.URL{
		Scheme: site.Scheme(), Host: strings.TrimSuffix(strings.TrimPrefix(site.String(), site.Scheme()+"://"), "/"),
		Path: address.Path, RawPath: address.RawPath, RawQuery: encodeStray(address.RawQuery), ForceQuery: address.ForceQuery,
	}
	if vetted.Path == "" {
		vetted.Path = "/"
	}
	if _, err := weburl.Parse(vetted.String()); err != nil { // too long, say
		return target{}, err
	}
	return target{vetted, site, site.RegistrableDomain()}, nil
}

var notAnAddress = &weburl.Error{Code: weburl.CodeCharacters, Detail: "This isn't an address that can be fetched."}

// site names the server: what has a robots.txt of its own.
func (t target) site() string { return t.Scheme + "://" + t.Host }

// isPrivate tells an attempt to reach what isn't public from a typing error.
func isPrivate(code weburl.Code) bool {
	return code == weburl.CodeIPAddress || code == weburl.CodeLocalHost
}

// shown is what is kept of a Location: it may be as long as all headers together, and many are kept at the same time.
func shown(location string) string {
	bare := withoutUser(location)
	if len(bare) > weburl.MaxLength {
		return strings.ToValidUTF8(bare[:weburl.MaxLength], "") + "…"
	}
	return bare
}

// withoutUser drops user name and password from an address that is shown, whether or not it is a proper one.
func withoutUser(address string) string {
	bare, _, _ := weburl.SplitCredentials(address)
	return bare
}
