package weburl

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// Unicode returns the Unicode form of an ASCII host name. Labels that mix scripts may imitate
// another name: they stay in ASCII, and mixed is true.
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

// allowedMixtures lists the combinations of scripts that one language uses; other mixtures are
// suspicious (Unicode TS 39, "highly restrictive").
var allowedMixtures = [][]string{
	{"Latin", "Han", "Hiragana", "Katakana"},
	{"Latin", "Han", "Bopomofo"},
	{"Latin", "Han", "Hangul"},
}

func mixesScripts(label string) bool {
	var scripts []string
	for _, r := range label {
		if s := scriptOf(r); s != "Common" && s != "Inherited" && !slices.Contains(scripts, s) {
			scripts = append(scripts, s)
		}
	}
	if len(scripts) < 2 {
		return false
	}
	return !slices.ContainsFunc(allowedMixtures, func(language []string) bool {
		return !slices.ContainsFunc(scripts, func(s string) bool { return !slices.Contains(language, s) })
	})
}

// scriptOf returns the script of a character.
func scriptOf(r rune) string {
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return "Common" // unassigned in this version of Unicode
}
