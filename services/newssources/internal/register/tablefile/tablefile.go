// Package tablefile reads tables of sources: CSV, TSV, XLSX, JSON, NDJSON and text that was copied
// from a spreadsheet. It recognizes the format, the encoding and the separator by the content.
package tablefile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
)

const (
	// maxRows is the maximum number of rows of a table that is read into memory.
	maxRows = 100_000
	// MaxStreamedRows is the maximum number of rows of a streamed table, without its header.
	MaxStreamedRows = 1_000_000
	// MaxColumns is the maximum number of columns that have a value. The widest known list has 60.
	MaxColumns = 200
	// maxCell is the maximum length of a cell in characters, which is that of a spreadsheet.
	maxCell = 32_767
	// maxText is the maximum length of all cells in bytes. It bounds the memory for a workbook, in which
	// many cells may refer to one shared text.
	maxText = 64 << 20
	// maxDepth is the maximum nesting of JSON in a row.
	maxDepth = 8
	// maxNotes is the maximum number of notes of a table.
	maxNotes = 20
)

// Format is the format of a table.
type Format string

// The formats.
const (
	CSV    Format = "csv"
	TSV    Format = "tsv"
	XLSX   Format = "xlsx"
	JSON   Format = "json"
	NDJSON Format = "ndjson"
	OPML   Format = "opml" // read by package transfer; see NewTable
)

// Table is the content of a file. Blank rows and columns are left out.
type Table struct {
	Format    Format
	Encoding  string // as the WHATWG names it; empty for XLSX
	Separator string // of CSV and TSV
	// Keys are the names of the columns of JSON and NDJSON. The other formats have them in a row.
	Keys  []string
	Rows  []Row
	Notes []string // faults of the file as a whole, as sentences

	slots map[int]int // by column; see slot
	size  int         // of all cells in bytes
}

// Row is a row of a table.
type Row struct {
	Line  int      // in the file, from 1; the number of the object for JSON
	Cells []string // as in a spreadsheet: listfile.Restore returns their values
	Fault string   // why the row cannot be read, as a sentence; empty if it can
	// Repair says what was wrong with the row and could be repaired, as a sentence.
	Repair string
}

// Code identifies the reason why a file is rejected. Codes never change once released.
type Code string

// The reasons why a file is rejected.
const (
	Empty       Code = "empty"
	Binary      Code = "binary"
	TooMany     Code = "too_many"     // more than maxRows
	TooWide     Code = "too_wide"     // more than MaxColumns
	TooDeep     Code = "too_deep"     // JSON nested too deeply
	TooLarge    Code = "too_large"    // a workbook that is too large after decompression
	Damaged     Code = "damaged"      // a workbook or JSON that cannot be read
	Unsupported Code = "unsupported"  // a format that is not read, such as XLS or ODS
	HasPassword Code = "has_password" // an encrypted workbook
)

// Error reports why a file was rejected. Detail is shown to the person who uploaded the file.
type Error struct {
	Code   Code
	Detail string
}

func (e *Error) Error() string { return e.Detail }

// Problem returns the invalid_file problem of an *Error. Other errors are returned unchanged.
func Problem(err error) error {
	if rejection, ok := errors.AsType[*Error](err); ok {
		return problem.Wrap(err, problem.InvalidFile, "%s", rejection.Detail).With("reason", string(rejection.Code))
	}
	return err
}

