package weburl

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// atMarks are the "@" and what IDNA makes one of it.
const atMarks = "@＠﹫"

// SplitCredentials takes user name and password out of an address, however it is spelt; where it has none, it comes back
// as it is. Whether the rest is an address, Parse says. Percent-encoding is decoded, since it belongs to the address.
func SplitCredentials(text string) (address, username, password string) {
	start, end := userinfo(text)
	if end == 0 {
		return text, "", ""
	}
	_, mark := utf8.DecodeRuneInString(text[end:])
	username, password, _ = strings.Cut(text[start:end], ":")
	address = text[:start] + text[end+mark:]
	if _, again := userinfo(address); again > 0 { // that isn't an address: nothing before its last at-mark is left to be seen
		last := strings.LastIndexAny(text, atMarks)
		_, mark = utf8.DecodeRuneInString(text[last:])
		address = text[:start] + text[last+mark:]
	}
	return address, decoded(username), decoded(password)
}

// addressEnd is a blank, or what stands between two addresses that follow each other without one.
var addressEnd = regexp.MustCompile(`(?i)[\s\v\x{85}\pZ]|[,;|<>"'()](?:https?|feed)://`)

// HideCredentials takes user names and passwords out of the addresses in a text.
func HideCredentials(text string) string {
	var b strings.Builder
	for {
		colon := strings.Index(text, "://")
		if colon < 0 {
			return b.String() + text
		}
		start := strings.LastIndexFunc(text[:colon], func(r rune) bool { return r >= utf8.RuneSelf || !isSchemeName("x"+string(r)) }) + 1
		for start < colon && !utf8.RuneStart(text[start]) { // within a character that ends here
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

// KeepsCredentialsOf says whether a secret that was given for one address may go to another: to the same server, or from
// http to https of the same name, and never back.
func (u URL) KeepsCredentialsOf(first URL) bool {
	upgrade := first.scheme == "http" && u.scheme == "https" && first.port == "" && u.port == ""
	return u.host == first.host && (upgrade || u.scheme == first.scheme && u.port == first.port)
}

// userinfo finds user name and password: they begin at start, and an at-mark follows at end, which is 0 when there are
// none. People don't encode their passwords, so these may hold what ends a host.
func userinfo(text string) (start, end int) {
	start, bare := afterSchemes(text)
	authority, rest := text[start:], ""
	if i := strings.IndexAny(authority, `/?#\`); i >= 0 {
		authority, rest = authority[:i], authority[i:]
	}
	if at := strings.LastIndexAny(authority, atMarks); at >= 0 {
		if bare && (rest == "" && !strings.Contains(authority[:at], ":") || at == 0) {
			return 0, 0 // an e-mail address, or somebody's name on a network
		}
		return start, start + at
	}
	name, port, ok := strings.Cut(authority, ":")
	at := strings.IndexAny(rest, atMarks)
	if !ok || at < 0 || strings.Contains(authority, "[") || isIPv6(authority) || strings.Contains(name, ".") && strings.Trim(port, "0123456789") == "" {
		return 0, 0
	}
	end = start + len(authority) + at
	following := text[end:]
	if i := strings.IndexAny(following, `/?#\`); i >= 0 {
		following = following[:i]
	}
	return start, end + strings.LastIndexAny(following, atMarks)
}

// afterSchemes is where the authority begins, even if the scheme is there twice or misspelt; bare says that there is none.
func afterSchemes(text string) (start int, bare bool) {
	start = len(text) - len(strings.TrimLeftFunc(text, isSurrounding))
	bare = true
	if strings.HasPrefix(text[start:], "//") {
		return start + 2, false
	}
	for {
		name, after, ok := strings.Cut(text[start:], ":")
		known := slices.Contains([]string{"http", "https", "feed"}, strings.ToLower(name)) || slices.Contains(otherSchemes, strings.ToLower(name))
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

func decoded(text string) string {
	if plain, err := url.PathUnescape(text); err == nil {
		return plain
	}
	return text
}
