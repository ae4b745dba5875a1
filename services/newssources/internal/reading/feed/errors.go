package feed

// Code is a stable, machine-readable reason of an Error.
type Code string

// The reasons why a document can't be read.
const (
	CodeEmpty   Code = "empty"   // nothing but white space
	CodeHTML    Code = "html"    // an HTML page
	CodeUnknown Code = "unknown" // neither a feed nor a sitemap nor a page
	CodeBroken  Code = "broken"  // looks like a feed, but has no content
	CodeCharset Code = "charset" // the charset override is unknown
	CodePolicy  Code = "policy"  // the identity policy is unknown
)

// Error is the reason why a document can't be read. Detail is a text for users and contains nothing
// of the document.
type Error struct {
	Code   Code
	Detail string
	Field  string // the invalid field of a recipe, as in its JSON
}

func (e *Error) Error() string { return e.Detail }

func refuse(code Code, detail string) error { return &Error{Code: code, Detail: detail} }
