package tablefile

import (
	"bytes"
	"encoding/xml"
	"html"
	"io"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
)

const (
	// maxLinks is the maximum number of links of a sheet that are read. It bounds their memory.
	maxLinks = 200_000
	// maxFormula is the maximum length of a formula in a workbook in bytes.
	maxFormula = 32 << 10
	// maxLink is the maximum length of the address of a link in bytes, which is that of Excel.
	maxLink = 2084
)

// link is the address to which a cell links. The text of a formula may be missing, because programs do not have to save
// its result.
type link struct {
	address   string
	isFormula bool
}

// sheetLinks are the links of a sheet by column, from 0, and line.
type sheetLinks struct {
	byColumn map[int]map[int]link
	count    int
	isCut    bool // there are more than maxLinks
}

// add adds a link of the cells of a range, such as A2 or A2:A3.
func (l *sheetLinks) add(reference string, to link) {
	first, last, isRange := strings.Cut(reference, ":")
	if !isRange {
		last = first
	}
	left, top, err := excelize.CellNameToCoordinates(first)
	right, bottom, endErr := excelize.CellNameToCoordinates(last)
	if err != nil || endErr != nil || len(to.address) > maxLink || !listfile.IsAddress(to.address) { // such as mailto
		return
	}
	for line := top; line <= bottom; line++ {
		for column := left - 1; column < right; column++ {
			if l.count++; l.count > maxLinks {
				l.isCut = true
				return
			}
			if l.byColumn[column] == nil {
				l.byColumn[column] = map[int]link{}
			}
			l.byColumn[column][line] = to
		}
	}
}

// findLinks returns the links of a sheet: hyperlinks, and the formulas HYPERLINK whose address is a text. excelize
// finds them only after loading the whole sheet into memory.
func findLinks(book *excelize.File, sheet string) *sheetLinks {
	l := &sheetLinks{byColumn: map[int]map[int]link{}}
	name := partOf(book, sheet)
	content := packagePart(book, name)
	end := bytes.LastIndex(content, []byte("sheetData>"))
	if end < 0 {
		return l
	}
	for at := 0; !l.isCut; {
		next := bytes.Index(content[at:end], []byte(hyperlinkCall))
		if next < 0 {
			break
		}
		at += next + len(hyperlinkCall)
		l.addFormula(content, at)
	}
	if !bytes.Contains(content[end:], []byte("hyperlink")) {
		return l
	}
	targets := relationships(book, name)
	eachElement(content[end:], "hyperlink", func(attributes map[string]string) {
		l.add(attributes["ref"], link{address: targets[attributes["id"]]})
	})
	return l
}

// hyperlinkCall begins a formula with a link, before its arguments.
const hyperlinkCall = "HYPERLINK("

var (
	// formulaStart matches the XML of a cell with its name, up to the arguments of its formula.
	formulaStart = regexp.MustCompile(`<(?:\w+:)?c\s[^<>]*\br="([A-Z]{1,3}[0-9]{1,7})"[^<>]*>\s*<(?:\w+:)?f(?:\s[^<>]*)?>` +
		`\s*(?:IFERROR\()?HYPERLINK\($`)
	// firstText matches the first argument of a formula if it is a text.
	firstText = regexp.MustCompile(`^\s*"((?:[^"]|"")*)"\s*[,;)]`)
)

// maxFormulaStart is the maximum length of what formulaStart matches in bytes.
const maxFormulaStart = 400

// addFormula adds the link of a formula whose arguments begin at a position of the XML of a sheet.
func (l *sheetLinks) addFormula(content []byte, at int) {
	cell := formulaStart.FindSubmatch(content[max(0, at-maxFormulaStart):at])
	if cell == nil {
		return
	}
	arguments, _, _ := bytes.Cut(content[at:min(len(content), at+maxFormula)], []byte("<"))
	if address := firstText.FindStringSubmatch(html.UnescapeString(string(arguments))); address != nil {
		l.add(string(cell[1]), link{strings.ReplaceAll(address[1], `""`, `"`), true})
	}
}

