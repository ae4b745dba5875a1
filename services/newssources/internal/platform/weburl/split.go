package weburl

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cutScheme splits raw into scheme and rest, which begins with the authority. The default scheme is
// https.
func cutScheme(raw string) (scheme, rest string, err error) {
	if name, after, ok := strings.Cut(raw, ":"); ok && strings.EqualFold(name, "feed") {
		raw = after // links for feed readers: "feed:https://…" and "feed://…"
	}
	if after, ok := strings.CutPrefix(raw, "//"); ok {
		return "https", after, nil
	}
	name, after, ok := strings.Cut(raw, ":")
	if !ok || !isSchemeName(name) || isPort(name, after) {
		return "https", raw, checkNoEmail(raw)
	}
	switch name = strings.ToLower(name); {
	case name != "http" && name != "https":
		if _, end := userinfo(raw); end > 0 && !slices.Contains(otherSchemes, name) {
			return "", "", errCredentials() // "user:password@host": the name must not be repeated
		}
		return "", "", fail(CodeScheme, "Only http and https addresses are supported; this one begins with %q.",
			abbreviate(name)+":")
	case !strings.HasPrefix(after, "//"):
		return "", "", fail(CodeNoHost, `Two slashes are missing after "%s:".`, name)
	}
	return name, after[2:], nil
}

// checkNoEmail returns an error if raw, which has no scheme, is an e-mail address.
func checkNoEmail(raw string) error {
	authority, rest := cutAuthority(raw)
	user, _, ok := strings.Cut(authority, "@")
	if ok && rest == "" && user != "" && !strings.Contains(user, ":") {
		return fail(CodeScheme, "This is an e-mail address, not a web address.")
	}
	return nil
}

// isPort reports whether the colon between name and after precedes a port ("example.org:8080/feed")
// rather than ending a scheme ("mailto:user"): name contains a dot, or a number follows.
func isPort(name, after string) bool {
	if strings.Contains(name, ".") {
		return true
	}
	port, _ := cutAuthority(after)
	return port != "" && strings.Trim(port, "0123456789") == "" && !slices.Contains(otherSchemes, strings.ToLower(name))
}

// cutAuthority splits s before the first "/", "?" or "#".
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

// isSurrounding reports whether r is white space, a byte order mark or a zero-width space, which
// are often copied along with an address.
func isSurrounding(r rune) bool {
	return unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b'
}

// isForbidden reports whether r is white space, a control character or an invisible character;
// invisible characters can disguise an address. The zero-width joiners are allowed: Persian and
// Indic scripts need them.
func isForbidden(r rune) bool {
	if r < utf8.RuneSelf { // nearly always; the tables are slower
		return r <= ' ' || r == 0x7f
	}
	if r == '\u200c' || r == '\u200d' {
		return false
	}
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Z)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
