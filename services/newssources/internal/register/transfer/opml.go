// Package transfer imports lists of news sources.
package transfer

import (
	"context"
	"fmt"
)

const (
	// maxOutlines is the maximum number of outlines of a list, folders included. The largest known
	// lists have a few thousand; a register holds at most 100,000 sources.
	maxOutlines = 50_000
	// maxDepth is how deep outlines may be nested. Feed readers offer two or three levels.
	maxDepth = 64
	// maxCategories is the maximum number of categories of an outline; further ones are dropped with a
	// note. It bounds the memory that a hostile list can take with few bytes.
	maxCategories = 32
	// maxNotes is the maximum number of notes of a list.
	maxNotes = 20
)

// List is the content of an OPML file.
type List struct {
	Title    string    // of the head; often empty
	Outlines []Outline // entries, in the order of the file; folders are left out
	Notes    []string  // faults of the file as a whole, as sentences
	// Incomplete reports that the file ends inside an outline, which is the last of Outlines.
	Incomplete bool `json:",omitempty"`
}

// Outline is an entry of a list. Its texts are those of the file without surrounding white space;
// addresses aren't validated.
type Outline struct {
	Line        int    // where its tag begins, counted from 1
	Title       string // the title attribute, or else the text attribute
	XMLURL      string // of the feed; empty if the entry has none, such as a link to a page
	HTMLURL     string // of the page
	Type        string
	Language    string
	Description string
	Categories  []string // the titles of its folders, outermost first, then its category attribute
	Recovered   bool     // its bytes aren't well-formed XML, or not in the file's encoding
	Reason      string   // what was wrong with them, as a sentence
	Incomplete  bool     `json:",omitempty"` // the file ends inside it
	Path        string   `json:",omitempty"` // of its source, which others of the same domain do not have
	LeftOut     string   `json:",omitempty"` // why it is not imported
}

// FormatCode identifies the reason why a file is rejected. Codes never change once released.
type FormatCode string

// The reasons why a file is rejected.
const (
	FormatEmpty    FormatCode = "empty"    // only white space
	FormatBinary   FormatCode = "binary"   // an image, an archive, a PDF …
	FormatHTML     FormatCode = "html"     // a web page
	FormatNotOPML  FormatCode = "not_opml" // a feed, JSON, text …
	FormatTooMany  FormatCode = "too_many" // more than maxOutlines
	FormatTooDeep  FormatCode = "too_deep" // nested deeper than maxDepth
	FormatEntities FormatCode = "entities" // declares entities, with which a small file can expand without limit
)

// FormatError reports why a file was rejected. Detail is shown to the person who uploaded the file.
type FormatError struct {
	Code   FormatCode
	Detail string
}

func (e *FormatError) Error() string { return e.Detail }

func formatError(code FormatCode, format string, args ...any) error {
	return &FormatError{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// ReadOPML parses a list. Most published lists aren't well-formed XML, so it is no XML parser: it
// finds the outlines and repairs the defects of each. A well-formed outline is read exactly as XML
// defines. No DTD is processed; references are the predefined, the numeric and those of HTML. Every
// error is a *FormatError, or that of ctx when it ends.
//
// It reads each byte a bounded number of times, and allocates at most four times the size of the
// file plus 400 bytes per outline.
func ReadOPML(ctx context.Context, data []byte) (*List, error) {
	document, err := decode(data)
	if err != nil {
		return nil, err
	}
	s := newScanner(document)
	if err := s.scan(ctx); err != nil {
		return nil, err
	}
	if err := s.checkIsList(data); err != nil {
		return nil, err
	}
	return s.list(ctx)
}
