package secrettext

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// Patterns of the characters that an escape begins or ends with. Each may be percent-encoded
// itself, several times.
const (
	percent   = `%(?:25)*`
	ampersand = `(?:&|` + percent + `26)(?:amp(?:;|` + percent + `3b))*`
	number    = `(?:#|` + percent + `23)`
	semicolon = `(?:;|` + percent + `3b)`
	backslash = `(?:\\|` + percent + `5c)`
)

// invisible matches the zero-width characters that a site may insert into a text.
const invisible = `[\x{ad}\x{200b}-\x{200f}\x{2060}\x{feff}]*`

// entityNames are the names of ASCII characters in HTML.
var entityNames = map[rune]string{
	'!': "excl", '"': "quot", '#': "num", '$': "dollar", '%': "percnt", '&': "amp", '\'': "apos", '(': "lpar", ')': "rpar",
	'*': "ast", '+': "plus", ',': "comma", '.': "period", '/': "sol", ':': "colon", ';': "semi", '<': "lt", '=': "equals",
	'>': "gt", '?': "quest", '@': "commat", '[': "lsqb|lbrack", '\\': "bsol", ']': "rsqb|rbrack", '^': "hat",
	'_': "lowbar",
	'`': "grave", '{': "lcub|lbrace", '|': "verbar|vert", '}': "rcub|rbrace",
}

// spellings returns a pattern of the ways in which documents and addresses spell a text: as it is,
// percent-encoded, with the escapes of XML, HTML and JSON, and in several of these one after
// another.
func spellings(text string) string {
	var b strings.Builder
	for i, r := range text {
		if i > 0 {
			b.WriteString(invisible)
		}
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			b.WriteRune(r)
			continue
		}
		names := ""
		if name := entityNames[r]; name != "" {
			names = name + "|"
		}
		fmt.Fprintf(&b, `(?:%su%04x|%s?(?:%s|%s`, backslash, r, backslash, regexp.QuoteMeta(string(r)), percentEncoded(r))
		fmt.Fprintf(&b, `|%s(?:%s%s(?:0*%d|x0*%x))%s`, ampersand, names, number, r, r, semicolon)
		if r == ' ' {
			b.WriteString(`|\+|` + percent + "2b")
		}
		b.WriteString("))")
	}
	return b.String()
}

func percentEncoded(r rune) string {
	var b strings.Builder
	for _, c := range []byte(string(r)) {
		fmt.Fprintf(&b, "%s%02x", percent, c)
	}
	return b.String()
}
