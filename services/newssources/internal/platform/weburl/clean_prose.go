package weburl

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// unspaced are the letters of scripts that put no blanks around an address.
const unspaced = `\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}`

var (
	// schemeInProse matches the beginning of an address that follows other text: not within a word, a
	// path or a query.
	schemeInProse = regexp.MustCompile(`(?i)(^|[^\pL\pN/=?&%.:+@_~!-]|[` + unspaced + `])(https?://)`)
	// proseEnd matches the end of an address that is followed by other text.
	proseEnd = regexp.MustCompile(`[\s<>"“”«»„，。；！？、「」『』【】《》〈〉）؟،؛]`)
	// beforeLetters matches an address in ASCII that is followed by letters of such a script.
	beforeLetters = regexp.MustCompile(`^([!-~]*[!-$'-,.0-<>@-^\x60-~])[` + unspaced + `]`)
	// textInAsciiDoc matches an address that is followed by the text of its link:
	// "https://example.org/rss[The Paper]".
	textInAsciiDoc = regexp.MustCompile(`(?i)^((?:link:)?https?://[!-~]*[\w/])\[\pL[^\]=]*\]$`)
	// remark matches an address in ASCII that is followed by a bracket or a quotation in wide
	// characters: "https://example.org/rss（RSS）".
	remark = regexp.MustCompile(`(?i)^((?:https?://)?[\w.-]+\.[a-z]{2,}(?:[/?#:](?:[!-~]*[!-,.-<>-^\x60-~])?)?)(?:[（【〔［]|([「『《〈“«„‹]))`)
)

// addressInProse returns the only address with a scheme in a text with other words, or text. An
// address that contains blanks is no such text.
func addressInProse(text string) string {
	found := schemeInProse.FindAllStringSubmatchIndex(text, -1)
	if len(found) != 1 || found[0][4] == 0 {
		return text
	}
	address := text[found[0][4]:]
	if end := proseEnd.FindStringIndex(address); end != nil {
		address = address[:end[0]]
	}
	switch before, _ := utf8.DecodeLastRuneInString(text[:found[0][4]]); {
	case before == '*': // emphasis
		return strings.TrimRight(trimPunctuation(address), "*")
	case strings.ContainsRune(";,|", before): // of a row of a table
		address, _, _ = strings.Cut(address, string(before))
	case before == '"' || before == '\'': // of a script
		address, _, _ = strings.Cut(address, string(before))
	case strings.ContainsRune("[{(<", before): // of a wiki or LaTeX
		address, _, _ = strings.Cut(beforeBracket(address), "|")
	case isSymbol(before):
		return strings.TrimRightFunc(address, isSymbol)
	case unicode.IsLetter(before):
		if end := beforeLetters.FindStringSubmatch(address); end != nil {
			return end[1]
		}
	}
	return address
}

// beforeRemark returns an address in ASCII without a remark in wide brackets and what follows it, or
// without the text of a link in AsciiDoc. Wide brackets and quotations stay if they begin a word of
// the address.
func beforeRemark(text string) string {
	text = textInAsciiDoc.ReplaceAllString(text, "$1")
	found := remark.FindStringSubmatch(text)
	if found == nil || found[2] != "" && strings.HasSuffix(found[1], "/") {
		return text
	}
	return found[1]
}

// isSymbol reports whether r is an emoji, a part of one, or a similar sign.
func isSymbol(r rune) bool {
	return r >= utf8.RuneSelf && (unicode.In(r, unicode.So, unicode.Sk, unicode.Me) || isJoiner(r))
}
