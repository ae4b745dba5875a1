package weburl

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWrappers bounds how many wrappers of an address are removed, such as a tracking link in a search result.
const maxWrappers = 5

// Clean returns the address in a text that a person copied: without markup, quotation marks, punctuation and invisible
// characters around it, and instead of a redirect, an archived, translated or cached copy, the address that it leads to. User
// names and passwords are kept. A text without a recognized address is returned without white space around it. Clean is for
// addresses that people and lists give; addresses in documents of sites are not cleaned.
func Clean(text string) string {
	text = cleanText(text)
	for range maxWrappers {
		target, ok := unwrap(text)
		if !ok {
			break
		}
		text = target
	}
	return text
}

// cleanText removes what surrounds an address.
func cleanText(text string) string {
	if len(text) > maxCleaned || !utf8.ValidString(text) {
		return strings.TrimSpace(text)
	}
	text = strings.TrimSpace(strings.Map(dropInvisible, text))
	text = strings.TrimFunc(text, isJoiner)
	text = addressInMarkup(text)
	text = addressInProse(text)
	text = trimPunctuation(text)
	text = otherScheme.ReplaceAllString(text, "")
	return strings.ReplaceAll(narrow(text), "&amp;", "&")
}

// maxCleaned is the maximum length of a cleaned text in bytes: a page of text, several times the length of the longest wrapper.
const maxCleaned = 16 << 10

// otherScheme matches a scheme before a web address, which tells an app how to open it.
var otherScheme = regexp.MustCompile(`(?i)^(?:view-source|microsoft-edge|googlechromes?|rss|pcast|podcast|itpc|itms-podcasts?):(?://)?`)

// dropInvisible is a mapping that removes characters that are copied along with an address without being seen: zero-width
// spaces, soft hyphens, byte order marks, bidirectional and variation controls. The joiners remain, because names in Persian
// and Indic scripts need them.
func dropInvisible(r rune) rune {
	if r >= utf8.RuneSelf && !isJoiner(r) && unicode.In(r, unicode.Cf, unicode.Variation_Selector) {
		return -1
	}
	return r
}

func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

var (
	markupAddress   = regexp.MustCompile(`(?i)<[^>]*\s(?:href|src|xmlurl|htmlurl|cite)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))`)
	markdownAddress = regexp.MustCompile(`\[[^\]]*\]\(\s*<?([^\s<>]+)`)
	bbCodeAddress   = regexp.MustCompile(`(?i)\[url(?:=["']?([^\]"']+)|\]([^\[]+))`)
)

// addressInMarkup returns the address of the first link in HTML, OPML, Markdown or BBCode, or text.
func addressInMarkup(text string) string {
	if found := markupAddress.FindStringSubmatch(text); found != nil {
		return strings.TrimSpace(html.UnescapeString(found[1] + found[2] + found[3]))
	}
	if found := markdownAddress.FindStringSubmatch(text); found != nil {
		return balanced(found[1])
	}
	if found := bbCodeAddress.FindStringSubmatch(text); found != nil {
		return strings.TrimSpace(found[1] + found[2])
	}
	return text
}

// balanced returns text before the first closing parenthesis that none opens.
func balanced(text string) string {
	depth := 0
	for i, r := range text {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return text[:i]
			}
		}
	}
	return text
}

var (
	// schemeInProse matches the beginning of an address that follows other text: not within a word, a path or a query.
	schemeInProse = regexp.MustCompile(`(?i)(^|[^\pL\pN/=?&%.:+@_~!-])(https?://)`)
	// proseEnd matches the end of an address that is followed by other text.
	proseEnd = regexp.MustCompile(`[\s<>"“”«»„，。；！？、「」『』【】《》〈〉）؟،؛]`)
)

// addressInProse returns the only address with a scheme in a text with other words, or text. An address that contains blanks
// is no such text.
func addressInProse(text string) string {
	found := schemeInProse.FindAllStringSubmatchIndex(text, -1)
	if len(found) != 1 || found[0][4] == 0 {
		return text
	}
	address := text[found[0][4]:]
	if end := proseEnd.FindStringIndex(address); end != nil {
		address = address[:end[0]]
	}
	if text[found[0][4]-1] == '*' { // emphasis
		address = strings.TrimRight(address, "*")
	}
	return address
}

const (
	openers  = "([{<"
	closers  = ")]}>"
	endMarks = `.,;:!?'"` + "`" + `|<>\` // ASCII characters that end a sentence or a quotation, but no address
)

// trimPunctuation removes quotation marks, brackets and the punctuation of all scripts around an address. A closing bracket
// stays if the address has the opening one.
func trimPunctuation(text string) string {
	text = strings.TrimLeftFunc(text, func(r rune) bool {
		if r < utf8.RuneSelf {
			return strings.ContainsRune(openers+endMarks+"-", r) && r != '.' || unicode.IsSpace(r)
		}
		return isWideMark(r)
	})
	for {
		last, size := utf8.DecodeLastRuneInString(text)
		switch bracket := strings.IndexRune(closers, last); {
		case size == 0 || strings.HasSuffix(text, "/.") || strings.HasSuffix(text, "/.."):
			return text
		case bracket >= 0 && strings.Count(text, openers[bracket:bracket+1]) >= strings.Count(text, closers[bracket:bracket+1]):
			return text
		case bracket < 0 && last < utf8.RuneSelf && !strings.ContainsRune(endMarks, last) && !unicode.IsSpace(last):
			return text
		case last >= utf8.RuneSelf && !isWideMark(last):
			return text
		}
		text = text[:len(text)-size]
	}
}

// isWideMark reports whether r is punctuation, white space or a sign such as an arrow outside of ASCII.
func isWideMark(r rune) bool { return unicode.In(r, unicode.P, unicode.Z, unicode.Sm) }

// beforePath matches scheme and host, also in full-width characters, up to the first slash in ASCII.
var beforePath = regexp.MustCompile(`^(?:[^/／]*[:：][/／]{2})?[^/]*`)

// narrow replaces the full-width forms of ASCII characters in scheme and host ("https：／／example．org"), and in the path if
// its first slash is a full-width one.
func narrow(text string) string {
	if !strings.ContainsFunc(text, isFullWidth) {
		return text
	}
	end := beforePath.FindStringIndex(text)[1]
	return strings.Map(func(r rune) rune {
		if isFullWidth(r) {
			return r - '！' + '!'
		}
		return r
	}, text[:end]) + text[end:]
}

func isFullWidth(r rune) bool { return '！' <= r && r <= '～' }
