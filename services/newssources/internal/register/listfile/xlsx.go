package listfile

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxSheetRows is the number of rows that a sheet can have. Further rows follow on the next sheet.
const maxSheetRows = 1 << 20

// xlsx writes a workbook while the records are read. A library writes it from memory or a temporary
// file, so that its first byte follows the last record (ADR 58). All cells are texts except the tier.
type xlsx struct {
	table
	name    string // of the first sheet; the names of the others end in numbers
	zip     *zip.Writer
	sheet   *bufio.Writer // the open sheet
	maxRows int           // maxSheetRows; lower in tests
	sheets  int
	row     int // the last row of the sheet
	names   []string
	cells   []string
	err     error
}

func newXLSX(w io.Writer, o Options) Writer { return newWorkbook(w, "Sources", newTable(o)) }

// Workbook writes a workbook of rows of texts.
type Workbook struct{ x *xlsx }

// NewWorkbook returns a writer of a workbook with the given headers, whose sheets have this name.
func NewWorkbook(w io.Writer, name string, headers []string) Workbook {
	t := table{}
	for _, header := range headers {
		t.columns = append(t.columns, Column{Header: header})
	}
	return Workbook{newWorkbook(w, name, t)}
}

// Write writes a row.
func (w Workbook) Write(cells []string) error {
	if w.x.err == nil {
		w.x.err = w.x.writeRow(cells, "")
	}
	return w.x.err
}

// Close writes the end of the workbook.
func (w Workbook) Close() error { return w.x.Close() }

func newWorkbook(w io.Writer, name string, t table) *xlsx {
	x := &xlsx{table: t, name: name, zip: zip.NewWriter(w), maxRows: maxSheetRows}
	x.zip.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestSpeed) // a third larger than the default, and three times as fast
	})
	x.cells = make([]string, len(x.columns))
	for i := range x.columns {
		x.names = append(x.names, columnName(i))
	}
	x.openSheet()
	return x
}

// columnName returns the letters of a column, such as A or AB.
func columnName(index int) string {
	name := ""
	for index++; index > 0; index = (index - 1) / 26 {
		name = string(rune('A'+(index-1)%26)) + name
	}
	return name
}

const (
	xmlns      = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	relations  = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	sheetStart = xml.Header + `<worksheet ` + xmlns + `><sheetViews><sheetView workbookViewId="0">` +
		`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
		`<cols><col min="1" max="%d" width="24" customWidth="1"/></cols><sheetData>`
)

// openSheet begins a sheet with the header.
func (x *xlsx) openSheet() {
	var file io.Writer
	x.sheets++
	if file, x.err = x.zip.Create(fmt.Sprintf("xl/worksheets/sheet%d.xml", x.sheets)); x.err != nil {
		return
	}
	x.sheet, x.row = bufio.NewWriter(file), 0
	_, _ = fmt.Fprintf(x.sheet, sheetStart, len(x.columns))
	x.err = x.writeRow(x.header(), ` s="1"`)
}

// closeSheet writes the end of the sheet. A buffered writer returns its first error in Flush.
func (x *xlsx) closeSheet() error {
	_, _ = x.sheet.WriteString("</sheetData></worksheet>")
	return x.sheet.Flush()
}

// Write writes the rows of a record.
func (x *xlsx) Write(r *Record) error {
	if x.err == nil {
		x.err = x.rows(r, x.cells, func(cells []string) error { return x.writeRow(cells, "") })
	}
	return x.err
}

// writeRow writes a row, on the next sheet if this one is full. style is the attribute of its cells.
func (x *xlsx) writeRow(cells []string, style string) error {
	if x.row == x.maxRows {
		if x.err = x.closeSheet(); x.err == nil {
			x.openSheet()
		}
		if x.err != nil {
			return x.err
		}
	}
	x.row++
	number := strconv.Itoa(x.row)
	w := x.sheet
	_, _ = w.WriteString(`<row r="` + number + `">`)
	for i, cell := range cells {
		switch {
		case cell == "":
		case x.columns[i].isNumber && style == "":
			_, _ = w.WriteString(`<c r="` + x.names[i] + number + `"><v>` + cell + `</v></c>`)
		default:
			_, _ = w.WriteString(`<c r="` + x.names[i] + number + `"` + style +
				` t="inlineStr"><is><t xml:space="preserve">`)
			_ = xml.EscapeText(w, []byte(escapeCodes(cell)))
			_, _ = w.WriteString(`</t></is></c>`)
		}
	}
	_, err := w.WriteString("</row>")
	return err
}

// escapeCodes escapes the underscores with which a text seems to contain a character code, such as
// _x000D_: readers of workbooks replace codes by their characters.
func escapeCodes(cell string) string {
	if !strings.Contains(cell, "_x") {
		return cell
	}
	var escaped strings.Builder
	for i := range len(cell) {
		if startsCode(cell[i:]) {
			escaped.WriteString("_x005F")
		}
		escaped.WriteByte(cell[i])
	}
	return escaped.String()
}

func startsCode(text string) bool {
	if len(text) < 7 || text[:2] != "_x" || text[6] != '_' {
		return false
	}
	_, err := strconv.ParseUint(text[2:6], 16, 16)
	return err == nil
}

// Close writes the end of the sheet and the parts that name the sheets.
func (x *xlsx) Close() error {
	if x.err != nil {
		return x.err
	}
	if err := x.closeSheet(); err != nil {
		return err
	}
	for _, part := range x.parts() {
		file, err := x.zip.Create(part.name)
		if err == nil {
			_, err = io.WriteString(file, xml.Header+part.content)
		}
		if err != nil {
			return err
		}
	}
	return x.zip.Close()
}

type part struct{ name, content string }

// parts returns the parts of the workbook beside its sheets.
func (x *xlsx) parts() []part {
	var types, sheets, ids strings.Builder
	for n := 1; n <= x.sheets; n++ {
		name := x.name
		if n > 1 {
			name += " " + strconv.Itoa(n)
		}
		fmt.Fprintf(&types, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="%s.worksheet+xml"/>`, n, mainType)
		fmt.Fprintf(&sheets, `<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, name, n, n)
		fmt.Fprintf(&ids, `<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>`, n, relations, n)
	}
	fmt.Fprintf(&ids, `<Relationship Id="rId%d" Type="%s/styles" Target="styles.xml"/>`, x.sheets+1, relations)
	const packages = "http://schemas.openxmlformats.org/package/2006/"
	return []part{
		{"[Content_Types].xml", `<Types xmlns="` + packages + `content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="` + mainType + `.sheet.main+xml"/>` +
			`<Override PartName="/xl/styles.xml" ContentType="` + mainType + `.styles+xml"/>` + types.String() + `</Types>`},
		{"_rels/.rels", `<Relationships xmlns="` + packages + `relationships"><Relationship Id="rId1" Type="` + relations +
			`/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook ` + xmlns + ` xmlns:r="` + relations + `"><sheets>` + sheets.String() +
			`</sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="` + packages + `relationships">` + ids.String() +
			`</Relationships>`},
		{"xl/styles.xml", styles},
	}
}

const (
	mainType = "application/vnd.openxmlformats-officedocument.spreadsheetml"
	// styles has two styles of cells: plain, and bold for the header.
	styles = `<styleSheet ` + xmlns + `><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
		`<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
		`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
		`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
		`<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
		`<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`
)
