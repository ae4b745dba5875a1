package tablefile

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"
)

// separators are the characters that may separate cells, the most frequent first.
var separators = []byte{',', ';', '\t', '|'}

// sampledRows is the number of rows from which the separator is recognized.
const sampledRows = 60

// readText reads CSV, TSV and pasted text.
func readText(ctx context.Context, text, extension string) (*Table, error) {
	text, separator := cutDeclaration(text)
	if separator == 0 {
		separator = findSeparator(text, extension)
	}
	t := &Table{Format: CSV, Separator: string(separator)}
	if separator == '\t' {
		t.Format = TSV
	}
	return t, scanText(&window{text: text, isEnd: true}, separator, func(r Row) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return t.add(r)
	})
}

// cutDeclaration returns the separator that the first line declares ("sep=;"), which spreadsheets
// write and hide, and the text after this line.
func cutDeclaration(text string) (rest string, separator byte) {
	first, rest, _ := strings.Cut(text, "\n")
	first = strings.Trim(strings.TrimSpace(first), `"`)
	if len(first) == len("sep=,") && strings.EqualFold(first[:4], "sep=") && strings.IndexByte(",;|\t", first[4]) >= 0 {
		return "\n" + rest, first[4] // the blank line keeps the numbers of the lines
	}
	return text, 0
}

// findSeparator returns the separator that divides the most of the first rows into the same number of
// cells, at least two.
func findSeparator(text, extension string) byte {
	best, bestScore := separators[0], 0
	if extension == ".tsv" || extension == ".tab" {
		best = '\t'
	}
	for _, separator := range separators {
		s := &textScanner{text: text[:min(len(text), 256<<10)], separator: separator, line: 1}
		widths, rows := map[int]int{}, 0
		for s.pos < len(s.text) && rows < sampledRows {
			r := s.row()
			if r.Fault == "" && strings.TrimSpace(strings.Join(r.Cells, "")) != "" {
				widths[len(r.Cells)]++
				rows++
			}
		}
		for width, count := range widths {
			if score := 1000*count + min(width, 100); width >= 2 && score > bestScore {
				best, bestScore = separator, score
			}
		}
	}
	return best
}

// textScanner reads the rows of a text. A quoted cell may contain separators, line ends and doubled
// quotation marks.
type textScanner struct {
	text      string
	separator byte
	pos, line int
	isCut     bool // the text ended within a cell in quotation marks
}

// row reads the next row. If a quotation mark is not closed, the row ends with its line and has a fault,
// so that the lines after it are not taken for its text.
func (s *textScanner) row() Row {
	start, line := s.pos, s.line
	r := Row{Line: line}
	for {
		cell, opened, ok := s.cell(&r)
		if !ok {
			s.pos, s.line = start, line
			r.Cells = strings.Split(s.restOfLine(), string(s.separator))
			r.Repair = ""
			r.Fault = fmt.Sprintf("The quotation mark before “%s” is not closed. Close it, or remove it.", opened)
			return r
		}
		r.Cells = append(r.Cells, cell)
		if s.pos >= len(s.text) {
			return r
		}
		c := s.text[s.pos]
		s.pos++
		if c == s.separator {
			if s.pos == len(s.text) {
				r.Cells = append(r.Cells, "")
			}
			continue
		}
		if c == '\r' && s.pos < len(s.text) && s.text[s.pos] == '\n' {
			s.pos++
		}
		s.line++
		return r
	}
}

// restOfLine returns the text up to the end of the line, and skips it.
func (s *textScanner) restOfLine() string {
	rest := s.text[s.pos:]
	line, _, found := strings.Cut(rest, "\n")
	s.pos += len(line)
	if found {
		s.pos++
	}
	s.line++
	return strings.TrimSuffix(line, "\r")
}

// cell reads a cell up to the separator or the end of the line. If it begins with a quotation mark that
// is not closed, ok is false and opened is the beginning of its text.
func (s *textScanner) cell(r *Row) (cell, opened string, ok bool) {
	rest := s.text[s.pos:]
	blanks := len(rest) - len(strings.TrimLeft(rest, " "))
	if !strings.HasPrefix(rest[blanks:], `"`) {
		end := strings.IndexAny(rest, "\r\n"+string(s.separator))
		if end < 0 {
			end = len(rest)
		}
		s.pos += end
		return rest[:end], "", true
	}
	return s.quoted(r, blanks)
}

// quoted reads a cell in quotation marks after a number of blanks.
func (s *textScanner) quoted(r *Row, blanks int) (cell, opened string, ok bool) {
	begin := s.pos + blanks + 1
	var b strings.Builder
	lines := 0
	for i := begin; i < len(s.text) && i-begin <= utf8.UTFMax*maxCell; i++ {
		c := s.text[i]
		if c != '"' {
			if c == '\n' {
				lines++
			}
			b.WriteByte(c)
			continue
		}
		after := strings.TrimLeft(s.text[i+1:], " ")
		switch {
		case strings.HasPrefix(s.text[i+1:], `"`):
			b.WriteByte('"')
			i++
		case after == "" || after[0] == s.separator || after[0] == '\n' || after[0] == '\r':
			s.pos, s.line = len(s.text)-len(after), s.line+lines
			return b.String(), "", true
		case lines > 0: // it opens the next quoted cell, so this one was not closed on its line
			return "", beginning(s.text[begin:]), false
		default:
			b.WriteByte('"')
			r.Repair = "A quotation mark within a cell was not doubled."
		}
	}
	s.isCut = len(s.text)-begin <= utf8.UTFMax*maxCell
	return "", beginning(s.text[begin:]), false
}

// beginning returns the first characters of the first line of a text, for people.
func beginning(text string) string {
	const shown = 30
	line, _, _ := strings.Cut(text, "\n")
	line = strings.TrimRight(line, "\r")
	if runes := []rune(line[:min(len(line), (shown+1)*utf8.UTFMax)]); len(runes) > shown {
		return string(runes[:shown]) + "…"
	}
	return line
}
