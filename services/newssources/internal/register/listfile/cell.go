package listfile

import (
	"strings"
	"unicode/utf8"
)

// formulaStarts are the characters with which a cell begins that a spreadsheet may run as a
// formula, also in their wide forms.
const formulaStarts = "=+-@\t\r\n＝＋－＠"

// Neutralize returns the text of a cell that no spreadsheet runs as a formula: with an apostrophe
// before a text that would be one. Restore returns the original text.
func Neutralize(cell string) string {
	if startsFormula(cell) || isNeutral(cell) {
		return "'" + cell
	}
	return cell
}

// Restore returns the text that Neutralize made the cell from. Another text that begins with an
// apostrophe is unchanged.
func Restore(cell string) string {
	if isNeutral(cell) {
		return cell[1:]
	}
	return cell
}

func startsFormula(cell string) bool {
	first, _ := utf8.DecodeRuneInString(cell)
	return cell != "" && strings.ContainsRune(formulaStarts, first)
}

// isNeutral reports whether Neutralize may have returned the text: apostrophes before the start of a
// formula. An original text of this form gets one more, so that each text has its own cell.
func isNeutral(cell string) bool {
	rest := strings.TrimLeft(cell, "'")
	return len(rest) < len(cell) && startsFormula(rest)
}

// listSeparators separate the values of a cell. The first is written; one of the others separates
// them if the cell has none before it.
const listSeparators = ";\n|,"

// JoinList returns several values as the text of a cell: "politics; sports". A value that contains a
// separator or a quotation mark is quoted.
func JoinList(values []string) string {
	var cell strings.Builder
	for i, value := range values {
		if i > 0 {
			cell.WriteString("; ")
		}
		if strings.ContainsAny(value, listSeparators+`"`) {
			value = `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
		}
		cell.WriteString(value)
	}
	return cell.String()
}

// SplitList returns the values of a cell. Values are separated by semicolons or, if there is none,
// by line ends, vertical bars or commas. A value in quotation marks may contain all of them.
func SplitList(cell string) []string {
	var parts []string
	for _, separator := range listSeparators {
		if parts = splitQuoted(cell, separator); len(parts) > 1 {
			break
		}
	}
	values := []string{}
	for _, part := range parts {
		part = strings.TrimSpace(part)
		if quoted, ok := strings.CutPrefix(part, `"`); ok && strings.HasSuffix(quoted, `"`) {
			part = strings.ReplaceAll(strings.TrimSuffix(quoted, `"`), `""`, `"`)
		}
		if part != "" {
			values = append(values, part)
		}
	}
	return values
}

// splitQuoted returns the parts of a text between separators that are not in quotation marks.
func splitQuoted(text string, separator rune) []string {
	var parts []string
	start, isQuoted := 0, false
	for i, r := range text {
		switch {
		case r == '"' && strings.HasPrefix(strings.TrimLeft(text[start:i+1], " "), `"`):
			isQuoted = !isQuoted
		case r == separator && !isQuoted:
			parts, start = append(parts, text[start:i]), i+1
		}
	}
	return append(parts, text[start:])
}
