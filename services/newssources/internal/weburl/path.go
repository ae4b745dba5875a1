package weburl

import (
	"slices"
	"strings"
)

const (
	hexDigits  = "0123456789ABCDEF"
	unreserved = "-._~" // besides letters and digits: RFC 3986 §2.3, the same with and without percent-encoding
	// What may stand in a path and a query without being encoded: unreserved, sub-delims, ":", "@", "/" (RFC 3986 §3.3,
	// §3.4), and the square brackets that PHP writes into names of parameters.
	pathChars  = unreserved + "!$&'()*+,;=:@/[]"
	queryChars = pathChars + "?"
)

// parsePath reads what follows the authority. The fragment is dropped: it never reaches a server.
func parsePath(rest string) (path, query string, err error) {
	rest, _, _ = strings.Cut(rest, "#")
	path, query, _ = strings.Cut(rest, "?")
	if path, err = normalise(path, pathChars); err != nil {
		return "", "", err
	}
	if query, err = normalise(query, queryChars); err != nil {
		return "", "", err
	}
	return resolveDots(path), withoutTracking(query), nil
}

// normalise gives one spelling to what means the same: unreserved characters are decoded, what may not stand there is
// encoded, hexadecimal digits are upper case. Reserved characters stay as they came: "%2F" isn't "/".
func normalise(s, allowed string) (string, error) {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%':
			if i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2]) {
				return "", fail(CodeEncoding, `The address contains a "%%" that isn't followed by two hexadecimal digits: it was cut off or damaged. Copy it again as a whole.`)
			}
			if c = unhex(s[i+1])<<4 | unhex(s[i+2]); isPlain(c, unreserved) {
				b.WriteByte(c)
			} else {
				encode(&b, c)
			}
			i += 2
		case isPlain(c, allowed):
			b.WriteByte(c)
		default:
			encode(&b, c)
		}
	}
	return b.String(), nil
}

// resolveDots removes "." and ".." as browsers do. Empty segments stay: some servers mean something by them.
func resolveDots(path string) string {
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	kept := segments[:0]
	for i, segment := range segments {
		last := i == len(segments)-1
		switch {
		case segment == ".." && len(kept) > 0:
			kept = kept[:len(kept)-1]
		case segment != "." && segment != "..":
			kept = append(kept, segment)
			continue
		}
		if last {
			kept = append(kept, "") // "/a/." is the folder "/a/"
		}
	}
	return "/" + strings.Join(kept, "/")
}

// withoutTracking drops tracking and empty parameters. The others keep their order and spelling, on which feeds depend.
func withoutTracking(query string) string {
	parameters := strings.Split(query, "&")
	parameters = slices.DeleteFunc(parameters, func(p string) bool {
		name, _, _ := strings.Cut(p, "=")
		return p == "" || isTracking(strings.ToLower(name))
	})
	return strings.Join(parameters, "&")
}

func isTracking(name string) bool {
	return slices.Contains(trackingParameters, name) ||
		slices.ContainsFunc(trackingPrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

func encode(b *strings.Builder, c byte) {
	b.WriteByte('%')
	b.WriteByte(hexDigits[c>>4])
	b.WriteByte(hexDigits[c&15])
}

func isPlain(c byte, others string) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || isDigit(c) || strings.IndexByte(others, c) >= 0
}

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

func unhex(c byte) byte {
	if isDigit(c) {
		return c - '0'
	}
	return (c | 0x20) - 'a' + 10
}
