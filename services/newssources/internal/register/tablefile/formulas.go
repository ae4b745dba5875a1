package tablefile

import (
	"bytes"
	"regexp"

	"github.com/xuri/excelize/v2"

	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
)

// unsavedFormulas finds the formulas of a sheet without a saved result, in the order of the file. excelize reads such a
// cell as blank. Spreadsheet programs save results, other programs often do not.
type unsavedFormulas struct {
	content []byte // the XML of the cells that were not read yet
	prefix  string // of the names of elements, such as "x:"
	line    int    // of the next formula, from 1; 0: there is none
	column  int    // from 0
}

// cellsStart matches the start of the cells of a sheet.
var cellsStart = regexp.MustCompile(`<(\w+:)?sheetData>`)

func findUnsavedFormulas(book *excelize.File, sheet string) *unsavedFormulas {
	content := packagePart(book, partOf(book, sheet))
	start := cellsStart.FindSubmatchIndex(content)
	if start == nil {
		return &unsavedFormulas{}
	}
	u := &unsavedFormulas{content: content[start[1]:]}
	if start[2] >= 0 {
		u.prefix = string(content[start[2]:start[3]])
	}
	u.next()
	return u
}

// mark writes listfile.UnsavedFormula to the blank cells of a line that have a formula without a saved result.
func (u *unsavedFormulas) mark(line int, cells []string, links *sheetLinks) []string {
	for ; u.line > 0 && u.line <= line; u.next() {
		if u.line < line || links.byColumn[u.column][line].isFormula { // its address is read
			continue
		}
		for len(cells) <= u.column {
			cells = append(cells, "")
		}
		if cells[u.column] == "" {
			cells[u.column] = listfile.UnsavedFormula
		}
	}
	return cells
}

// next finds the next formula.
func (u *unsavedFormulas) next() {
	u.line = 0
	for u.line == 0 {
		at := bytes.Index(u.content, []byte("<"+u.prefix+"f"))
		if at < 0 {
			return
		}
		before, rest := u.content[max(0, at-maxFormulaStart):at], u.content[at:]
		end := bytes.Index(rest, []byte("</"+u.prefix+"c>"))
		if end < 0 {
			return
		}
		u.content = rest[end:]
		start := bytes.LastIndex(before, []byte("<"+u.prefix+"c "))
		if start < 0 || hasResult(before[start:], rest[:end], u.prefix) {
			continue
		}
		if name := cellName.FindSubmatch(before[start:]); name != nil {
			column, line, err := excelize.CellNameToCoordinates(string(name[1]))
			if err == nil {
				u.line, u.column = line, column-1
			}
		}
	}
}

// cellName matches the name of a cell in its attributes.
var cellName = regexp.MustCompile(`\sr="([A-Z]{1,3}[0-9]{1,7})"`)

// hasResult reports whether a cell has a saved result, which may be an empty text. start is its start tag, content its
// formula and its value.
func hasResult(start, content []byte, prefix string) bool {
	if bytes.Contains(start, []byte(` t="str"`)) {
		return true
	}
	at := bytes.Index(content, []byte("<"+prefix+"v"))
	if at < 0 {
		return false
	}
	tag, value, _ := bytes.Cut(content[at:], []byte(">"))
	return !bytes.HasSuffix(tag, []byte("/")) && !bytes.HasPrefix(value, []byte("<"))
}