// partOf returns the name of the file of a sheet in the workbook, or "".
func partOf(book *excelize.File, sheet string) string {
	workbook := ""
	book.Pkg.Range(func(name, _ any) bool {
		if text, _ := name.(string); strings.EqualFold(path.Base(text), "workbook.xml") {
			workbook = text
		}
		return workbook == ""
	})
	targets := relationships(book, workbook)
	for _, s := range book.WorkBook.Sheets.Sheet {
		if target := targets[s.ID]; s.Name == sheet && path.IsAbs(target) {
			return strings.TrimPrefix(target, "/")
		} else if s.Name == sheet {
			return path.Join(path.Dir(workbook), target)
		}
	}
	return ""
}

// packagePart returns a file of a workbook, or nil.
func packagePart(book *excelize.File, name string) []byte {
	content, _ := book.Pkg.Load(name)
	data, _ := content.([]byte)
	return data
}

// relationships returns the targets of the relationships of a file of a workbook by their ids.
func relationships(book *excelize.File, name string) map[string]string {
	targets := map[string]string{}
	content := packagePart(book, path.Join(path.Dir(name), "_rels", path.Base(name)+".rels"))
	eachElement(content, "Relationship", func(attributes map[string]string) {
		if len(targets) < maxLinks {
			targets[attributes["Id"]] = attributes["Target"]
		}
	})
	return targets
}

// eachElement calls use with the attributes of each element with a name in a part of an XML document.
func eachElement(content []byte, name string, use func(attributes map[string]string)) {
	decoder := xml.NewDecoder(bytes.NewReader(content))
	decoder.Strict = false
	decoder.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	for {
		token, err := decoder.RawToken()
		if err != nil {
			return
		}
		element, ok := token.(xml.StartElement)
		if !ok || element.Name.Local != name {
			continue
		}
		attributes := make(map[string]string, len(element.Attr))
		for _, a := range element.Attr {
			attributes[a.Name.Local] = a.Value
		}
		use(attributes)
	}
}

// linkColumns is the index of the first column for the links of cells, after the columns of a sheet.
const linkColumns = excelize.MaxColumns

// addLinks adds the addresses to which cells link, unless the text of a cell is an address. They replace the texts of
// columns with addresses, and of those that repeat a text such as “Website”. Others, such as names, keep their texts,
// and a further column has the links.
func (t *Table) addLinks(links *sheetLinks) error {
	if links.isCut {
		t.note("This sheet has more than 200,000 links. The addresses of further ones were not read.")
	}
	for _, column := range slices.Sorted(maps.Keys(links.byColumn)) {
		to := linkColumns + column
		if t.replacesTexts(column, links.byColumn[column]) {
			to = column
		}
		if err := t.setLinks(column, to, links.byColumn[column]); err != nil {
			return err
		}
	}
	return nil
}

// cell returns the text of a column in a row.
func (t *Table) cell(r Row, column int) string {
	if slot, ok := t.slots[column]; ok && slot < len(r.Cells) {
		return r.Cells[slot]
	}
	return ""
}

// replacesTexts reports whether the links of a column replace its texts.
func (t *Table) replacesTexts(column int, links map[int]link) bool {
	texts, linked := map[string]bool{}, 0
	for n, r := range t.Rows {
		text := t.cell(r, column)
		_, isLinked := links[r.Line]
		switch target := listfile.TargetOfHeader(text); {
		case isLinked && text != "" && !listfile.IsAddress(text):
			texts[text] = true
			linked++
		case n < headerRows && target != "" && !isLinked:
			return target == "homepage_url" || listfile.FieldOf(target) == "feed"
		}
	}
	return 2*len(texts) <= linked
}

// setLinks writes the links of the cells of a column to a column. If it is a further one, its header is made of that of
// the first.
func (t *Table) setLinks(from, to int, links map[int]link) error {
	hasLinks := false
	for n := range t.Rows {
		r := &t.Rows[n]
		text, address := t.cell(*r, from), links[r.Line].address
		isRead := listfile.IsAddress(text) || text == "" && !links[r.Line].isFormula
		switch {
		case address != "" && (isRead || r.Fault != ""):
			continue
		case address == "" && (hasLinks || n >= headerRows || from == to || text == ""):
			continue
		case address == "":
			address = text + " (link)"
		default:
			hasLinks = true
		}
		slot, err := t.slot(to)
		if err != nil {
			return err
		}
		if len(r.Cells) <= slot {
			r.Cells = append(r.Cells, make([]string, slot+1-len(r.Cells))...)
		}
		r.Cells[slot] = address
		if t.size += len(address); t.size > maxText {
			return errTooMuchText
		}
	}
	return nil
}
