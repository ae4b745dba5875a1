package weburl

import (
	"encoding/base64"
	"html"
	"net/url"
	"slices"
	"strings"
)

// minHidden is the length in bytes from which a secret is hidden: shorter ones occur in ordinary words.
const minHidden = 4

// Hidden replaces a secret that a site repeats in its response.
const Hidden = "(hidden)"

// PasswordTexts returns the texts that give away a user name and password: the password and its HTTP encoding.
func PasswordTexts(username, password string) []string {
	switch {
	case password != "":
		return append(encodings(username+":"+password), password)
	case username != "": // a token
		return append(encodings(username+":"), username)
	}
	return nil
}

// encodings returns the HTTP encoding of a user name and password, with and without padding, also as parts of addresses have it.
func encodings(text string) []string {
	var list []string
	for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
		list = append(list, encoding.EncodeToString([]byte(text)))
	}
	return list
}

// SecretReplacer returns a replacer of secrets by Hidden, in all their encodings, longer ones first.
func SecretReplacer(secrets []string) *strings.Replacer {
	var spellings []string
	for _, secret := range secrets {
		if len(secret) < minHidden {
			continue
		}
		spellings = append(spellings, secret, url.QueryEscape(secret), url.PathEscape(secret), html.EscapeString(secret))
		if plain, err := url.QueryUnescape(secret); err == nil {
			spellings = append(spellings, plain)
		}
	}
	slices.SortFunc(spellings, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, spelling := range slices.Compact(spellings) {
		pairs = append(pairs, spelling, Hidden)
	}
	return strings.NewReplacer(pairs...)
}
