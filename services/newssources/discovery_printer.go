package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
)

const (
	// labelWidth is the width of the first column: the longest label and two spaces.
	labelWidth = len("homepage") + 2
	// maxShownTitle is the maximum length of a printed title in characters; a line then has at most
	// 100.
	maxShownTitle = 36
	newestLayout  = "2006-01-02 15:04 UTC"
)

// discoveryPrinter prints a discovery as text. The response of the given address and the field
// values are printed immediately. The candidates are printed at the end, because later events may
// replace them.
type discoveryPrinter struct {
	out    io.Writer
	values map[string]string
	found  []*discover.Candidate
}

// fieldLabels are the printed names of the fields whose name in the API differs.
var fieldLabels = map[string]string{"homepage_url": "homepage", "logo_url": "logo"}

func (p *discoveryPrinter) print(e discover.Event) {
	switch e.Type {
	case discover.Reached:
		p.reached(e.Reached)
	case discover.Existing:
		p.line("existing", "%s: %s", printable(e.Existing.SourceName), existingReasons[e.Existing.Why])
	case discover.Proposed:
		if p.values[e.Field.Name] != e.Field.Value { // not for a better origin of the same value
			p.line(cmp.Or(fieldLabels[e.Field.Name], e.Field.Name), "%s (%s)", printable(e.Field.Value), e.Field.From)
		}
		if p.values == nil {
			p.values = map[string]string{}
		}
		p.values[e.Field.Name] = e.Field.Value
	case discover.Found:
		at := slices.IndexFunc(p.found, func(c *discover.Candidate) bool { return c.URL == e.Candidate.URL })
		if at < 0 {
			at, p.found = len(p.found), append(p.found, nil)
		}
		p.found[at] = e.Candidate
	case discover.Done:
		p.done(e.Done)
	}
}

// existingReasons explains why a source is reported as existing.
var existingReasons = map[string]string{
	discover.SameAddress: "this address is an endpoint of the source",
	discover.SameSource:  "the address belongs to this source",
	discover.RedirectsTo: "the address redirects to an endpoint of the source",
}

func (p *discoveryPrinter) line(name, format string, args ...any) {
	fmt.Fprintf(p.out, "%-*s%s\n", labelWidth, name, fmt.Sprintf(format, args...))
}

func (p *discoveryPrinter) reached(a *discover.Arrival) {
	for _, hop := range a.Hops {
		p.line("redirect", "%d from %s", hop.Status, printable(hop.URL))
	}
	p.line("reached", "%s in %d ms: %s", printable(a.FinalURL), a.Timings.Total,
		cmp.Or(a.Detail, strings.TrimSpace(fmt.Sprintf("%d %s", a.Status, a.Outcome))))
}

func (p *discoveryPrinter) done(d *discover.Summary) {
	slices.SortFunc(p.found, discover.Compare)
	rows := make([][]string, len(p.found))
	for i, c := range p.found {
		rows[i] = row(c)
	}
	widths := make([]int, columns)
	for _, r := range rows {
		for i, cell := range r {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for i, c := range p.found {
		fmt.Fprintln(p.out)
		line := ""
		for j, cell := range rows[i] {
			line += cell + strings.Repeat(" ", widths[j]-utf8.RuneCountInString(cell)+2)
		}
		fmt.Fprintln(p.out, strings.TrimRight(line, " "))
		for _, text := range notes(c) {
			fmt.Fprintln(p.out, "   "+printable(text))
		}
	}
	read := 0
	for _, c := range p.found {
		if c.Kind != "" {
			read++
		}
	}
	ending := "No feed was found"
	if read > 0 {
		ending = fmt.Sprintf("%d found", read)
	}
	ending = fmt.Sprintf("%s in %.1f s.", ending, float64(d.Milliseconds)/1000)
	if d.Partial {
		ending += " The time limit was reached before all addresses were tried."
	}
	if read > 0 {
		ending += " An asterisk (*) marks recommended feeds."
	}
	if d.Verdict == discover.VerdictPrevented {
		ending += " " + printable(d.Reason)
	}
	fmt.Fprintln(p.out, "\n"+ending)
}

// columns is the number of columns of a candidate: mark, kind, title, items, items per day, newest.
const columns = 6

func row(c *discover.Candidate) []string {
	mark, newest, daily := " ", "no dates", ""
	if c.Preselected {
		mark = "*"
	}
	if c.Kind == "" {
		return []string{mark, strings.ReplaceAll(c.Outcome, "_", " "), title(c), "", "", ""}
	}
	if c.Newest != nil {
		newest = "newest " + c.Newest.UTC().Format(newestLayout)
	}
	if c.PerDay > 0 {
		daily = fmt.Sprintf("%.1f a day", c.PerDay)
	}
	return []string{mark, strings.ReplaceAll(c.Kind, "_", " "), title(c), counted(c.Items, "item"), daily, newest}
}

// notes returns the lines below a candidate: its address, details and warnings.
func notes(c *discover.Candidate) []string {
	list := []string{c.URL}
	if c.Detail != "" {
		list = append(list, c.Detail)
	}
	if c.Existing != nil {
		list = append(list, "It is an endpoint of "+c.Existing.SourceName+".")
	}
	if o := c.Overlap; o != nil {
		list = append(list, fmt.Sprintf("%d of its %s are also in %s.", o.Shared, counted(o.Of, "item"), o.URL))
	}
	if c.Recipe != nil {
		list = append(list, "The recipe: "+recipe(c.Recipe)+".")
	}
	return append(list, c.Warnings...)
}

func recipe(r *pagelist.Recipe) string {
	var parts []string
	for _, part := range []struct{ name, selector string }{
		{"list", r.List}, {"link", r.Link}, {"title", r.Title}, {"date", r.Date}, {"summary", r.Summary},
		{"author", r.Author},
	} {
		if part.selector != "" {
			parts = append(parts, fmt.Sprintf("%s %q", part.name, part.selector))
		}
	}
	return strings.Join(parts, ", ")
}

func counted(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

func title(c *discover.Candidate) string {
	runes := []rune(printable(c.Title))
	if len(runes) > maxShownTitle {
		runes = append(runes[:maxShownTitle-1], '…')
	}
	return string(runes)
}

// printable removes control characters, because these texts come from other sites.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, text)
}
