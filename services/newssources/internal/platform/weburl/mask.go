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
	blank        = "\t\n\f\r " // the characters of \s
)

// maskRule is a form of secrets inside a text. The groups of the pattern remain. mayMatch is a fast test of a text in
// lower case, which may be true without a match.
type maskRule struct {
	// separators are the characters that no match has, except as its first one; "" if a match may have
	// any.
	separators string
	mayMatch   func(lower string) bool
	pattern    *regexp.Regexp
}

// maskRules are the forms of secrets. The patterns are slow, and almost no text has a secret.
var maskRules = []maskRule{
	{blank + `"'<>`, hasAssignment(hasSecretName),
		regexp.MustCompile(`(?i)(` + alwaysSecret + assigned + `)[^&;#\s"'<>]+`)},
	{blank + `"'<>`, hasAssignment(hasLikelyName),
		regexp.MustCompile(`(?i)(` + likelyNames + assigned + `)[^&;#\s"'<>]{8,}`)},
	{"", hasNameBeforeColon, // JSON
		regexp.MustCompile(`(?i)(` + quote + alwaysSecret + quote + `\s*(?::|%3A)\s*` + quote + `)[^"'&\\%]+`)},
	{"<", hasSecretTag, regexp.MustCompile(`(?i)(<(?:\w+:)?` + alwaysSecret + `>)[^<]+`)}, // XML
	{"\r\n", hasAny("authorization", "cookie", "x-"),
		regexp.MustCompile(`(?i)(\b(?:(?:proxy-)?authorization|(?:set-)?cookie2?|x-(?:[a-z0-9]+-)*(?:token|key|secret|auth|jwt|signature)) ?:)[^\r\n]+`)},
	{"", hasAny("bearer"), regexp.MustCompile(`(?i)(\bbearer +)[a-z0-9._~+/=-]{4,}`)},
	// A JWT: its parts start with {" in base64url.
	{"", hasAny("eyj", "eyi"), regexp.MustCompile(`()\bey[JI][A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)*`)},
	{"", hasAny("nws_"), regexp.MustCompile(`()\bnws_[A-Za-z0-9_-]{8,}`)},     // an API token
	{blank + `"'<>`, hasAny("@"), regexp.MustCompile(`(://)[^/\s@<>"']+(@)`)}, // user name and password
}

// MaskSecrets returns text with passwords, tokens and the values of parameters that give access
// replaced by mask, also outside of addresses, such as in connection strings and headers.
func MaskSecrets(text, mask string) string {
	for _, rule := range maskRules {
		text = rule.mask(text, "${1}"+mask+"${2}")
	}
	return text
}

// mask replaces the secrets in each piece of a text, cut before the separators.
func (r maskRule) mask(text, replacement string) string {
	var b strings.Builder
	for text != "" {
		end := len(text)
		if next := strings.IndexAny(text[1:], r.separators); next >= 0 {
			end = next + 1
		}
		piece := text[:end]
		if r.mayMatch(strings.ToLower(piece)) {
			piece = r.pattern.ReplaceAllString(piece, replacement)
		}
		b.WriteString(piece)
		text = text[end:]
	}
	return b.String()
}

func hasAny(hints ...string) func(string) bool {
	return func(lower string) bool {
		return slices.ContainsFunc(hints, func(hint string) bool { return strings.Contains(lower, hint) })
	}
}

// hasSecretName and hasLikelyName report whether a text has a part of a name that alwaysSecret or
// likelyNames matches.
var (
	hasSecretName = hasAny("token", "key", "secret", "pass", "pwd", "sig", "credential", "sess", "auth", "jwt", "sid",
		"hmac", "otp", "csrf", "xsrf", "cookie")
	hasLikelyName = hasAny("code", "ticket", "nonce", "assertion", "saml", "sign", "hash", "md5", "tok", "jws", "jwe", "hdn",
		"policy", "pw", "bearer", "cred", "oauth", "magic", "refresh", "challenge")
)

// hasAssignment returns a test of whether a text has an equals sign and part of a name.
func hasAssignment(name func(string) bool) func(string) bool {
	assignment := hasAny("=", "%3d", "%253d")
	return func(lower string) bool { return assignment(lower) && name(lower) }
}

// hasNameBeforeColon reports whether the text before a colon, which may be percent-encoded, has part of a name.
func hasNameBeforeColon(lower string) bool {
	for _, colon := range []string{":", "%3a"} {
		for rest := lower; ; {
			before, after, found := strings.Cut(rest, colon)
			if !found {
				break
			}
			if quoted := strings.TrimRight(before, blank); hasSecretName(quoted[max(0, len(quoted)-maxQuotedName):]) {
				return true
			}
			rest = after
		}
	}
	return false
}

// maxQuotedName is the size of the text before a colon that hasNameBeforeColon reads, in bytes.
const maxQuotedName = 48

// hasSecretTag reports whether a piece begins with a tag that has the name of a secret.
func hasSecretTag(lower string) bool {
	tag, _, found := strings.Cut(lower, ">")
	return found && hasSecretName(tag)
}
