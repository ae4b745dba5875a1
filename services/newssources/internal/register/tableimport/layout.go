package tableimport

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
)

// Targets of columns that have no field of a source. The other targets are keys of listfile.
const (
	TargetIgnore = listfile.TargetIgnore
	TargetTags   = "keep_as_tags"  // each value becomes a tag
	TargetNotes  = "keep_as_notes" // each value becomes a line of the notes
	TargetReport = listfile.TargetReport
)

// Layout has the meaning of the columns of a table.
type Layout struct {
	Columns []Column `json:"columns"`
	// Clear is the text of a cell that clears a value. An empty cell keeps it.
	Clear string `json:"clear"`
	// AddsOnly: rows add sources, endpoints and tags, and change no other value, because OPML lists have the names and
	// folders of a feed reader.
	AddsOnly bool `json:"adds_only,omitempty"`
}

// Column is a column of a table with its target.
type Column struct {
	Header  string   `json:"header"`
	Target  string   `json:"target"`
	Origin  Origin   `json:"origin"`
	Samples []string `json:"samples"` // the first values
}

// Origin says why a column has its target.
type Origin string

// The origins of a target.
const (
	ByHeader  Origin = "header"
	ByContent Origin = "content"
	ByMemory  Origin = "memory" // a person chose it for this header before
	ByPerson  Origin = "person"
	ByNothing Origin = "none" // the column was not recognized and is ignored
)

const (
	defaultClear = `\N`
	maxClear     = 20 // characters
	// shownSamples is the number of values of a column that a person sees.
	shownSamples = 3
	// headerRows is the number of first rows in which the header is searched: some lists begin with a
	// title and a date.
	headerRows = 10
)

// newLayout guesses the targets of the columns of a table, and returns the rows below its header.
// remembered are the targets that were chosen before, by listfile.HeaderKey.
func newLayout(t *tablefile.Table, remembered map[string]string) (Layout, []tablefile.Row) {
	for i := range t.Rows { // headers and samples are stored
		hideCredentials(t.Rows[i].Cells, &t.Rows[i].Fault)
	}
	headers, rows, isKnown := t.Keys, t.Rows, true
	if headers == nil {
		headers, rows, isKnown = cutHeader(t)
	}
	layout := Layout{Clear: defaultClear, Columns: make([]Column, len(headers)), AddsOnly: t.Format == tablefile.OPML}
	used := map[string]bool{}
	for i, header := range headers {
		c := Column{Header: header, Target: listfile.TargetOfHeader(header), Origin: ByHeader}
		if target := remembered[listfile.HeaderKey(header)]; isTarget(target) { // a later version may lack it
			c.Target, c.Origin = target, ByMemory
		}
		if c.Target != "" && !mayRepeat(c.Target) && used[c.Target] {
			c.Target = c.alternativeTarget(used)
		}
		used[c.Target] = true
		c.Samples = samplesOf(rows, i, shownSamples)
		layout.Columns[i] = c
	}
	for i := range layout.Columns {
		c := &layout.Columns[i]
		if c.Target != "" {
			continue
		}
		c.Target, c.Origin = guessByContent(samplesOf(rows, i, guessedSamples), used), ByContent
		if c.Target == "" {
			c.Target, c.Origin = TargetIgnore, ByNothing
		}
		used[c.Target] = true
	}
	if !isKnown && !used["name"] {
		layout.guessName(rows)
	}
	return layout, rows
}

// has reports whether a column has a target.
func (l Layout) has(target string) bool {
	return slices.ContainsFunc(l.Columns, func(c Column) bool { return c.Target == target })
}

// mayRepeat reports whether several columns may have a target.
func mayRepeat(target string) bool {
	return slices.Contains([]string{TargetIgnore, TargetTags, TargetNotes, TargetReport}, target)
}

// hasDomainHeader reports whether the header is “Domain”: the domain of the source in exported tables, but the homepage
// in other lists.
func (c Column) hasDomainHeader() bool {
	return c.Origin == ByHeader && listfile.HeaderKey(c.Header) == "domain"
}

// isExport reports whether the table is an export of a register, which has the paths or the ids of the sources.
func (l Layout) isExport() bool {
	isID := func(sample string) bool { return uuid.Validate(sample) == nil }
	return slices.ContainsFunc(l.Columns, func(c Column) bool {
		return c.Target == listfile.PathKey || c.Target == listfile.IDKey && slices.ContainsFunc(c.Samples, isID)
	})
}

