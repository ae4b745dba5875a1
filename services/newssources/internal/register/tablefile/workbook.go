package tablefile

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
)

const (
	// maxUnzipped is the maximum size of a workbook after decompression: 100,000 rows with 10 columns
	// take about 60 MB.
	maxUnzipped = 128 << 20
	// maxMergedSize is the maximum size after decompression of a workbook whose merged cells are
	// filled, because excelize loads the whole sheet into memory to find them.
	maxMergedSize = 16 << 20
	// maxMerged is the maximum number of merged ranges that are filled.
	maxMerged = 10_000
)

// readWorkbook reads an XLSX workbook: the first of its visible sheets that has a table of sources or, without one,
// the first that has values. A hidden sheet is read only if the visible ones are blank. For a formula, it reads the
// saved result (see unsavedFormulas). Macros are not read.
func readWorkbook(ctx context.Context, data []byte) (*Table, error) {
	size, err := unzippedSize(data)
	if err != nil {
		return nil, err
	}
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{UnzipSizeLimit: maxUnzipped,
		UnzipXMLSizeLimit: maxUnzipped, ShortDatePattern: "yyyy-mm-dd", LongDatePattern: "yyyy-mm-dd"})
	if err != nil {
		return nil, damagedWorkbook(err)
	}
	defer book.Close()
	sheets := book.GetSheetList()
	isHidden := func(sheet string) bool {
		isVisible, err := book.GetSheetVisible(sheet)
		return err == nil && !isVisible
	}
	visible := slices.DeleteFunc(slices.Clone(sheets), isHidden)
	hidden := slices.DeleteFunc(slices.Clone(sheets), func(sheet string) bool { return !isHidden(sheet) })
	for _, candidates := range [][]string{visible, hidden} {
		t, name, err := findTable(ctx, book, candidates, size <= maxMergedSize)
		if err != nil {
			return nil, err
		}
		if t == nil {
			continue
		}
		if len(sheets) > 1 {
			others := slices.DeleteFunc(sheets, func(sheet string) bool { return sheet == name })
			t.note("Only the sheet “%s” was read, not “%s”. To import another sheet, save that sheet as a separate file.",
				name, strings.Join(others[:min(len(others), shownSheets)], "”, “"))
		}
		return t, t.finish()
	}
	return nil, rejected(Empty, "This workbook has no rows.")
}

// shownSheets is the maximum number of sheets that were not read in a note.
const shownSheets = 5

// findTable returns the first sheet with a table of sources or, without one, the first that has rows. It returns nil
// if all are blank.
func findTable(ctx context.Context, book *excelize.File, sheets []string, fillsMerged bool) (found *Table,
	name string, err error) {
	best := -1
	for _, sheet := range sheets {
		t := &Table{Format: XLSX}
		failed := t.readSheet(ctx, book, sheet, fillsMerged)
		if ctx.Err() != nil {
			return nil, "", ctx.Err()
		}
		if failed != nil { // a later sheet may be the table
			if found == nil {
				err = cmp.Or(err, failed)
			}
			continue
		}
		if rank := t.rank(); len(t.Rows) > 0 && rank > best {
			found, name, best = t, sheet, rank
		}
		if best == rankList {
			break
		}
	}
	if best > rankNone {
		err = nil
	}
	return found, name, err
}

// Ranks of sheets.
const (
	rankNone   = iota // neither
	rankHeader        // a row has the headers of a table of sources, but no row has an address
	rankList          // at least half of the rows have an address, or rows have the headers and addresses
)

// rank returns how certain it is that a sheet is a table of sources. A cover sheet may have a few addresses, and a
// legend may have the names of columns.
func (t *Table) rank() int {
	addresses, known := 0, 0
	for n, r := range t.Rows {
		if slices.ContainsFunc(r.Cells, listfile.IsAddress) {
			addresses++
		} else if n < headerRows {
			known = max(known, countTargets(r.Cells))
		}
	}
	switch {
	case 2*addresses >= len(t.Rows), known > 1 && addresses > 0:
		return rankList
	case known > 1:
		return rankHeader
	}
	return rankNone
}

// headerRows is the number of first rows in which headers are searched.
const headerRows = 10

// countTargets returns the number of different targets of the headers in a row.
func countTargets(cells []string) int {
	targets := map[string]bool{}
	for _, cell := range cells {
		if target := listfile.TargetOfHeader(cell); target != "" {
			targets[target] = true
		}
	}
	return len(targets)
}

