package transfer

import "strings"

// faults are the reasons why an outline counts as recovered, as a bit set.
type faults uint16

const (
	faultBareAmpersand faults = 1 << iota
	faultEntity
	faultReference
	faultMarkup
	faultQuotes
	faultMissingQuote
	faultUnquoted
	faultTypographicQuotes
	faultDuplicateAttribute
	faultStrayCharacters
	faultUnclosedTag
	faultUnclosedOutline
	faultControl
	faultInvalidBytes
	faultWrongEncoding
	faultTruncated
)

// faultTexts are in the order of the constants and complete the sentence "Read despite …".
var faultTexts = []string{
	`a bare "&"`,
	"an entity that XML doesn't know",
	"a wrong character reference",
	`"<" inside a value`,
	"quotation marks inside a value",
	"a missing quotation mark",
	"a value without quotation marks",
	"typographic quotation marks",
	"an attribute that is there twice",
	"stray characters between attributes",
	`a tag without its ">"`,
	"a missing </outline>",
	"control characters, which were left out",
	"bytes that don't fit the file's encoding",
	"an encoding other than the file says",
	"the end of the file inside it",
}

// String returns the faults as a sentence, or "" if there are none.
func (f faults) String() string {
	var texts []string
	for i, text := range faultTexts {
		if f&(1<<i) != 0 {
			texts = append(texts, text)
		}
	}
	switch last := len(texts) - 1; last {
	case -1:
		return ""
	case 0:
		return "Read despite " + texts[0] + "."
	default:
		return "Read despite " + strings.Join(texts[:last], ", ") + " and " + texts[last] + "."
	}
}
