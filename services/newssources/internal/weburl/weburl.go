// Package weburl turns the address that a person pastes, or that a list carries, into its canonical form, and says
// which addresses are the same and which outlet an address belongs to. It is pure: nothing is looked up or fetched.
//
// What is accepted: http and https; a bare host, "//host" and "feed://host" count as https; blanks around the address
// are dropped. What is refused, each with its own code and a text for people, stands in errors.go. A "%" that isn't
// followed by two hexadecimal digits is refused and not repaired: such an address was cut off or damaged on its way,
// and a guess would store one that nobody ever saw working.
//
// The lists (tracking parameters, local names, hosting domains) stand in rules.go and hosting.go, the table of tests in
// testdata/addresses.tsv.
package weburl

import (
	"strings"
	"unicode/utf8"
)

// MaxLength is the longest address in bytes, as given and in canonical form. Longer ones break servers and indexes:
// 2,048 is what browsers, sitemaps and proxies agree on.
const MaxLength = 2048

// URL is a canonical address. The zero value is no address; only Parse makes one.
type URL struct {
	scheme string // "http" or "https"
	host   string // ASCII, lower case, no trailing dot
	port   string // empty when it is the scheme's own
	path   string // begins with a slash
	query  string // without the question mark; empty when there is none
}

// Parse reads an address. Every error it returns is an *Error.
func Parse(raw string) (URL, error) {
	raw = strings.TrimFunc(raw, isSurrounding)
	switch {
	case raw == "":
		return URL{}, fail(CodeEmpty, "The address is empty.")
	case len(raw) > MaxLength:
		return URL{}, tooLong(len(raw))
	case !utf8.ValidString(raw) || strings.ContainsFunc(raw, isForbidden):
		return URL{}, fail(CodeCharacters, "The address contains a blank, a line break or an invisible character. Copy it again as a whole.")
	case strings.ContainsRune(raw, '\\'):
		return URL{}, fail(CodeBackslash, `The address contains a backslash (\). Web addresses use "/".`)
	}

	scheme, rest, err := cutScheme(raw)
	if err != nil {
		return URL{}, err
	}
	if _, end := userinfo(raw); end > 0 {
		return URL{}, credentials()
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
	if n := len(u.String()); n > MaxLength { // percent-encoding and punycode make an address longer
		return URL{}, tooLong(n)
	}
	return u, nil
}

// String is the canonical address: what is stored and fetched. Parse(u.String()) gives u again.
func (u URL) String() string {
	if u.host == "" {
		return ""
	}
	return u.scheme + "://" + u.authority() + u.path + u.suffix()
}

// Key is what makes two addresses duplicates (url_key): the canonical address without scheme, without a leading "www."
// and without the path's trailing slash. Nothing else is dropped; in particular the path keeps its case.
func (u URL) Key() string {
	if u.host == "" {
		return ""
	}
	return withoutWWW(u.authority()) + strings.TrimSuffix(u.path, "/") + u.suffix()
}

// Scheme is "http" or "https".
func (u URL) Scheme() string { return u.scheme }

// Host is the host name in ASCII (punycode), without port.
func (u URL) Host() string { return u.host }

// DisplayHost is the host name as people read it: Unicode, but labels that mix scripts stay ASCII.
func (u URL) DisplayHost() string {
	display, _ := Unicode(u.host)
	return display
}

// MixedScript says that a label of the host mixes scripts, as look-alikes of other names do.
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