// unzippedSize returns the size of a workbook after decompression. It returns an *Error if the archive is
// too large or is not a workbook.
func unzippedSize(data []byte) (size uint64, err error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return 0, rejected(Binary, "This isn't a list of feeds but a damaged archive or workbook. Save it again.")
	}
	var isWorkbook, isOpenDocument bool
	for _, f := range archive.File {
		isWorkbook = isWorkbook || strings.EqualFold(path.Base(f.Name), "workbook.xml")
		isOpenDocument = isOpenDocument || f.Name == "content.xml"
		if size += f.UncompressedSize64; size > maxUnzipped {
			return 0, rejected(TooLarge, "This workbook has more than %d MB after decompression. Delete what you don't "+
				"need, or save the sheet as CSV.", maxUnzipped>>20)
		}
	}
	switch {
	case isOpenDocument:
		return 0, rejected(Unsupported, "This is an OpenDocument file. Save it as XLSX or CSV.")
	case !isWorkbook:
		return 0, rejected(Binary, "This isn't a list of feeds but an archive. Unpack it first.")
	}
	return size, nil
}

// damagedWorkbook returns the *Error for an error of excelize.
func damagedWorkbook(err error) error {
	switch {
	case errors.Is(err, excelize.ErrWorkbookPassword):
		return rejected(HasPassword, "This workbook has a password. Save it without a password.")
	case strings.Contains(err.Error(), "unzip size exceeds"):
		return rejected(TooLarge, "This workbook has more than %d MB after decompression.", maxUnzipped>>20)
	}
	return rejected(Damaged, "This workbook cannot be read. Open it in a spreadsheet program and save it as XLSX or CSV.")
}

// readSheet adds the rows of a sheet.
func (t *Table) readSheet(ctx context.Context, book *excelize.File, sheet string, fillsMerged bool) error {
	rows, err := book.Rows(sheet)
	if err != nil { // a sheet with a chart has no rows
		return nil
	}
	defer rows.Close()
	merged, links, unsaved := &mergedCells{}, findLinks(book, sheet), findUnsavedFormulas(book, sheet)
	if !fillsMerged {
		t.note("This workbook is large, so the value of merged cells was read only for the first of their rows.")
	}
	for line := 1; rows.Next(); line++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		cells, err := rows.Columns()
		if err != nil {
			return damagedWorkbook(err)
		}
		cells = unsaved.mark(line, cells, links)
		if line == 1 && fillsMerged {
			merged.read(book, sheet)
		}
		if err := t.add(Row{Line: line, Cells: merged.fill(line, cells)}); err != nil {
			return err
		}
	}
	if rows.Error() != nil {
		return damagedWorkbook(rows.Error())
	}
	return t.addLinks(links)
}

// mergedCells copies the value of vertically merged cells to all their rows. For example, several
// rows with feeds may share a merged cell with the name of their outlet.
type mergedCells struct{ ranges []mergedRange }

type mergedRange struct {
	column      int // of the first column, from 0
	first, last int // lines, from 1
	value       string
}

// read finds the vertically merged cells of a sheet.
func (m *mergedCells) read(book *excelize.File, sheet string) {
	list, err := book.GetMergeCells(sheet)
	if err != nil {
		return
	}
	for _, merged := range list[:min(len(list), maxMerged)] {
		column, first, err := excelize.CellNameToCoordinates(merged.GetStartAxis())
		_, last, endErr := excelize.CellNameToCoordinates(merged.GetEndAxis())
		if err == nil && endErr == nil && last > first {
			m.ranges = append(m.ranges, mergedRange{column: column - 1, first: first, last: last})
		}
	}
}

// fill returns the cells of a line with the values of merged cells that began in earlier lines.
func (m *mergedCells) fill(line int, cells []string) []string {
	if strings.Join(cells, "") == "" { // a blank row stays blank
		return cells
	}
	for i := range m.ranges {
		r := &m.ranges[i]
		switch {
		case line == r.first && r.column < len(cells):
			r.value = cells[r.column]
		case line > r.first && line <= r.last && r.value != "":
			if r.column >= len(cells) {
				cells = append(cells, make([]string, r.column+1-len(cells))...)
			}
			cells[r.column] = r.value
		}
	}
	return cells
}
