package weburl

import (
	"regexp"
	"slices"
	"strings"
)

var (
	// brokenScheme matches misspelt, repeated and unsupported schemes: "htp://", "https:/", "http//",
	// "ftp://", "https://http://".
	brokenScheme = regexp.MustCompile(`(?i)^(?:(?:h{1,2}[tx]{1,3}p{1,2}s{0,2}|ttps?|tps?|ftps?|ws?s)\s*[:;.,]*\s*/+[\s:]*|https?\s*[:;]\s*)+`)
	// aroundMarks matches white space next to the punctuation of an address.
	aroundMarks = regexp.MustCompile(`\s*([.:/?#&=])\s*`)
	barePercent = regexp.MustCompile(`%([0-9A-Fa-f]{2})?`)
	// defanged matches the marks with which reports keep addresses from being links:
	// "www[.]example[dot]com", "https[:]//".
	defanged = strings.NewReplacer("[.]", ".", "(.)", ".", "{.}", ".", "[dot]", ".", "(dot)", ".", "[:]", ":", "[/]", "/")
	// wordsBehind matches what follows an address after a blank: another address, or words without a
	// character of addresses.
	wordsBehind = regexp.MustCompile(`(?is)^((?:https?://|www\.)\S*[^\s/.,:])\s+(?:https?://.*|[^/?&=.%#]*)$`)
	manyDots    = regexp.MustCompile(`\.{2,}`)
)

// mailProviders are domains at which anyone can have an e-mail address, so that they do not
// identify a publisher.
var mailProviders = []string{"gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "yahoo.com", "icloud.com",
	"gmx.de", "gmx.net", "web.de", "mail.ru", "yandex.ru", "qq.com", "163.com", "proton.me", "protonmail.com"}

// Suggest returns the address that a text refused by Parse probably means, or "" if there is none.
// It is a guess that a person has to confirm: slashes and schemes are corrected, blanks are
// removed, and of an e-mail address the domain remains. User name and password are removed.
func Suggest(text string) string {
	text, _, _ = SplitCredentials(Clean(text))
	text = defanged.Replace(strings.ReplaceAll(text, `\`, "/"))
	text = wordsBehind.ReplaceAllString(text, "$1")
	if user, domain, ok := strings.Cut(strings.TrimPrefix(text, "mailto:"), "@"); ok && !strings.ContainsAny(user, ":/") {
		if text = domain; slices.Contains(mailProviders, strings.ToLower(domain)) {
			return ""
		}
	}
	scheme := "https://"
	if lower := strings.ToLower(text); strings.HasPrefix(lower, "http:/") || strings.HasPrefix(lower, "hxxp:/") {
		scheme = "http://"
	}
	hasScheme := brokenScheme.MatchString(text)
	text = aroundMarks.ReplaceAllString(brokenScheme.ReplaceAllString(text, ""), "$1")
	authority, rest := cutAuthority(text)
	if rest == "" && strings.Contains(strings.ToLower(authority), "%2f") {
		authority, rest = cutAuthority(percentDecode(authority))
	}
	authority = strings.Trim(manyDots.ReplaceAllString(strings.ReplaceAll(authority, ",", "."), "."), ".")
	rest = strings.Join(strings.Fields(rest), "%20")
	rest = barePercent.ReplaceAllStringFunc(rest, func(percent string) string {
		if len(percent) == 1 {
			return "%25"
		}
		return percent
	})
	u, err := Parse(scheme + authority + rest)
	if err != nil || !hasScheme && !hasKnownSuffix(u.host) {
		return ""
	}
	return u.String()
}
