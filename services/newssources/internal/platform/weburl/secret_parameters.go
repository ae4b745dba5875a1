package weburl

import (
	"regexp"
	"strings"
)

// secretNames matches the names of parameters whose value always gives access: any name that ends
// with one of the long words, and the short names. web/src/lib/hide-credentials.ts has the same
// names; both are tested with testdata/credentials.tsv.
const secretNames = `(?:[\pL\pN._\[-]*(?:token|key|secret|password|passwd|passphrase|passcode|pwd|signature|credentials?|session_?id|auth|jwt)|\b(?:pass|sig|sid|session|hmac|authorization|otp))\]?`

var (
	secretInQuery   = regexp.MustCompile(`(?i)(&amp;|[?&;#]|%26|%3[FB]|%23)` + secretNames + `(?:=|%3D)[^&;#\s"'<>]*`)
	removedAfter    = regexp.MustCompile(`(?i)(?:&amp;|[&;]|%26|%3B)\x00`)
	removedFirst    = regexp.MustCompile(`(?i)([?#]|%3F|%23)\x00(?:&amp;|[&;]|%26)`)
	removedComplete = regexp.MustCompile(`(?i)(?:[?#]|%3F|%23)\x00`)
)

// removeSecretParameters returns text without the parameters of queries and fragments whose value
// gives access.
func removeSecretParameters(text string) string {
	if !strings.Contains(text, "=") && !strings.Contains(text, "%3") {
		return text
	}
	marked := secretInQuery.ReplaceAllString(strings.ReplaceAll(text, "\x00", ""), "${1}\x00")
	return removedComplete.ReplaceAllString(removedFirst.ReplaceAllString(removedAfter.ReplaceAllString(marked, ""),
		"${1}"), "")
}

// SecretParameters returns the values of the parameters of an address that give access. A value
// that is an ordinary word, as in "?key=news", is left out, because it also occurs in titles.
func (u URL) SecretParameters() (values []string) {
	for _, found := range secretInQuery.FindAllString(u.String(), -1) {
		if _, value, ok := strings.Cut(found, "="); ok && value != "" && !ordinaryWord.MatchString(value) {
			values = append(values, value)
		}
	}
	return values
}

// ordinaryWord matches a word of up to 11 letters, such as "international" without its ending.
var ordinaryWord = regexp.MustCompile(`^[A-Z]?[a-z]{0,11}$`)
