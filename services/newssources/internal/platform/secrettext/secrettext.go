// Package secrettext hides passwords and keys in texts in which sites may repeat them.
package secrettext

import (
	"encoding/base64"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// minHidden is the length in bytes from which a secret is hidden: shorter ones occur in ordinary
// words.
const minHidden = 4

// Hidden replaces a secret that a site repeats in its response.
const Hidden = "(hidden)"

// OfPassword returns the texts that give away a user name and password: the password and its
// HTTP encoding.
func OfPassword(username, password string) []string {
	switch {
	case password != "":
		return append(encodings(username+":"+password), password)
	case username != "": // a token
		return append(encodings(username+":"), username)
	}
	return nil
}

// encodings returns the HTTP encoding of a user name and password, with and without padding, also
// as parts of addresses have it.
func encodings(text string) []string {
	var list []string
	for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding,
		base64.RawURLEncoding} {
		list = append(list, encoding.EncodeToString([]byte(text)))
	}
	return list
}

// Secrets are texts that must not be shown.
type Secrets struct{ spellings *regexp.Regexp }

// New returns the secrets that are long enough to be recognized in a text.
func New(texts []string) Secrets {
	var patterns []string
	for _, secret := range texts {
		if len(secret) < minHidden {
			continue
		}
		forms := append(encodings(secret), secret)
		if plain, err := url.QueryUnescape(secret); err == nil {
			forms = append(forms, plain)
		}
		for _, form := range forms {
			patterns = append(patterns, spellings(form))
		}
	}
	if len(patterns) == 0 {
		return Secrets{}
	}
	slices.SortFunc(patterns, func(a, b string) int { return len(b) - len(a) })
	return Secrets{regexp.MustCompile("(?i)" + strings.Join(slices.Compact(patterns), "|"))}
}

// Replace returns text with the secrets replaced by Hidden, in all their spellings, longer secrets
// first. Upper and lower case are not distinguished, because sites change the case of addresses.
func (s Secrets) Replace(text string) string {
	if s.spellings == nil {
		return text
	}
	return s.spellings.ReplaceAllLiteralString(text, Hidden)
}
