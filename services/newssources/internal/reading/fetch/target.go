package fetch

import (
	"net/url"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// target is an address that may be requested: http or https, a canonical public host name, no
// credentials.
type target struct {
	*url.URL
	server weburl.URL
	domain string // the registrable domain, by which requests are paced
}

// parseTarget parses the address of a request. Every error is a *weburl.Error.
func parseTarget(raw string) (target, error) {
	canonical, err := weburl.Parse(raw)
	if err != nil {
		return target{}, err
	}
	// Path and query are kept as given, because some servers distinguish spellings that
	// canonicalisation would merge.
	address, err := url.Parse(strings.TrimSpace(raw))
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		if address, err = url.Parse(canonical.String()); err != nil {
			return target{}, errNotAnAddress
		}
	}
	return validate(address)
}

// resolve resolves a Location header. Invalid bytes are percent-encoded, as browsers do. Unlike in
// browsers, a backslash is refused instead of read as a slash, because it disguises the host.
func (t target) resolve(location string) (target, error) {
	if location = strings.TrimSpace(location); len(location) > weburl.MaxLength {
		return target{}, errNotAnAddress
	}
	if strings.Contains(location, `\`) {
		return target{}, errNotAnAddress
	}
	next, err := t.Parse(weburl.EncodeStray(location))
	if err != nil {
		return target{}, errNotAnAddress
	}
	return validate(next)
}

// validate refuses addresses whose host must not even be resolved.
func validate(address *url.URL) (target, error) {
	if address.Scheme != "http" && address.Scheme != "https" { // also refuses feed:, which weburl accepts from people
		return target{}, &weburl.Error{Code: weburl.CodeScheme, Detail: "Only http and https addresses can be fetched."}
	}
	if address.User != nil {
		return target{}, &weburl.Error{Code: weburl.CodeCredentials,
			Detail: "The address contains a user name or a password."}
	}
	site, err := weburl.Parse(address.Scheme + "://" + address.Host)
	if err != nil {
		return target{}, err
	}
	validated := &url.URL{
		Scheme: site.Scheme(), Host: strings.TrimSuffix(strings.TrimPrefix(site.String(), site.Scheme()+"://"), "/"),
		Path: address.Path, RawPath: address.RawPath, RawQuery: weburl.EncodeStray(address.RawQuery),
		ForceQuery: address.ForceQuery,
	}
	if validated.Path == "" {
		validated.Path = "/"
	}
	if _, err := weburl.Parse(validated.String()); err != nil { // for example, too long
		return target{}, err
	}
	return target{validated, site, site.RegistrableDomain()}, nil
}

var errNotAnAddress = &weburl.Error{Code: weburl.CodeCharacters, Detail: "This is not a valid web address."}

// key returns the key of the address; see weburl.URL.Key.
func (t target) key() string {
	address, _ := weburl.Parse(t.String())
	return address.Key()
}

// site returns the origin, which has its own robots.txt.
func (t target) site() string { return t.Scheme + "://" + t.Host }

// isPrivate reports whether an address was refused because it is not public, rather than malformed.
func isPrivate(code weburl.Code) bool {
	return code == weburl.CodeIPAddress || code == weburl.CodeLocalHost
}

// displayLocation returns a Location for results: without credentials and truncated, because many
// are kept and each may be as long as all headers together.
func displayLocation(location string) string {
	bare := withoutUser(location)
	if len(bare) > weburl.MaxLength {
		return strings.ToValidUTF8(bare[:weburl.MaxLength], "") + "…"
	}
	return bare
}

// withoutUser removes user name and password from an address, even if the address is malformed.
func withoutUser(address string) string {
	bare, _, _ := weburl.SplitCredentials(address)
	return bare
}
