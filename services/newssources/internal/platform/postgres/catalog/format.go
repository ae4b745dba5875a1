package catalog

import (
	"regexp"
	"strings"
)

// maxWidth is the maximum number of columns of a line, with tabs of tabWidth columns.
const maxWidth, tabWidth = 120, 4

// shortForms shortens what PostgreSQL writes out in full, and puts each clause on its own line.
var shortForms = strings.NewReplacer(
	"timestamp with time zone", "timestamptz", "character varying", "varchar", " USING btree", "", " WHERE ", "\n\tWHERE ",
	" AFTER ", "\n\tAFTER ", " BEFORE ", "\n\tBEFORE ", " REFERENCING ", "\n\tREFERENCING ",
	" FOR EACH ", "\n\tFOR EACH ", " WHEN (", "\n\tWHEN (", " EXECUTE ", "\n\tEXECUTE ",
)

// longLines breaks conditions and references to other tables.
var longLines = strings.NewReplacer(" OR ", "\n\t\tOR ", " AND ", "\n\t\tAND ", " REFERENCES ", "\n\t\tREFERENCES ")

// Casts that PostgreSQL adds to literals and columns.
var (
	castLiteral       = regexp.MustCompile(`('[^']*')::(?:varchar|text|jsonb|river_job_state)\b(?:\[\])?`)
	castInParentheses = regexp.MustCompile(`(\W)\((\w+)\)::text\b`)
	castColumn        = regexp.MustCompile(`\b([\w.]+)::text\b`)
)

// formatTable formats the definition of a table, an index or a trigger, with the comment above it.
func formatTable(text string) string {
	text = castLiteral.ReplaceAllString(shortForms.Replace(text), "$1")
	text = castColumn.ReplaceAllString(castInParentheses.ReplaceAllString(text, "$1$2"), "$1")
	var lines []string
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		line = strings.TrimRight(line, "\n")
		if width(line) > maxWidth && !strings.HasPrefix(line, "--") {
			line = longLines.Replace(line)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n") + "\n"
}

// function matches a definition as PostgreSQL writes it: the name with the parameters, the
// attributes and the body.
var function = regexp.MustCompile(`(?s)^CREATE OR REPLACE (FUNCTION [^\n]*)\n(.*?)\nAS \$function\$(.*)\$function\$\n;$`)

// formatFunction writes the header of a function in as few lines as fit.
func formatFunction(text string) string {
	found := function.FindStringSubmatch(text)
	if found == nil || strings.Contains(found[3], "$$") {
		return text + "\n"
	}
	name := shortForms.Replace(found[1])
	attributes := strings.Join(strings.Fields(shortForms.Replace(found[2])), " ") + " AS $$"
	if width(attributes) > maxWidth {
		attributes = strings.ReplaceAll(attributes, " SET ", "\n\tSET ")
	}
	switch {
	case width("CREATE "+name+" "+attributes) <= maxWidth:
		name += " "
	case width("CREATE "+name) <= maxWidth:
		name += "\n"
	default:
		name = strings.NewReplacer("(", "(\n\t", ", ", ",\n\t", ")", "\n) ").Replace(name)
	}
	return "CREATE " + name + attributes + found[3] + "$$;\n"
}

func width(line string) int { return len(line) + (tabWidth-1)*strings.Count(line, "\t") }
