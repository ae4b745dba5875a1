package source

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// fold makes texts comparable for searching and sorting: without case, and without the accents of the Latin, Greek and
// Cyrillic scripts. Marks of other scripts (Arabic, Devanagari, kana) carry meaning and stay.
func fold(text string) string {
	plain := strings.Map(func(r rune) rune {
		if r >= 0x0300 && r <= 0x036F {
			return -1
		}
		return r
	}, norm.NFKD.String(text))
	return norm.NFKC.String(cases.Fold().String(plain))
}

// tagKey is what makes two tags the same: the text without regard to case and width.
func tagKey(name string) string { return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(name))) }

// tidy trims a line of text and makes every run of white space one blank.
func tidy(text string) string { return strings.Join(strings.Fields(text), " ") }
