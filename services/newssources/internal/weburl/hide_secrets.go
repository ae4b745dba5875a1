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
		return []string{password, base64.StdEncoding.EncodeToString([]byte(username + ":" + password))}
	case username != "": // a token
		return []string{username, base64.StdEncoding.EncodeToString([]byte(username + ":"))}
	}
	return nil
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
