package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

// importPrinter prints the results of imports, as lines for people or as JSON objects.
type importPrinter struct {
	out    io.Writer
	isJSON bool
}

func (p importPrinter) encode(value any) { _ = json.NewEncoder(p.out).Encode(value) }

// row prints a row of a file.
func (p importPrinter) row(result string, line int, entry, reason string) {
	if p.isJSON {
		p.encode(map[string]any{"result": result, "line": line, "entry": entry, "reason": reason})
		return
	}
	fmt.Fprintf(p.out, "%s\tline %d\t%s\t%s\n", result, line, entry, reason)
}

// newSource prints a source that an OPML list would create.
func (p importPrinter) newSource(s transfer.DryRunSource) {
	outlet := s.Outlet.Domain + s.Outlet.PathPrefix
	if p.isJSON {
		p.encode(map[string]any{"result": "new", "name": s.Name, "homepage_url": s.HomepageURL, "outlet": outlet})
		return
	}
	fmt.Fprintf(p.out, "new\t%s\t%s\t%s\n", s.Name, s.HomepageURL, outlet)
}

// file prints the counts and the notes of a file.
func (p importPrinter) file(name string, done *transfer.Import) {
	if p.isJSON {
		object := countsOf(done)
		object["file"], object["rows"], object["notes"] = name, done.Total, append([]string{}, done.Notes...)
		p.encode(object)
		return
	}
	rows, suffix := "outlines", ""
	if done.Counts != nil {
		rows = "rows"
	}
	if done.Incomplete {
		suffix = ", incomplete file"
	}
	fmt.Fprintf(p.out, "%s: %d %s, %s%s\n", name, done.Total, rows, importCounts(done), suffix)
	for _, note := range done.Notes {
		fmt.Fprintf(p.out, "%s: %s\n", name, note)
	}
}

// totals prints the counts of all files.
func (p importPrinter) totals(sum *transfer.Import) {
	if p.isJSON {
		p.encode(countsOf(sum))
		return
	}
	fmt.Fprintln(p.out, importCounts(sum))
}

func countsOf(i *transfer.Import) map[string]any {
	return map[string]any{"created": i.Created, "exists": i.Exists, "recovered": i.Recovered, "invalid": i.Invalid}
}

func importCounts(i *transfer.Import) string {
	return fmt.Sprintf("created=%d exists=%d recovered=%d invalid=%d", i.Created, i.Exists, i.Recovered, i.Invalid)
}
