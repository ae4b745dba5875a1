package weburl

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// Unicode gives an ASCII host name as people read it. Labels that mix scripts stay in ASCII, because they may look like
// another name, and mixed says so.
func Unicode(host string) (display string, mixed bool) {
	labels := strings.Split(host, ".")
	for i, label := range labels {
		if !strings.HasPrefix(label, "xn--") {
			continue
		}
		readable, err := idna.Lookup.ToUnicode(label)
		switch {
		case err != nil || readable == "":
		case mixesScripts(readable):
			mixed = true
		default:
			labels[i] = readable
		}
	}
	return strings.Join(labels, "."), mixed
}

// scriptsOfOneLanguage are the mixtures that languages are written in; everything else that mixes is suspicious
// (Unicode TS 39, "highly restrictive").
var scriptsOfOneLanguage = [][]string{
	{"Latin", "Han", "Hiragana", "Katakana"},
	{"Latin", "Han", "Bopomofo"},
	{"Latin", "Han", "Hangul"},
}

func mixesScripts(label string) bool {
	var scripts []string
	for _, r := range label {
		if s := script(r); s != "Common" && s != "Inherited" && !slices.Contains(scripts, s) {
			scripts = append(scripts, s)
		}
	}
	if len(scripts) < 2 {
		return false
	}
	return !slices.ContainsFunc(scriptsOfOneLanguage, func(language []string) bool {
		return !slices.ContainsFunc(scripts, func(s string) bool { return !slices.Contains(language, s) })
	})
}

// script is the one script that Unicode gives to a character.
func script(r rune) string {
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return "Common" // not assigned in this version of Unicode
}
