package listfile

import (
	"encoding/json"
	"io"
)

// lines writes NDJSON: a record per line.
type lines struct {
	encoder *json.Encoder
	columns Selection
}

func newNDJSON(w io.Writer, o Options) Writer {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return &lines{encoder, o.Columns}
}

// Write writes a line.
func (l *lines) Write(r *Record) error { return l.encoder.Encode(l.columns.reduce(r)) }

// Close does nothing: NDJSON has no end.
func (l *lines) Close() error { return nil }

// array writes JSON: an array of records, each on a line of its own.
type array struct {
	w         io.Writer
	records   Writer
	separator string
}

func newJSON(w io.Writer, o Options) Writer { return &array{w, newNDJSON(w, o), "["} }

// Write writes an element of the array.
func (a *array) Write(r *Record) error {
	if _, err := io.WriteString(a.w, a.separator); err != nil {
		return err
	}
	a.separator = ","
	return a.records.Write(r)
}

// Close writes the end of the array.
func (a *array) Close() error {
	end := "]\n"
	if a.separator == "[" {
		end = "[]\n"
	}
	_, err := io.WriteString(a.w, end)
	return err
}
