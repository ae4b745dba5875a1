package weburl

import (
	"slices"
	"strings"
	"unicode"
)

// cutScheme tells the scheme from the rest, which begins with the authority. An address without one is https.
func cutScheme(raw string) (scheme, rest string, err error) {
	if name, after, ok := strings.Cut(raw, ":"); ok && strings.EqualFold(name, "feed") {
		raw = after // "feed:https://…" and "feed://…" are how news readers hand over an address
	}
	if after, ok := strings.CutPrefix(raw, "//"); ok {
		return "https", after, nil
	}
	name, after, ok := strings.Cut(raw, ":")
	if !ok || !isSchemeName(name) || isPort(name, after) {
		return "https", raw, bareAddress(raw)
	}
	switch name = strings.ToLower(name); {
	case name != "http" && name != "https":
		if _, end := userinfo(raw); end > 0 && !slices.Contains(otherSchemes, name) {
			return "", "", credentials() // "user:password@host": the name must not be repeated
		}
		return "", "", fail(CodeScheme, "Only http and https addresses can be gathered; this one begins with %q.", short(name)+":")
	case !strings.HasPrefix(after, "//"):
		return "", "", fail(CodeNoHost, `The two slashes after "%s:" are missing.`, name)
	}
	return name, after[2:], nil
}

// bareAddress tells an e-mail address from a host without a scheme.
func bareAddress(raw string) error {
	authority, rest := cutAuthority(raw)
	user, _, ok := strings.Cut(authority, "@")
	if ok && rest == "" && user != "" && !strings.Contains(user, ":") {
		return fail(CodeScheme, "This is an e-mail address, not a web address.")
	}
	return nil
}

// isPort tells "example.org:8080/feed" from "mailto:somebody": what stands before the colon is a host when it has a
// dot, or when a number follows.
func isPort(name, after string) bool {
	if strings.Contains(name, ".") {
		return true
	}
	port, _ := cutAuthority(after)
	return port != "" && strings.Trim(port, "0123456789") == "" && !slices.Contains(otherSchemes, strings.ToLower(name))
}

// cutAuthority cuts before the first character that ends an authority.
func cutAuthority(s string) (authority, rest string) {
	if i := strings.IndexAny(s, "/?#"); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

func isSchemeName(s string) bool {
	for i, c := range []byte(s) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || !isDigit(c) && c != '+' && c != '-' && c != '.') {
			return false
		}
	}
	return s != ""
}

// isSurrounding names what comes along when people copy an address: blanks, and the marks that pages put around text.
func isSurrounding(r rune) bool {
	return unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b'
}

// isForbidden names what never stands inside an address: blanks, controls and invisible characters, which hide where an
// address leads. The two joiners are letters' parts in Persian and Indic scripts.
func isForbidden(r rune) bool {
	if r == '\u200c' || r == '\u200d' {
		return false
	}
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Z)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
