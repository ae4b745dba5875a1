package weburl

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// atSigns are "@" and the characters that IDNA maps to it.
const atSigns = "@＠﹫"

// SplitCredentials returns text without the user name and password it contains, and both of them,
// percent-decoded. It accepts any spelling, also of texts that Parse rejects. A text without
// credentials is returned unchanged.
func SplitCredentials(text string) (address, username, password string) {
	start, end := userinfo(text)
	if end == 0 {
		return text, "", ""
	}
	_, mark := utf8.DecodeRuneInString(text[end:])
	username, password, _ = strings.Cut(text[start:end], ":")
	address = text[:start] + text[end+mark:]
	if _, again := userinfo(address); again > 0 { // malformed: everything before the last "@" may be secret
		last := strings.LastIndexAny(text, atSigns)
		_, mark = utf8.DecodeRuneInString(text[last:])
		address = text[:start] + text[last+mark:]
	}
	return address, percentDecode(username), percentDecode(password)
}

// addressEnd matches white space, or a separator directly followed by another address.
var addressEnd = regexp.MustCompile(`(?i)[\s\v\x{85}\pZ]|[,;|<>"'()](?:https?|feed)://`)

// HideCredentials returns text with the user names, passwords and access keys removed from the
// addresses in it.
func HideCredentials(text string) string {
	return removeSecretParameters(HideUserinfo(text))
}

// HideUserinfo returns text with the user names and passwords removed from the addresses in it.
func HideUserinfo(text string) string { return hideInWords(hideAfterSchemes(text)) }

// hideAfterSchemes removes user names and passwords from the addresses with a scheme.
func hideAfterSchemes(text string) string {
	var b strings.Builder
	for {
		colon := strings.Index(text, "://")
		if colon < 0 {
			return b.String() + text
		}
		start := strings.LastIndexFunc(text[:colon],
			func(r rune) bool { return r >= utf8.RuneSelf || !isSchemeName("x"+string(r)) }) + 1
		for start < colon && !utf8.RuneStart(text[start]) { // inside a multi-byte character
			start++
		}
		end := len(text)
		if found := addressEnd.FindStringIndex(text[colon:]); found != nil {
			end = colon + found[0]
		}
		address, _, _ := SplitCredentials(text[start:end])
		b.WriteString(text[:start] + address)
		text = text[end:]
	}
}

// word matches what may be an address without a scheme.
var word = regexp.MustCompile(`[^\s\v\x{85}\pZ,;|<>"'()]+`)

// hideInWords removes user names and passwords from the addresses without a scheme, such as
// joe:password@example.org/feed. "joe@example.org" is an e-mail address.
func hideInWords(text string) string {
	if !strings.ContainsAny(text, atSigns) {
		return text
	}
	return word.ReplaceAllStringFunc(text, func(w string) string {
		address, _, password := SplitCredentials(w)
		if strings.Contains(w, "://") || password == "" && !strings.Contains(w, "/") {
			return w
		}
		return address
	})
}

// KeepsCredentialsOf reports whether credentials given for first may be sent to u: it is the same
// server, or the https server of the same host when first is http. A downgrade to http is never
// allowed.
func (u URL) KeepsCredentialsOf(first URL) bool {
	upgrade := first.scheme == "http" && u.scheme == "https" && first.port == "" && u.port == ""
	return u.host == first.host && (upgrade || u.scheme == first.scheme && u.port == first.port)
}

// userinfo returns the range of the user name and password in text; text[end:] begins with the "@".
// End is 0 when there are none. Pasted passwords often contain unencoded "/", "?" or "#", so the
// range may extend beyond the authority.
func userinfo(text string) (start, end int) {
	start, bare := afterSchemes(text)
	authority, rest := text[start:], ""
	if i := strings.IndexAny(authority, `/?#\`); i >= 0 {
		authority, rest = authority[:i], authority[i:]
	}
	if at := strings.LastIndexAny(authority, atSigns); at >= 0 {
		if bare && (rest == "" && !strings.Contains(authority[:at], ":") || at == 0) {
			return 0, 0 // an e-mail address or a social network handle
		}
		return start, start + at
	}
	name, port, ok := strings.Cut(authority, ":")
	at := strings.IndexAny(rest, atSigns)
	if !ok || at < 0 || strings.Contains(authority, "[") || isIPv6(authority) || strings.Contains(name, ".") &&
		strings.Trim(port, "0123456789") == "" {
		return 0, 0
	}
	end = start + len(authority) + at
	following := text[end:]
	if i := strings.IndexAny(following, `/?#\`); i >= 0 {
		following = following[:i]
	}
	return start, end + strings.LastIndexAny(following, atSigns)
}

// afterSchemes returns the index of the authority, skipping repeated and misspelt schemes. Bare
// reports that there is no scheme.
func afterSchemes(text string) (start int, bare bool) {
	start = len(text) - len(strings.TrimLeftFunc(text, isSurrounding))
	bare = true
	if strings.HasPrefix(text[start:], "//") {
		return start + 2, false
	}
	for {
		name, after, ok := strings.Cut(text[start:], ":")
		known := slices.Contains([]string{"http", "https", "feed"}, strings.ToLower(name)) ||
			slices.Contains(otherSchemes, strings.ToLower(name))
		if !ok || !isSchemeName(name) || !known && !(bare && strings.HasPrefix(after, "//")) {
			return start, bare
		}
		if strings.EqualFold(name, "mailto") {
			return len(text), false
		}
		bare = false
		start = len(text) - len(strings.TrimLeft(after, `/\`))
	}
}

func percentDecode(text string) string {
	if plain, err := url.PathUnescape(text); err == nil {
		return plain
	}
	return text
}
