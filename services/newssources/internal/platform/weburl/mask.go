package weburl

import (
	"regexp"
	"slices"
	"strings"
)

// likelyNames matches names whose value usually gives access. They are not removed from addresses
// that people enter, because some sites use them otherwise, and short values are not masked.
const likelyNames = `\b(?:(?:auth|authorization|access|invite|verification)?[_-]?code|(?:login|service)?[_-]?ticket|ticket[_-]?id|_?(?:wp)?nonce|(?:client_)?assertion|saml(?:request|response|art)|sign|hash|md5|tok|jws|jwe|hdn(?:ts|ea|tl)|policy|pw|bearer|cred|oauth_verifier|magic|refresh|challenge)\]?`

// otherNames matches further names whose value always gives access.
const otherNames = `[\pL\pN._\[-]*(?:csrf|xsrf|sessi?d|sess|cookie|key[-_]?(?:pair[-_]?)?id|token(?:[-_]\w{1,12}|\d)|hmac[-_]?\w{1,8})\]?`

const (
	assigned     = `(?:%5D)?(?:=|%3D|%253D)`
	alwaysSecret = `(?:` + secretNames + `|` + otherNames + `)`
	quote        = `(?:["']|&quot;|&#34;|\\"|%22)`
)

// secretTexts are the forms of secrets inside a text. The groups of each remain.
var secretTexts = []struct {
	hints   []string // one of them is in each match; a cheap test, because almost no text has a secret
	pattern *regexp.Regexp
}{
	{[]string{"=", "%"}, regexp.MustCompile(`(?i)(` + alwaysSecret + assigned + `)[^&;#\s"'<>]+`)},
	{[]string{"=", "%"}, regexp.MustCompile(`(?i)(` + likelyNames + assigned + `)[^&;#\s"'<>]{8,}`)},
	// JSON
	{[]string{`"`, "'", "&", "%"},
		regexp.MustCompile(`(?i)(` + quote + alwaysSecret + quote + `\s*(?::|%3A)\s*` + quote + `)[^"'&\\%]+`)},
	{[]string{"<"}, regexp.MustCompile(`(?i)(<(?:\w+:)?` + alwaysSecret + `>)[^<]+`)}, // XML
	{[]string{":"}, regexp.MustCompile(`(?i)(\b(?:(?:proxy-)?authorization|(?:set-)?cookie2?|x-(?:[a-z0-9]+-)*(?:token|key|secret|auth|jwt|signature)) ?:)[^\r\n]+`)},
	{[]string{"earer", "EARER"}, regexp.MustCompile(`(?i)(\bbearer +)[a-z0-9._~+/=-]{4,}`)},
	// A JWT: its parts start with {" in base64url.
	{[]string{"eyJ", "eyI"}, regexp.MustCompile(`()\bey[JI][A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)*`)},
	{[]string{"nws_"}, regexp.MustCompile(`()\bnws_[A-Za-z0-9_-]{8,}`)}, // an API token
	{[]string{"://"}, regexp.MustCompile(`(://)[^/\s@<>"']+(@)`)},       // user name and password
}

// MaskSecrets returns text with passwords, tokens and the values of parameters that give access
// replaced by mask, also outside of addresses, such as in connection strings and headers.
func MaskSecrets(text, mask string) string {
	for _, secret := range secretTexts {
		if slices.ContainsFunc(secret.hints, func(hint string) bool { return strings.Contains(text, hint) }) {
			text = secret.pattern.ReplaceAllString(text, "${1}"+mask+"${2}")
		}
	}
	return text
}
