// Package weburl parses web addresses into a canonical form, compares them, and determines the
// outlet that an address belongs to. It performs no network access.
//
// Accepted are http and https addresses; a bare host, "//host" and "feed://host" become https;
// surrounding white space is removed. Rejected addresses are listed with their codes in errors.go.
// A "%" without two hexadecimal digits is rejected and not repaired: the address is incomplete, and
// a guess would store an address that was never seen to work.
//
// The tables are in tables.go (tracking parameters, local domains) and platforms*.go (hosting
// platforms); the test cases are in testdata/addresses.tsv.
package weburl

import (
	"net/url"
	"strings"
	"unicode/utf8"
)

// MaxLength is the maximum length of an address in bytes, as given and in canonical form. 2,048 is
// the limit that browsers, sitemaps and proxies share.
const MaxLength = 2048

// URL is a canonical address, created by Parse. The zero value is no address.
type URL struct {
	scheme string // "http" or "https"
	host   string // ASCII, lower case, no trailing dot
	port   string // empty for the scheme's default port
	path   string // begins with a slash
	query  string // without the question mark
}

// Parse parses and canonicalizes an address. Every error is an *Error.
func Parse(raw string) (URL, error) {
	raw = strings.TrimFunc(raw, isSurrounding)
	switch {
	case raw == "":
		return URL{}, fail(CodeEmpty, "The address is empty.")
	case len(raw) > MaxLength:
		return URL{}, errTooLong(len(raw))
	case !utf8.ValidString(raw) || strings.ContainsFunc(raw, isForbidden):
		return URL{}, fail(CodeCharacters, "The address contains a blank, a line break or an invisible character. Copy the "+
			"whole address again.")
	case strings.ContainsRune(raw, '\\'):
		return URL{}, fail(CodeBackslash, `The address contains a backslash (\). Web addresses use "/".`)
	}

	scheme, rest, err := cutScheme(raw)
	if err != nil {
		return URL{}, err
	}
	if _, end := userinfo(raw); end > 0 {
		return URL{}, errCredentials()
	}
	authority, rest := cutAuthority(rest)
	host, port, err := parseAuthority(authority, scheme)
	if err != nil {
		return URL{}, err
	}
	path, query, err := parsePath(rest)
	if err != nil {
		return URL{}, err
	}
	u := URL{scheme: scheme, host: host, port: port, path: path, query: query}
	if n := len(u.String()); n > MaxLength { // percent-encoding and punycode lengthen an address
		return URL{}, errTooLong(n)
	}
	return u, nil
}

// Resolve parses a reference, such as the href of a link, relative to u. User name, password and
// fragment are dropped.
func (u URL) Resolve(reference string) (URL, error) {
	base, err := url.Parse(u.String())
	if err != nil {
		return URL{}, fail(CodeCharacters, "The address cannot be resolved.")
	}
	to, err := base.Parse(reference)
	if err != nil || to.Scheme != "http" && to.Scheme != "https" {
		return URL{}, fail(CodeScheme, "The reference is not a web address.")
	}
	to.Fragment, to.RawFragment, to.User = "", "", nil
	return Parse(to.String())
}

// String returns the canonical address, which is stored and fetched. Parse(u.String()) returns u.
func (u URL) String() string {
	if u.IsZero() {
		return ""
	}
	return u.scheme + "://" + u.authority() + u.RequestPath()
}

// Key returns the address without scheme, leading "www." and trailing slash of the path. Addresses
// with equal keys are duplicates (column url_key). The path keeps its case.
func (u URL) Key() string {
	if u.IsZero() {
		return ""
	}
	return withoutWWW(u.authority()) + strings.TrimSuffix(u.path, "/") + u.suffix()
}

// Root returns the address of the server's root: "https://example.org/".
func (u URL) Root() URL {
	if u.IsZero() {
		return u
	}
	return URL{scheme: u.scheme, host: u.host, port: u.port, path: "/"}
}

// WithPath returns the address of another path on the same server, without a query.
func (u URL) WithPath(path string) URL {
	u.path, u.query = path, ""
	return u
}

// WithHost returns the address with another host name, which must be canonical.
func (u URL) WithHost(host string) URL {
	u.host = host
	return u
}

// WithHTTPS returns the same address with the scheme https.
func (u URL) WithHTTPS() URL {
	u.scheme = "https"
	return u
}

// WithHTTP returns the same address with the scheme http.
func (u URL) WithHTTP() URL {
	u.scheme = "http"
	return u
}

// HasPort reports whether the address names a port other than its scheme's default.
func (u URL) HasPort() bool { return u.port != "" }

// IsZero reports whether u is the zero value.
func (u URL) IsZero() bool { return u.host == "" }

// IsRoot reports whether u is the root of its server, without a query.
func (u URL) IsRoot() bool { return strings.Trim(u.path, "/") == "" && u.query == "" }

// Scheme returns "http" or "https".
func (u URL) Scheme() string { return u.scheme }

// Host returns the host name in ASCII (punycode), without port.
func (u URL) Host() string { return u.host }

// Path returns the path, which begins with a slash.
func (u URL) Path() string { return u.path }

// Query returns the query without its question mark.
func (u URL) Query() string { return u.query }

// RequestPath returns path and query.
func (u URL) RequestPath() string { return u.path + u.suffix() }

// Segments returns the segments of the path that are not empty.
func (u URL) Segments() []string {
	return strings.FieldsFunc(u.path, func(r rune) bool { return r == '/' })
}

// Parameter returns the first value of a query parameter, percent-encoded.
func (u URL) Parameter(name string) string {
	for p := range strings.SplitSeq(u.query, "&") {
		if key, value, _ := strings.Cut(p, "="); key == name {
			return value
		}
	}
	return ""
}

// MixedScript reports whether a label of the host mixes scripts, as names do that imitate another
// one.
func (u URL) MixedScript() bool {
	_, mixed := Unicode(u.host)
	return mixed
}

func (u URL) authority() string {
	if u.port == "" {
		return u.host
	}
	return u.host + ":" + u.port
}

func (u URL) suffix() string {
	if u.query == "" {
		return ""
	}
	return "?" + u.query
}
