package markup

// Fault is a kind of defect that the reader recovered from.
type Fault int

// The faults.
const (
	CutOff         Fault = iota // the document ends early
	Malformed                   // tags, attributes or sections are broken
	BareAmpersand               // an "&" that begins no reference
	HTMLEntity                  // a reference that only HTML defines
	UnknownEntity               // a reference to an entity that is declared nowhere
	BadCharacter                // a control character, or bytes that are invalid in the encoding
	WrongCharset                // the bytes aren't in the declared encoding
	NoCharset                   // no encoding is declared and the text isn't UTF-8
	GuessedCharset              // the encoding was guessed by the text's characters
	LeadingGarbage              // text or elements before the root element
	IgnoredDTD                  // declarations of an internal DTD subset that are ignored
	TooDeep                     // elements nested beyond the limit
	FaultCount
)

// Faults counts the faults of a document.
type Faults [FaultCount]int
