// Package transfer brings lists of news sources in.
package transfer

import "fmt"

const (
	// MaxOutlines is the most outlines of one list, folders included. The largest lists known have a few thousand; a
	// register holds at most 100,000 sources.
	MaxOutlines = 50_000
	// MaxDepth is how deep outlines may be nested. Readers offer two or three levels.
	MaxDepth = 64
	// maxCategories is the most categories of one outline; further ones are left out with a note. It bounds what a
	// hostile list can make of few bytes.
	maxCategories = 32
	// maxNotes is the most notes of one list: more than anybody reads.
	maxNotes = 20
)

// List is what an OPML file holds.
type List struct {
	Title    string    // of the head; often empty
	Outlines []Outline // those that name an address or ought to, in the order of the file
	Notes    []string  // what was odd about the file as a whole, in words
}

// Outline is one entry. Texts are as they stand in the file, without surrounding blanks; nothing is judged here.
type Outline struct {
	Line        int    // where its tag begins, counted from 1
	Title       string // title, or else text
	XMLURL      string // of the feed; empty in an entry that has none, such as a link to a page
	HTMLURL     string // of the page
	Type        string
	Language    string
	Description string
	Categories  []string // the titles of the folders around it from the outside in, then its category attribute
	Recovered   bool     // its own bytes aren't well-formed XML, or not in the file's encoding
	Reason      string   // what was wrong with them, in words
}

// FormatCode names a kind of refusal of a whole file for programs. It never changes once released.
type FormatCode string

// The reasons for which a file is refused.
const (
	FormatEmpty    FormatCode = "empty"    // nothing but blanks
	FormatBinary   FormatCode = "binary"   // an image, an archive, a PDF …
	FormatHTML     FormatCode = "html"     // a page instead of a list
	FormatNotOPML  FormatCode = "not_opml" // a feed, JSON, text …
	FormatTooMany  FormatCode = "too_many" // more than MaxOutlines
	FormatTooDeep  FormatCode = "too_deep" // nested deeper than MaxDepth
	FormatEntities FormatCode = "entities" // declares entities of its own, with which a small file grows without end
)

// FormatError says why a file was refused as a whole. Detail is written for the person who chose the file.
type FormatError struct {
	Code   FormatCode
	Detail string
}

func (e *FormatError) Error() string { return e.Detail }

func refuse(code FormatCode, format string, args ...any) error {
	return &FormatError{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// ReadOPML reads a list. Most lists in the wild aren't well-formed XML, so this is no XML parser: it looks for outlines
// and reads of each what a person could. Where an outline is well-formed, it is read exactly as XML says. No DTD is
// processed; references are the predefined, the numeric and those of HTML. Every error is a *FormatError.
//
// It looks at each byte a bounded number of times, and takes about four times the size of the file plus 400 bytes an
// outline in memory.
func ReadOPML(data []byte) (*List, error) {
	text, err := decode(data)
	if err != nil {
		return nil, err
	}
	s := newScanner(text)
	if err := s.scan(); err != nil {
		return nil, err
	}
	if err := s.judge(data); err != nil {
		return nil, err
	}
	return s.list()
}
