package listfile

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// Format is a format of a list.
type Format string

// Formats of lists. NDJSON has a record per line.
const (
	CSV    Format = "csv"
	XLSX   Format = "xlsx"
	JSON   Format = "json"
	NDJSON Format = "ndjson"
	OPML   Format = "opml"
)

// formats are the content types and the writers of the formats.
var formats = map[Format]struct {
	contentType string
	newWriter   func(w io.Writer, o Options) Writer
}{
	CSV:    {"text/csv; charset=utf-8", newCSV},
	XLSX:   {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", newXLSX},
	JSON:   {"application/json", newJSON},
	NDJSON: {"application/x-ndjson", newNDJSON},
	OPML:   {"text/x-opml; charset=utf-8", newOPML},
}

// ParseFormat returns the format with the given name.
func ParseFormat(name string) (Format, error) {
	if _, ok := formats[Format(name)]; !ok {
		return "", problem.New(problem.UnknownParameter, "“%s” is not a format. Use csv, xlsx, json, ndjson or opml.", name)
	}
	return Format(name), nil
}

// FormatOf returns the format of a file by the extension of its name.
func FormatOf(filename string) (Format, error) {
	return ParseFormat(strings.ToLower(strings.TrimPrefix(filepath.Ext(filename), ".")))
}

// ContentType returns the content type of the format.
func (f Format) ContentType() string { return formats[f].contentType }

// Options are the choices of a file.
type Options struct {
	Title string // of the list, which OPML contains
	// Columns are the selected columns. OPML ignores them.
	Columns Selection
	// OmitsForbidden leaves out the sources with the rights “forbidden”. Otherwise, they are marked: in
	// OPML by isComment, in the other formats by the column rights, which is added.
	OmitsForbidden bool
	// OmitsNotes leaves out the notes and the notes on rights, which are for members.
	OmitsNotes bool
	// Endpoints is the largest number of endpoints of a source, which determines the columns of tables.
	Endpoints int
}

// Writer writes the records of a list.
type Writer interface {
	Write(r *Record) error
	// Close writes the end of the file. It does not close the writer below.
	Close() error
}

// NewWriter returns a writer of a format. It writes the beginning of the file.
func NewWriter(w io.Writer, format Format, o Options) Writer {
	if o.OmitsNotes {
		o.OmitsNotes, o.Columns = false, o.Columns.without(rightsNoteKey, notesKey)
		return withoutNotes{NewWriter(w, format, o)}
	}
	if o.OmitsForbidden {
		return withoutForbidden{formats[format].newWriter(w, o)}
	}
	o.Columns = o.Columns.with(rightsKey)
	return formats[format].newWriter(w, o)
}

// withoutForbidden leaves out the records with the rights “forbidden”.
type withoutForbidden struct{ Writer }

// Write leaves out a record with the rights “forbidden”.
func (w withoutForbidden) Write(r *Record) error {
	if r.IsForbidden() {
		return nil
	}
	return w.Writer.Write(r)
}

// withoutNotes removes the notes and the notes on rights from each record.
type withoutNotes struct{ Writer }

// Write writes a record without its notes.
func (w withoutNotes) Write(r *Record) error {
	reduced := *r
	reduced.Notes, reduced.RightsNote = "", ""
	return w.Writer.Write(&reduced)
}
