package textkey

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mozillazg/go-unidecode"
)

// Latin returns a name, folded and in Latin letters, to compare it with the name in another script or in a close
// language: “Вечерње новости”, “Večernje novosti” and “Vechernje novosti” are equal. Scripts that leave vowels out
// or have no letters, such as Arabic and Chinese, are kept, because other names would become equal.
func Latin(name string) string {
	var b strings.Builder
	for _, r := range Fold(name) {
		if r < utf8.RuneSelf || !unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Georgian) {
			b.WriteRune(r)
			continue
		}
		for _, letter := range unidecode.Unidecode(string(r)) { // a soft sign is an apostrophe
			if unicode.IsLetter(letter) {
				b.WriteRune(unicode.ToLower(letter))
			}
		}
	}
	return strings.ReplaceAll(spellings.Replace(b.String()), "ii", "i")
}

// spellings replaces what romanizations of one letter write differently by the same letter.
var spellings = strings.NewReplacer("tsh", "c", "sh", "s", "zh", "z", "ch", "c", "kh", "h", "ts", "c", "dj", "d",
	"j", "i", "y", "i")
