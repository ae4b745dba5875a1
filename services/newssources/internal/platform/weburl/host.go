package weburl

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// parseAuthority parses "host:port". The returned port is empty when it is the scheme's default.
func parseAuthority(authority, scheme string) (host, port string, err error) {
	if strings.ContainsAny(authority, "[]") || isIPv6(authority) {
		return "", "", errIPAddress()
	}
	host, port, _ = strings.Cut(authority, ":")
	if host == "" {
		return "", "", fail(CodeNoHost, "The address has no host name, such as example.org.")
	}
	if host, err = parseHost(host); err != nil {
		return "", "", err
	}
	if port, err = parsePort(port, scheme); err != nil {
		return "", "", err
	}
	return host, port, nil
}

func parsePort(port, scheme string) (string, error) {
	if port == "" {
		return "", nil
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || n == 0 || !isDigit(port[0]) {
		return "", fail(CodePort, "The port %q is not a number from 1 to 65535.", abbreviate(port))
	}
	if scheme == "http" && n == 80 || scheme == "https" && n == 443 {
		return "", nil
	}
	return strconv.FormatUint(n, 10), nil
}

// parseHost returns the host name in lower-case ASCII without a trailing dot. It rejects names that
// cannot be public.
func parseHost(raw string) (string, error) {
	host, err := toASCII(raw)
	if err != nil {
		return "", err
	}
	host = strings.TrimSuffix(host, ".")
	labels := strings.Split(host, ".")
	last := labels[len(labels)-1]
	switch {
	case isIPv4Label(last):
		return "", errIPAddress()
	case host == "http" || host == "https":
		return "", fail(CodeNoHost,
			`The beginning of the address is misspelt or repeated: "https://" must be followed by a host name, such as example.org.`)
	case len(host) > 253: // DNS: the longest name in its text form
		return "", fail(CodeHost, "The host name is longer than DNS allows.")
	}
	for _, label := range labels {
		if !isLabel(label) {
			return "", fail(CodeHost, "%q is not a valid host name.", abbreviate(host))
		}
	}
	if len(labels) == 1 {
		return "", fail(CodeLocalHost, "%q has no dot. Use a public host name, such as example.org.", abbreviate(host))
	}
	for _, local := range localDomains {
		if strings.HasSuffix("."+host, "."+local) {
			return "", fail(CodeLocalHost, "%q exists only in private networks.", abbreviate(host))
		}
	}
	return host, nil
}

// toASCII maps an internationalized name with IDNA's Lookup profile (UTS 46, non-transitional).
// ASCII names skip the mapping, because the profile rejects names in use: "my_blog.example.org",
// "r3---sn.example.org".
func toASCII(raw string) (string, error) {
	if escapedUnicode.MatchString(raw) {
		if plain, err := url.PathUnescape(raw); err == nil && utf8.ValidString(plain) {
			raw = plain
		}
	}
	if strings.ContainsFunc(raw, func(r rune) bool { return r >= 0x80 }) {
		host, err := idna.Lookup.ToASCII(raw)
		if err != nil || !isASCIILower(host) {
			return "", fail(CodeIDN, "%q is not a valid internationalized host name.", abbreviate(raw))
		}
		raw = host
	}
	host := strings.ToLower(raw)
	for _, label := range strings.Split(host, ".") {
		if !strings.HasPrefix(label, "xn--") {
			continue
		}
		if same, err := idna.Lookup.ToASCII(label); err != nil || same != label {
			return "", fail(CodeIDN, "%q is not a valid internationalized host name.", abbreviate(host))
		}
	}
	return host, nil
}

// escapedUnicode matches a host with percent-encoded characters outside of ASCII, which browsers
// decode. Other percent-encodings in a host disguise it and are refused.
var escapedUnicode = regexp.MustCompile(`^(?:[^%]|%[89A-Fa-f][0-9A-Fa-f])*%[89A-Fa-f][0-9A-Fa-f](?:[^%]|%[89A-Fa-f][0-9A-Fa-f])*$`)

// ASCIIAuthority returns "host:port" with the host in ASCII. An invalid host is returned unchanged.
func ASCIIAuthority(authority string) string {
	host, port, hasPort := strings.Cut(authority, ":")
	ascii, err := toASCII(host)
	if err != nil {
		return authority
	}
	if hasPort {
		return ascii + ":" + port
	}
	return ascii
}

// isIPv4Label reports whether browsers and inet_aton read a host with this last label as an IPv4
// address: 127.0.0.1, 127.1, 2130706433, 017700000001, 0x7f.1. No top-level domain is numeric.
func isIPv4Label(label string) bool {
	if hex, ok := strings.CutPrefix(label, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return label != "" && strings.Trim(label, "0123456789") == ""
}

// isIPv6 reports whether s looks like an IPv6 address without brackets.
func isIPv6(s string) bool {
	return strings.Count(s, ":") > 1 && strings.Trim(s, "0123456789abcdefABCDEF:.") == ""
}

// isLabel reports whether s is a DNS label of at most 63 letters, digits, hyphens and underscores;
// names of hosted blogs may contain underscores.
func isLabel(s string) bool {
	return s != "" && len(s) <= 63 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
}

func isASCIILower(s string) bool {
	return !slices.ContainsFunc([]byte(s), func(c byte) bool { return c >= 0x80 || 'A' <= c && c <= 'Z' })
}

func errCredentials() error {
	return fail(CodeCredentials,
		`The address contains a user name or password (before the "@"). Remove it: all members can see addresses.`)
}

func errIPAddress() error {
	return fail(CodeIPAddress, "IP addresses are not allowed; use a host name such as example.org.")
}
