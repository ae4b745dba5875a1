package tablefile

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// western is the encoding of text that is not UTF-8 and in which no other encoding was recognized.
const western = "windows-1252"

// alphabet has the letters of a language that are not ASCII.
type alphabet struct{ encoding, letters string }

// alphabets are those of the languages whose short lists are distinguished. One name may have letters of several
// languages, but rarely of an alphabet with another encoding.
var alphabets = []alphabet{
	{western, "äöüß"}, {western, "éèêàçôûîïâùœëüÿæ"}, {western, "áéíóúñüªº"},
	{western, "áâãàçéêíóôõúüªº"}, {western, "àèéìíîòóùú"}, {western, "åäöæøéüšž"},
	{western, "áéíóúýþæöð"}, {western, "áàéèíïòóúüçñ"}, {"windows-1250", "ąćęłńóśźż"},
	{"iso-8859-2", "ąćęłńóśźż"}, {"windows-1250", "áčďéěíňóřšťúůýž"},
	{"iso-8859-2", "áčďéěíňóřšťúůýž"}, {"windows-1250", "áäčďéíĺľňóôŕšťúýž"},
	{"windows-1250", "áéíóöőúüű"}, {"windows-1250", "ăâîşţ"}, {"windows-1250", "čćđšž"},
	{"windows-1250", "çë"}, {"windows-1254", "çğıöşüİâîû"},
	{"windows-1257", "ąčęėįšųūž"}, {"windows-1257", "āčēģīķļņšūž"},
	{"windows-1257", "õäöüšž"},
	{"windows-1253", "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώςϊϋΐΰ"},
}

// languageEvidence matches what shows the languages of a list: national domains and names of countries and languages.
// The letters that differ between the encodings are dots.
var languageEvidence = map[string]*regexp.Regexp{
	"windows-1250": evidence("pl|cz|sk|hu|ro|hr|si|rs|ba|al|me", "polsk|poland|polish|czech|.esk|slova[kc]|slovensk|"+
		"magyar|hungar|rom.n[ia]|serbia|srpsk|srbija|hrvat|croat|slovene|bosn|alban|shqip"),
	"windows-1254": evidence("tr|az", "t.rk|azerba|az.rba"),
	"windows-1257": evidence("ee|lv|lt", "latv|lithuan|lietuv|eston|eesti"),
	"windows-1253": evidence("gr|cy", "greek|greece|cyprus"),
	western: evidence("de|at|ch|li|lu|fr|be|es|cat|pt|br|ao|mz|mx|ar|co|cl|pe|uy|py|ve|ec|bo|cr|cu|do|gt|hn|it|nl|is|fo|"+
		"dk|se|no|fi|ie|uk|ca|sn|ci", "german|deutsch|austria|.sterreich|schwei|fran.ai|french|spa[in]|espa.|m.xico|portug|"+
		"brasil|brazil|ital|neder|dutch|iceland|.sland|dansk|svensk|norsk|suomi|catal"),
}

func evidence(domains, words string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)[a-z0-9-]\.(?:` + domains + `)(?:[/:;,|"?#\s]|$)|(?:^|[;,|"\t\n/ ])(?:` + words + `)`)
}

const (
	// evidenceBonus is what the evidence of languages adds to the share of covered letters, in percent.
	evidenceBonus = 12
	// westernBonus prefers western languages, in which most lists without a declared encoding are written.
	westernBonus = 3
	// mixedPenalty is the disadvantage of text that has letters of several western languages.
	mixedPenalty = 8
)

// findLatin returns the encoding of text that was taken for western, by the alphabets of languages, the national
// domains and the names of countries and languages. Symbols within words speak against an encoding.
func findLatin(data []byte) string {
	first := slices.IndexFunc(data, func(c byte) bool { return c >= utf8.RuneSelf })
	data = data[max(first-sampledText/8, 0):]
	data = data[:min(len(data), sampledText)]
	counts, total := map[string]int{}, 0
	for encoding, words := range languageEvidence {
		counts[encoding] = len(words.FindAll(data, -1))
		total += counts[encoding]
	}
	counts["iso-8859-2"] = counts["windows-1250"]
	bonus := func(encoding string) int { return evidenceBonus * counts[encoding] / max(total, 1) }
	var mixed strings.Builder
	texts := map[string]string{}
	best, found := -1, western
	consider := func(encoding, letters string, more int) {
		if _, isKnown := texts[encoding]; !isKnown {
			decoded, err := markup.Decode(data, markup.Hints{Charset: encoding})
			if err != nil {
				return
			}
			texts[encoding] = string(decoded.Text)
		}
		if score := covered(texts[encoding], letters) + bonus(encoding) + more; score > best {
			best, found = score, encoding
		}
	}
	for _, a := range alphabets {
		more := 0
		if a.encoding == western {
			more = westernBonus
			mixed.WriteString(a.letters)
		}
		consider(a.encoding, a.letters, more)
	}
	consider(western, mixed.String(), -mixedPenalty)
	return found
}

// covered returns the share of the letters that are in an alphabet, in percent of the letters that are not ASCII and
// of the symbols within words.
func covered(text, letters string) int {
	good, total := 0, 0
	var before rune
	for i, r := range text {
		if r >= utf8.RuneSelf {
			after, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
			isGreek := unicode.Is(unicode.Greek, r) && (isASCIILetter(before) || isASCIILetter(after))
			switch {
			case unicode.IsLetter(r) && !isGreek && (strings.ContainsRune(letters, r) ||
				strings.ContainsRune(letters, unicode.ToLower(r))):
				good++
				total++
			case unicode.IsLetter(r), isWithinWord(before, r, after):
				total++
			}
		}
		before = r
	}
	return 100 * good / max(total, 1)
}

func isASCIILetter(r rune) bool { return r < utf8.RuneSelf && unicode.IsLetter(r) }

// isWithinWord reports whether a character that is no letter is where texts have only letters.
func isWithinWord(before, r, after rune) bool {
	switch {
	case r == utf8.RuneError || unicode.IsControl(r):
		return true
	case strings.ContainsRune("·’‘´¨\u00ad", r) || !unicode.IsLetter(after): // "l·l", "l’Est"
		return false
	}
	return unicode.IsLetter(before) || !unicode.IsPunct(r) && r != '\u00a0' // "¿Qué", "«Le"
}
