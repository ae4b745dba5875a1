package feed

// Code names a kind of refusal for programs. It never changes once released.
type Code string

// The reasons for which nothing can be read.
const (
	CodeEmpty   Code = "empty"   // nothing but blanks
	CodeHTML    Code = "html"    // a page, and no recipe for it
	CodeUnknown Code = "unknown" // neither a feed nor a sitemap nor a page
	CodeBroken  Code = "broken"  // a feed or page, but nothing in it can be made out
	CodeCharset Code = "charset" // the override names no encoding
	CodePolicy  Code = "policy"  // the identity policy isn't one
)

// Error says why nothing could be read. Detail is written for people and holds nothing of the document.
type Error struct {
	Code   Code
	Detail string
	Field  string // of a recipe that isn't valid, as its JSON has it
}

func (e *Error) Error() string { return e.Detail }

func refuse(code Code, detail string) error { return &Error{Code: code, Detail: detail} }
