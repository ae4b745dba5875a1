package listfile

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// formulaStarts are the first characters that make a spreadsheet program run a cell as a formula.
// The last four are the full-width forms.
const formulaStarts = "=+-@\t\r\n＝＋－＠"

// errorValue matches the error values of spreadsheets in English and German, and UnsavedFormula.
var errorValue = regexp.MustCompile(`^#(?:N/A|NV|REF!|BEZUG!|VALUE!|WERT!|NAME\?|DIV/0!|NUM!|ZAHL!|NULL!|SPILL!|CALC!|FORMULA!)$`)

// UnsavedFormula is the text of a cell of a workbook with a formula whose result was not saved. It is an error value.
const UnsavedFormula = "#FORMULA!"

// IsErrorValue reports whether a cell of a spreadsheet has an error value, such as #REF!, or a formula without a saved
// result.
func IsErrorValue(cell string) bool {
	return strings.HasPrefix(cell, "#") && errorValue.MatchString(cell)
}

// Neutralize returns the text that is written to a cell for a value. A value that a spreadsheet
// program could run as a formula, or take for the result of one that failed, gets an apostrophe before
// it. Restore removes the apostrophe.
func Neutralize(cell string) string {
	if isActive(cell) {
		return "'" + cell
	}
	return cell
}

// Restore returns the value of a cell that Neutralize returned. Other texts are returned unchanged,
// also if they begin with an apostrophe.
func Restore(cell string) string {
	if strings.HasPrefix(cell, "'") && isActive(cell) {
		return cell[1:]
	}
	return cell
}

// isActive reports whether a text is a formula or an error value, also after apostrophes. Neutralize
// adds an apostrophe to those with apostrophes as well, so Restore always returns the original value.
func isActive(cell string) bool {
	rest := strings.TrimLeft(cell, "'")
	return startsFormula(rest) || IsErrorValue(rest)
}

func startsFormula(cell string) bool {
	first, _ := utf8.DecodeRuneInString(cell)
	return cell != "" && strings.ContainsRune(formulaStarts, first)
}

// listSeparators are the separators between the values of a cell. JoinList writes the first one.
// SplitList uses the first one that occurs in the cell.
const listSeparators = ";\n|,"

// JoinList returns the text of a cell for several values, such as "politics; sports". A value that
// contains a separator or a quotation mark is quoted.
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