// alternativeTarget returns another target for a column whose target is used already, or "".
func (c Column) alternativeTarget(used map[string]bool) string {
	if c.Target == "homepage_url" && c.hasDomainHeader() && !used[listfile.DomainKey] {
		return listfile.DomainKey
	}
	return nextFeed(c.Target, used)
}

// nextFeed returns the target of a further column with feeds, or "" for another repeated target.
func nextFeed(target string, used map[string]bool) string {
	if listfile.FieldOf(target) != "feed" {
		return ""
	}
	for number := 2; number <= tablefile.MaxColumns; number++ {
		if key := listfile.FeedKey(fmt.Sprint(number), ""); !used[key] {
			return key
		}
	}
	return ""
}

// cutHeader returns the headers of a table and the rows below them. The header is the row with the most
// known words; isKnown reports whether there is one. Otherwise it is the first row, if each of its cells has a value
// that is no address.
func cutHeader(t *tablefile.Table) (headers []string, rows []tablefile.Row, isKnown bool) {
	best, bestKnown := -1, 0
	for n, r := range t.Rows[:min(len(t.Rows), headerRows)] {
		known := 0
		for _, cell := range r.Cells {
			if listfile.TargetOfHeader(cell) != "" {
				known++
			}
		}
		if r.Fault == "" && known > bestKnown && !hasAddress(r.Cells) {
			best, bestKnown = n, known
		}
	}
	if first := t.Rows[0]; best < 0 && len(t.Rows) > 1 && first.Fault == "" && !hasAddress(first.Cells) && isFull(first) {
		best = 0
	}
	width := len(t.Rows[0].Cells)
	headers = make([]string, width)
	if best >= 0 {
		copy(headers, t.Rows[best].Cells)
	}
	if best > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("The header is in line %d. The lines above it were left out.", t.Rows[best].Line))
	}
	for i := range headers {
		if headers[i] == "" {
			headers[i] = fmt.Sprintf("Column %d", i+1)
		}
	}
	return headers, t.Rows[best+1:], bestKnown > 0
}

// isFull reports whether each cell of a row has a value.
func isFull(r tablefile.Row) bool { return !slices.Contains(r.Cells, "") }

func hasAddress(cells []string) bool {
	return slices.ContainsFunc(cells, listfile.IsAddress)
}

// samplesOf returns the first different values of a column.
func samplesOf(rows []tablefile.Row, column, limit int) []string {
	samples := []string{}
	for _, r := range rows[:min(len(rows), sampledRows)] {
		if len(samples) == limit {
			break
		}
		if r.Fault == "" && r.Cells[column] != "" && !slices.Contains(samples, r.Cells[column]) {
			samples = append(samples, textkey.Shorten(r.Cells[column], 200))
		}
	}
	return samples
}

// change returns the layout with the targets that a person chose, or a problem.
func (l Layout) change(targets []string, clear string) (Layout, error) {
	var wrong problem.Fields
	if len(targets) != len(l.Columns) {
		wrong.Add("/targets", "length", "The table has %d columns. Enter a target for each.", len(l.Columns))
		return l, wrong.Err()
	}
	l.Columns = slices.Clone(l.Columns)
	used := map[string]int{}
	for i, target := range targets {
		pointer := fmt.Sprintf("/targets/%d", i)
		if !isTarget(target) {
			wrong.Add(pointer, "target", "“%s” is not a field that can be imported.", textkey.Shorten(target, 60))
			continue
		}
		if other, isUsed := used[target]; isUsed && !mayRepeat(target) {
			wrong.Add(pointer, "duplicate", "The column “%s” has this field already. Choose another one.", l.Columns[other].Header)
		}
		used[target] = i
		if l.Columns[i].Target != target {
			l.Columns[i].Target, l.Columns[i].Origin = target, ByPerson
		}
	}
	if l.Clear = strings.TrimSpace(clear); len([]rune(l.Clear)) > maxClear {
		wrong.Add("/clear", "length", "Use a word with at most %d characters.", maxClear)
	}
	return l, wrong.Err()
}

func isTarget(target string) bool {
	c, ok := listfile.ColumnByKey(target)
	return mayRepeat(target) || ok && c.IsImported() && c.Key == target
}
