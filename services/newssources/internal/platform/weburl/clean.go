package weburl

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWrappers bounds how many wrappers of an address are removed, such as a tracking link in a
// search result.
const maxWrappers = 5

// Clean returns the address in a text that a person copied: without markup, quotation marks,
// punctuation and invisible characters around it, and instead of a redirect, an archived,
// translated or cached copy, the address that it leads to. User names and passwords are kept. A
// text without a recognized address is returned without white space around it. Clean is for
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
	if plain.MatchString(text) {
		return text
	}
	return withoutSurroundings(text)
}

// withoutSurroundings removes what surrounds an address in a text of at most maxCleaned bytes.
func withoutSurroundings(text string) string {
	text = strings.TrimSpace(strings.Map(dropInvisible, withoutTerminalCodes(text)))
	text = strings.TrimFunc(joinerInASCII.ReplaceAllString(text, "$1$2"), isJoiner)
	if scriptScheme.MatchString(text) {
		return text
	}
	text = unescape(text)
	text = addressInMarkup(text)
	text = withoutEmphasis(text)
	text = beforeRemark(addressInProse(text))
	text = trimPunctuation(invisibleEnd.ReplaceAllString(afterBlank.ReplaceAllString(text, "$1"), ""))
	text = labelBefore.ReplaceAllString(text, "$1")
	text = otherScheme.ReplaceAllString(text, "$1")
	text = encodedColon.ReplaceAllString(text, "$1://")
	if encodedScheme.MatchString(text) {
		if decoded, ok := decodeTarget(text); ok {
			return decoded
		}
	}
	return narrow(text)
}

// plain matches addresses that nothing surrounds: those of most rows of lists, which may have a
// million rows. The expressions of what surrounds an address take several times as long.
var plain = regexp.MustCompile(`^https?://[\w./~-]*[\w/]$`)

// maxCleaned is the maximum length of a cleaned text in bytes: a page of text, several times the
// length of the longest wrapper.
const maxCleaned = 16 << 10

var (
	// scriptScheme matches texts in which an address is not what they lead to.
	scriptScheme = regexp.MustCompile(`(?i)^(?:javascript|vbscript|data|blob|file|mailto|tel|sms):`)
	// otherScheme matches a scheme before a web address without its own, which tells an app how to
	// open it.
	otherScheme = regexp.MustCompile(`(?i)^(?:view-source|microsoft-edge|googlechromes?|intent|feeds|rss|pcast|podcast|itpc` +
		`|itms-podcasts?|(?:pktc|antennapod)[\w-]*|(?:web|ext)\+\w+):(?://(?:subscribe/)?)?([^/?])`)
	// labelBefore matches labels, schemes of apps and other words directly before a scheme:
	// "RSS:https://", "url=https://", "feed://https://", "web+feed:https://".
	labelBefore = regexp.MustCompile(`(?i)^(?:\pL[\pL\pN ._"'+-]{0,30}(?::(?://)?|[=：＝+-])\s*)+(https?://)`)
	// encodedScheme matches the beginning of an address that is percent-encoded as a whole.
	encodedScheme = regexp.MustCompile(`(?i)^https?(?:%(?:25)*3a|:%(?:25)*2f)`)
	encodedColon  = regexp.MustCompile(`(?i)^(https?)%3a//`)
	// afterBlank matches an address that is followed by a blank and a character that no further part
	// of it begins with: " (RSS)", " – Paper", or by a mark and a blank: ", seen in May".
	afterBlank = regexp.MustCompile(`(?is)^((?:https?://|www\.)\S+)(?:\s+[^\s\pL\pN/?&=.%_~+@:]|[,;!?]\s).*$`)
	// invisibleEnd matches encoded blanks, line ends and quotation marks at the end of an address.
	invisibleEnd = regexp.MustCompile(`(?i)(?:%(?:20|09|0a|0d|22|c2%a0|e2%80%8[b-f])|\\[nrt]|&(?:nbsp|zwn?j|lrm|rlm|shy);|’s)+$`)
	// joinerInASCII matches joiners next to characters that nothing joins.
	joinerInASCII = regexp.MustCompile(`([!-~])[\x{200c}\x{200d}]+|[\x{200c}\x{200d}]+([!-~])`)
)

