package tablefile

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

const (
	// HeadSize is the number of first bytes of a large file by which its format is recognized.
	HeadSize = 256 << 10
	// sampledText is the number of bytes around the first byte that is not UTF-8, by which the encoding of a
	// large file is recognized.
	sampledText = 64 << 10
	// keptRows is the number of first rows from which the columns of a large table are guessed.
	keptRows = 2000
)

// Plan says how the rows of a large CSV, TSV or NDJSON file are read.
type Plan struct {
	Format    Format
	Encoding  string
	Separator string
	Columns   []int // the numbers of the columns that have values
	Skipped   int   // the number of first rows that are not read, such as a header
	Rows      int   // the number of rows, with those that are skipped
}

// CheckStream returns the format of a large file by its first bytes, up to HeadSize, or an *Error if such a file
// cannot be streamed.
func CheckStream(name string, head []byte) (Format, error) {
	const advice = "may have at most 10 MB. Save it as CSV, which may have 200 MB, or split it."
	if isWorkbook(head) {
		return "", rejected(TooLarge, "A workbook "+advice)
	}
	if err := rejectBinary(head); err != nil {
		return "", err
	}
	text, _, err := decode(head)
	if err != nil {
		return "", err
	}
	extension := strings.ToLower(path.Ext(name))
	switch {
	case strings.HasPrefix(strings.TrimLeft(text, " \t\r\n\x00"), "<"):
		return "", rejected(TooLarge, "An OPML list may have at most 10 MB. Split it and import the parts.")
	case extension == ".csv" || extension == ".tsv" || !looksLikeJSON(text):
		_, separator := cutDeclaration(text)
		if cmp.Or(separator, findSeparator(text, extension)) == '\t' {
			return TSV, nil
		}
		return CSV, nil
	case isNDJSON(text):
		return NDJSON, nil
	}
	return "", rejected(TooLarge, "A JSON file with one list may have at most 10 MB. Save one object per line (NDJSON), "+
		"which may have 200 MB.")
}

// Inspect reads a large file and returns how to read its rows, and its first rows with all columns. The
// function open opens the file. Every error is an *Error, or that of ctx or open.
func Inspect(ctx context.Context, name string, open func() io.Reader) (*Plan, *Table, error) {
	sample, err := encodingSample(open())
	if err != nil {
		return nil, nil, err
	}
	p := &Plan{}
	if p.Format, err = CheckStream(name, sample); err != nil {
		return nil, nil, err
	}
	var text string
	if text, p.Encoding, err = decode(sample); err != nil {
		return nil, nil, err
	}
	if p.Format != NDJSON {
		_, separator := cutDeclaration(text)
		p.Separator = string(cmp.Or(separator, findSeparator(text, strings.ToLower(path.Ext(name)))))
	}
	t := &Table{Format: p.Format, Encoding: p.Encoding, Separator: p.Separator}
	isReplaced := false
	f, err := p.scan(ctx, open(), func(r Row) error {
		r, err := t.clean(r)
		if err != nil || r.isBlank() {
			return err
		}
		if p.Rows++; p.Rows > MaxStreamedRows+1 { // with the header
			return rejected(TooMany, "This table has more than 1,000,000 rows. Split it and import the parts.")
		}
		if p.Rows <= keptRows {
			t.Rows = append(t.Rows, r)
		}
		isReplaced = isReplaced || slices.ContainsFunc(r.Cells, func(cell string) bool {
			return strings.ContainsRune(cell, utf8.RuneError)
		})
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if isReplaced {
		t.note("Some characters could not be read in the encoding %s. They are shown as “�”.", p.Encoding)
	}
	if f != nil {
		t.Keys = f.table.Keys
	}
	p.Columns = slices.Sorted(maps.Keys(t.slots))
	return p, t, t.finish()
}

// Read calls yield with each row of a file that Inspect has read.
func (p *Plan) Read(ctx context.Context, r io.Reader, yield func(Row) error) error {
	t := &Table{slots: map[int]int{}}
	for slot, column := range p.Columns {
		t.slots[column] = slot
	}
	skipped := 0
	_, err := p.scan(ctx, r, func(row Row) error {
		row, err := t.clean(row)
		if err != nil || row.isBlank() {
			return err
		}
		if skipped < p.Skipped {
			skipped++
			return nil
		}
		row.Cells = append(row.Cells, make([]string, len(p.Columns)-len(row.Cells))...)
		return yield(row)
	})
	return err
}

// scan calls yield with each row, including blank ones. For NDJSON it returns the flattener, which has
// the names of the columns.
func (p *Plan) scan(ctx context.Context, r io.Reader, yield func(Row) error) (*flattener, error) {
	w, err := p.decoded(r)
	if err != nil {
		return nil, err
	}
	if p.Format == NDJSON {
		f := newFlattener(NDJSON)
		return f, scanLines(w, func(number int, line string) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			if len(line) >= maxRow {
				return yield(tooLong(number, line))
			}
			if line = trimLine(line); line == "" {
				return nil
			}
			row, err := f.row(number, json.RawMessage(line))
			if err != nil {
				return err
			}
			return yield(row)
		})
	}
	if err := w.extend(0); err != nil {
		return nil, err
	}
	w.text, _ = cutDeclaration(w.text)
	return nil, scanText(w, p.Separator[0], func(row Row) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return yield(row)
	})
}

// decoded returns the text of a file, without its byte order mark.
func (p *Plan) decoded(r io.Reader) (*window, error) {
	from, _, ok := markup.FindEncoding(p.Encoding)
	if !ok {
		return nil, markup.ErrCharset
	}
	return newWindow(transform.NewReader(r, unicode.BOMOverride(from.NewDecoder()))), nil
}

// encodingSample returns the first bytes of a file and, if they are UTF-8 and later bytes are not, the bytes
// from the line of the first one that is not.
func encodingSample(r io.Reader) ([]byte, error) {
	buffered := bufio.NewReaderSize(r, HeadSize)
	head, err := buffered.Peek(HeadSize)
	head = slices.Clone(head)
	if err == nil {
		head = markup.WithoutCutCharacter(head)
	}
	if bytes.IndexByte(head, 0) >= 0 || !utf8.Valid(head) {
		return head, ignoreEnd(err)
	}
	for {
		block, err := buffered.Peek(sampledText)
		whole := block
		if err == nil {
			whole = markup.WithoutCutCharacter(block)
		}
		if !utf8.Valid(whole) {
			line := bytes.LastIndexByte(block[:validPrefix(whole)], '\n') + 1
			_, _ = buffered.Discard(line)
			block, err = buffered.Peek(sampledText)
			return append(head, block...), ignoreEnd(err)
		}
		if err != nil {
			return head, ignoreEnd(err)
		}
		_, _ = buffered.Discard(len(whole))
	}
}

func ignoreEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// validPrefix returns the number of first bytes that are UTF-8.
func validPrefix(data []byte) (n int) {
	for n < len(data) {
		r, size := utf8.DecodeRune(data[n:])
		if r == utf8.RuneError && size <= 1 {
			break
		}
		n += size
	}
	return n
}
