package weburl

import (
	"slices"
	"strings"
)

const (
	hexDigits  = "0123456789ABCDEF"
	unreserved = "-._~" // unreserved characters besides letters and digits (RFC 3986 §2.3): encoding them changes nothing
	// Characters allowed unencoded in a path and a query: unreserved, sub-delims, ":", "@", "/" (RFC
	// 3986 §3.3, §3.4), and the square brackets of PHP's parameter names.
	pathChars  = unreserved + "!$&'()*+,;=:@/[]"
	queryChars = pathChars + "?"
)

// parsePath parses path and query. The fragment is dropped: browsers do not send it.
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

// normalise returns the canonical percent-encoding: unreserved characters are decoded, disallowed
// ones are encoded, hexadecimal digits are upper case. Reserved characters are kept as given: "%2F"
// is not equivalent to "/".
func normalise(s, allowed string) (string, error) {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%':
			if !isEncoded(s[i:]) {
				return "", fail(CodeEncoding,
					`The address contains a "%%" that is not followed by two hexadecimal digits, so it is incomplete or damaged. Copy the whole address again.`)
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

// resolveDots removes "." and ".." segments as browsers do. Empty segments are kept: they are
// significant to some servers.
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
			kept = append(kept, "") // "/a/." becomes "/a/"
		}
	}
	return "/" + strings.Join(kept, "/")
}

// withoutTracking removes tracking parameters and empty parameters. The others keep their order and
// spelling, because servers may depend on both.
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

// MatchesPattern reports whether a pattern matches a path, in time proportional to their lengths. A pattern is the
// beginning of the path, with “*” for any characters and “$” for the end (RFC 9309 §2.2.3).
func MatchesPattern(pattern, path string) bool {
	pattern, anchored := strings.CutSuffix(pattern, "$")
	parts := strings.Split(pattern, "*")
	path, ok := strings.CutPrefix(path, parts[0])
	last := len(parts) - 1
	for i := 1; ok && i <= last; i++ {
		if i == last && anchored {
			return strings.HasSuffix(path, parts[i])
		}
		_, path, ok = strings.Cut(path, parts[i])
	}
	return ok && (!anchored || path == "")
}