var (
	// escapedMark matches the references of HTML to characters of addresses. Others may be parameters:
	// "&copy=1".
	escapedMark = regexp.MustCompile(`(?i)&(?:amp|lt|gt|quot|apos|colon|sol|period|#[0-9]{2,3}|#x[0-9a-f]{2});`)
	// scriptEscapes are the escapes of slashes and ampersands in the data of scripts.
	scriptEscapes = strings.NewReplacer(`\/`, "/", `\u002F`, "/", `\u002f`, "/", `\u0026`, "&")
)

// unescape replaces what HTML and scripts escape in addresses.
func unescape(text string) string {
	for range maxEncodings {
		plain := escapedMark.ReplaceAllStringFunc(text, html.UnescapeString)
		if plain == text {
			break
		}
		text = plain
	}
	if count := strings.Count(text, "=3D"); count > 1 && count == strings.Count(text, "=") {
		text = strings.ReplaceAll(text, "=3D", "=") // of an e-mail in quoted-printable
	}
	if strings.Contains(text, `:\/\/`) || strings.Contains(text, `\u002`) {
		text = scriptEscapes.Replace(text)
	}
	return text
}

// emphasis matches signs around an address in Markdown, chats and spreadsheets.
var emphasis = regexp.MustCompile(`(?i)^([*_~=@#+|]+)https?://`)

// withoutEmphasis removes the signs before an address, and the same ones after it.
func withoutEmphasis(text string) string {
	found := emphasis.FindStringSubmatch(text)
	if found == nil {
		return text
	}
	return strings.TrimRight(trimPunctuation(text[len(found[1]):]), found[1])
}

// dropInvisible is a mapping that removes characters that are copied along with an address without
// being seen: zero-width spaces, soft hyphens, byte order marks, fillers, control characters,
// bidirectional and variation controls. The joiners remain, because names in Persian and Indic
// scripts need them.
func dropInvisible(r rune) rune {
	switch {
	case isJoiner(r):
	case r == 0: // a damaged text, which is refused
	case unicode.IsControl(r) && !unicode.IsSpace(r), r == brailleBlank, r >= utf8.RuneSelf && unicode.In(r, unicode.Cf,
		unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point):
		return -1
	}
	return r
}

// brailleBlank is a character without dots, which is used like a blank.
const brailleBlank = '\u2800'

func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

const (
	openers  = "([{<"
	closers  = ")]}>"
	endMarks = `.,;:!?'"` + "`" + `|<>\` // ASCII characters that end a sentence or a quotation, but no address
)

// trimPunctuation removes quotation marks, brackets and the punctuation of all scripts around an
// address. A closing bracket stays if the address has the opening one.
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
		case bracket >= 0 && strings.Count(text, openers[bracket:bracket+1]) >= strings.Count(text,
			closers[bracket:bracket+1]):
			return text
		case bracket < 0 && last < utf8.RuneSelf && !strings.ContainsRune(endMarks, last) && !unicode.IsSpace(last):
			return text
		case last >= utf8.RuneSelf && (!isWideMark(last) || closesWideBracket(text, last)):
			return text
		}
		text = text[:len(text)-size]
	}
}

// wideBrackets has the brackets and quotation marks of East Asian scripts, each before the one that
// closes it.
var wideBrackets = []rune("（）［］【】〔〕「」『』《》〈〉")

// closesWideBracket reports whether the last character of text closes a bracket in it.
func closesWideBracket(text string, last rune) bool {
	i := slices.Index(wideBrackets, last)
	return i > 0 && i%2 == 1 && strings.Count(text, string(wideBrackets[i-1])) >= strings.Count(text, string(last))
}

// isWideMark reports whether r is punctuation, white space or a sign such as an arrow outside of
// ASCII.
func isWideMark(r rune) bool { return unicode.In(r, unicode.P, unicode.Z, unicode.Sm) }

// beforePath matches scheme and host, also in full-width characters, up to the first slash in
// ASCII.
var beforePath = regexp.MustCompile(`^(?:[^/／]*[:：][/／]{2})?[^/]*`)

// narrow replaces the full-width forms of ASCII characters in scheme and host
// ("https：／／example．org"), and in the path if its first slash is a full-width one. Dashes in the
// host, which text processors make of hyphens, become hyphens.
func narrow(text string) string {
	end := beforePath.FindStringIndex(text)[1]
	return strings.Map(func(r rune) rune {
		switch {
		case isFullWidth(r):
			return r - '！' + '!'
		case '‐' <= r && r <= '―', r == '−':
			return '-'
		}
		return r
	}, text[:end]) + text[end:]
}

func isFullWidth(r rune) bool { return '！' <= r && r <= '～' }