func rejected(code Code, format string, args ...any) error {
	return &Error{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// IsMarkup reports whether data is XML or HTML, such as an OPML list, and no table.
func IsMarkup(data []byte) bool {
	if isWorkbook(data) {
		return false
	}
	text, _, err := decode(data)
	return err == nil && strings.HasPrefix(strings.TrimLeft(text, " \t\r\n\x00"), "<")
}

// Read reads a table. The name of the file decides only if the content allows several formats. Every
// error is an *Error, or that of ctx when it ends.
func Read(ctx context.Context, name string, data []byte) (*Table, error) {
	if isWorkbook(data) {
		return readWorkbook(ctx, data)
	}
	if err := rejectBinary(data); err != nil {
		return nil, err
	}
	text, charset, err := decode(data)
	if err != nil {
		return nil, err
	}
	var table *Table
	extension := strings.ToLower(path.Ext(name))
	switch {
	case looksLikeJSON(text) && extension != ".csv" && extension != ".tsv":
		table, err = readJSON(ctx, text)
	default:
		table, err = readText(ctx, text, extension)
	}
	if err != nil {
		return nil, err
	}
	table.Encoding = charset
	if strings.ContainsRune(text, utf8.RuneError) {
		table.note("Some characters could not be read in the encoding %s. They are shown as “�”.", charset)
	}
	return table, table.finish()
}

// NewTable returns a table of values that were read elsewhere. keys are the names of its columns.
func NewTable(format Format, keys []string, rows []Row) (*Table, error) {
	t := &Table{Format: format, Keys: keys}
	for _, r := range rows {
		for i, value := range r.Cells {
			r.Cells[i] = listfile.Neutralize(value)
		}
		if err := t.add(r); err != nil {
			return nil, err
		}
	}
	return t, t.finish()
}

func (t *Table) note(format string, args ...any) {
	if len(t.Notes) < maxNotes {
		t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
	}
}

// add adds a row unless it is blank.
func (t *Table) add(r Row) error {
	r, err := t.clean(r)
	switch {
	case err != nil:
		return err
	case r.isBlank():
		return nil
	case len(t.Rows) > maxRows: // with the header
		return rejected(TooMany, "This table has more than 100,000 rows. Save it as CSV, which may have 1,000,000 rows, or "+
			"split it.")
	case t.size > maxText:
		return errTooMuchText
	}
	t.Rows = append(t.Rows, r)
	return nil
}

var errTooMuchText = rejected(TooLarge, "The cells of this table have more than %d MB of text. Split it and import the "+
	"parts.", maxText>>20)

func (r *Row) isBlank() bool { return len(r.Cells) == 0 && r.Fault == "" }

// removedNUL is the repair of a row with NUL characters, which PostgreSQL does not store.
const removedNUL = "NUL characters were removed."

// clean returns a row with clean cells in the order of their slots.
func (t *Table) clean(r Row) (Row, error) {
	cells := make([]string, 0, len(t.slots))
	for i, cell := range r.Cells {
		if strings.Contains(cell, "\x00") && !strings.Contains(r.Repair, removedNUL) {
			r.Repair = strings.TrimSpace(r.Repair + " " + removedNUL)
		}
		if cell = CleanCell(cell); cell == "" {
			continue
		}
		if utf8.RuneCountInString(cell) > maxCell {
			cell = beginning(cell)
			r.Fault = fmt.Sprintf("Cell %d has more than %d characters. Shorten it.", i+1, maxCell)
		}
		slot, err := t.slot(i)
		if err != nil {
			return r, err
		}
		for len(cells) <= slot {
			cells = append(cells, "")
		}
		cells[slot] = cell
		t.size += len(cell)
	}
	r.Cells = cells
	return r, nil
}

// slot returns where the cells of a row keep the value of a column. Only columns with values have slots,
// because a cell may be in the last one of 16,384 columns.
func (t *Table) slot(column int) (int, error) {
	slot, ok := t.slots[column]
	if ok {
		return slot, nil
	}
	if slot = len(t.slots); slot == MaxColumns {
		return 0, rejected(TooWide, "This table has more than %d columns. Delete those that you don't need.", MaxColumns)
	}
	if t.slots == nil {
		t.slots = map[int]int{}
	}
	t.slots[column] = slot
	return slot, nil
}

// CleanCell returns a cell without the white space around it, and without the characters that PostgreSQL
// does not store.
func CleanCell(cell string) string {
	cell = strings.ToValidUTF8(cell, "�")
	if strings.ContainsAny(cell, "\x00\r\u00a0\ufeff") {
		cell = cellReplacer.Replace(cell)
	}
	return strings.TrimSpace(cell)
}

// cellReplacer normalizes line ends and blanks, and removes NUL and byte order marks.
var cellReplacer = strings.NewReplacer("\x00", "", "\r\n", "\n", "\r", "\n", "\u00a0", " ", "\ufeff", "")

// finish puts the cells in the order of their columns.
func (t *Table) finish() error {
	if len(t.Rows) == 0 {
		return rejected(Empty, "This table has no rows.")
	}
	columns := slices.Sorted(maps.Keys(t.slots))
	for n, r := range t.Rows {
		cells := make([]string, len(columns))
		for i, column := range columns {
			if slot := t.slots[column]; slot < len(r.Cells) {
				cells[i] = r.Cells[slot]
			}
		}
		t.Rows[n].Cells = cells
	}
	if t.Keys != nil {
		keys := make([]string, len(columns))
		for i, column := range columns {
			keys[i] = t.Keys[column]
		}
		t.Keys = keys
	}
	return nil
}

func isWorkbook(data []byte) bool {
	return bytes.HasPrefix(data, []byte("PK\x03\x04")) || bytes.HasPrefix(data, []byte("PK\x05\x06"))
}
