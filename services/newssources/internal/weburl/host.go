package weburl

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// parseAuthority reads "host:port". Port is empty when it is the scheme's own.
func parseAuthority(authority, scheme string) (host, port string, err error) {
	if strings.ContainsAny(authority, "[]") || isIPv6(authority) {
		return "", "", ipAddress()
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
		return "", fail(CodePort, "The port %q isn't a number from 1 to 65535.", short(port))
	}
	if scheme == "http" && n == 80 || scheme == "https" && n == 443 {
		return "", nil
	}
	return strconv.FormatUint(n, 10), nil
}

// parseHost gives the name in lower-case ASCII without a trailing dot, or says why it can't be a public one.
func parseHost(raw string) (string, error) {
	host, err := toASCII(raw)
	if err != nil {
		return "", err
	}
	host = strings.TrimSuffix(host, ".")
	labels := strings.Split(host, ".")
	last := labels[len(labels)-1]
	switch {
	case isNumber(last):
		return "", ipAddress()
	case host == "http" || host == "https":
		return "", fail(CodeNoHost, `The beginning of the address is misspelt or there twice: after "https://" comes a host name, such as example.org.`)
	case len(host) > 253: // DNS: the longest name in its text form
		return "", fail(CodeHost, "The host name is longer than DNS allows.")
	}
	for _, label := range labels {
		if !isLabel(label) {
			return "", fail(CodeHost, "%q isn't a host name that DNS knows.", short(host))
		}
	}
	if len(labels) == 1 {
		return "", fail(CodeLocalHost, "%q has no dot: a public host name, such as example.org, is needed.", short(host))
	}
	for _, local := range localDomains {
		if strings.HasSuffix("."+host, "."+local) {
			return "", fail(CodeLocalHost, "%q exists in a private network only.", short(host))
		}
	}
	return host, nil
}

// toASCII maps an international name with IDNA's Lookup profile (UTS 46, non-transitional). Names in ASCII are taken as
// they are, because the profile refuses names that work: "my_blog.example.org", "r3---sn.example.org".
func toASCII(raw string) (string, error) {
	if strings.ContainsFunc(raw, func(r rune) bool { return r >= 0x80 }) {
		host, err := idna.Lookup.ToASCII(raw)
		if err != nil || !isASCIILower(host) {
			return "", fail(CodeIDN, "%q isn't a valid international host name.", short(raw))
		}
		raw = host
	}
	host := strings.ToLower(raw)
	for _, label := range strings.Split(host, ".") {
		if !strings.HasPrefix(label, "xn--") {
			continue
		}
		if same, err := idna.Lookup.ToASCII(label); err != nil || same != label {
			return "", fail(CodeIDN, "%q isn't a valid international host name.", short(host))
		}
	}
	return host, nil
}

// isNumber says that a host's last label makes the host an IPv4 address in the eyes of browsers and of inet_aton:
// 127.0.0.1, 127.1, 2130706433, 017700000001, 0x7f.1. No top-level domain is a number.
func isNumber(label string) bool {
	if hex, ok := strings.CutPrefix(label, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return label != "" && strings.Trim(label, "0123456789") == ""
}

// isIPv6 recognises an address without its brackets.
func isIPv6(s string) bool {
	return strings.Count(s, ":") > 1 && strings.Trim(s, "0123456789abcdefABCDEF:.") == ""
}

// isLabel allows letters, digits and hyphens, and the underscore, which hosted blogs have. 63 bytes is DNS's limit.
func isLabel(s string) bool {
	return s != "" && len(s) <= 63 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
}

func isASCIILower(s string) bool {
	return !slices.ContainsFunc([]byte(s), func(c byte) bool { return c >= 0x80 || 'A' <= c && c <= 'Z' })
}

func credentials() error {
	return fail(CodeCredentials, `The address contains a user name or password (before the "@"). Remove it: addresses are shown to everybody.`)
}

func ipAddress() error {
	return fail(CodeIPAddress, "The address names a machine by number. A public host name, such as example.org, is needed.")
}
