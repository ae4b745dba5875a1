package tableimport

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/tag"
)

// parsed holds the values of a row.
type parsed struct {
	values []assignment // of the source
	feeds  []feedValues
	tags   []string // of columns that are kept as tags
	notes  []string // of columns that are kept as notes
	home   string   // the address of the homepage; empty: none
	outlet source.Outlet
	page   source.Page   // the homepage, unless it is the root of its domain
	id     uuid.UUID     // of the source; uuid.Nil: none
	isByID bool          // the outlet is that of the source with the id, because the row has no address
	domain string        // of the source, which may be a subdomain; empty: that of the homepage
	path   string        // that distinguishes the source from others of its domain
	parent source.Outlet // empty if the row names no parent, or names it by id
	// parentID is the id of the parent; nil: none, or resolveParents has not found it.
	parentID *uuid.UUID
	// isParentMissing reports that neither the register nor an earlier row has the parent.
	isParentMissing bool
	repairs         []string
	addsOnly        bool  // see Layout
	err             error // the row is invalid
}

// assignment is a value of a column for a record.
type assignment struct {
	column listfile.Column
	text   string // empty: clear it
}

// parse reads the cells of a row.
func (l Layout) parse(cells []string) parsed {
	p := parsed{addsOnly: l.AddsOnly}
	var wrong []string
	feeds := map[string]*feedValues{}
	var order []string
	isExported := false
	for i, column := range l.Columns {
		if i >= len(cells) {
			break
		}
		cell := listfile.Restore(cells[i])
		switch {
		case cell == "" || column.Target == TargetIgnore || column.Target == TargetReport:
			continue
		case listfile.IsErrorValue(cells[i]):
			wrong = append(wrong, column.Header+": "+formulaProblem(cells[i]))
			continue
		case column.Target == TargetTags, column.Target == "tags" && l.AddsOnly:
			p.tags = append(p.tags, listfile.SplitList(cell)...)
			continue
		case column.Target == TargetNotes:
			p.notes = append(p.notes, column.Header+": "+cell)
			continue
		case column.Target == listfile.IDKey:
			p.id, _ = uuid.Parse(cell) // lists of others have other ids
			continue
		case column.Target == listfile.DomainKey:
			p.domain, isExported = cell, column.hasDomainHeader()
			continue
		case column.Target == listfile.PathKey:
			p.path = cell
			continue
		}
		number, isFeed := feedNumber(column.Target)
		if isFeed && feeds[number] == nil {
			feeds[number] = &feedValues{}
			order = append(order, number)
		}
		values := []string{cells[i]}
		isAddress := listfile.FieldOf(column.Target) == "feed"
		if isAddress {
			values = listfile.SplitAddresses(cells[i])
		}
		for _, value := range values {
			a, repair, err := l.assign(column.Target, value)
			if err != nil {
				wrong = append(wrong, fmt.Sprintf("%s: %s.", column.Header, strings.TrimSuffix(err.Error(), ".")))
				continue
			}
			if repair != "" {
				p.repairs = append(p.repairs, repair)
			}
			switch {
			case isAddress:
				feeds[number].addresses = append(feeds[number].addresses, a.text)
			case isFeed:
				feeds[number].values = append(feeds[number].values, a)
			default:
				p.values = append(p.values, a)
			}
		}
		switch column.Target {
		case "homepage_url":
			p.home = p.text("homepage_url")
		case parentKey:
			p.setParent(p.text(parentKey))
		}
	}
	for _, number := range order {
		if err := p.addFeeds(feeds[number]); err != nil {
			wrong = append(wrong, err.Error())
		}
	}
	if isExported && p.id == uuid.Nil && !l.isExport() { // the column “Domain” of another list
		p.domain = ""
	}
	p.findOutlet()
	if len(wrong) > 0 {
		p.err = errors.New(strings.Join(wrong, " "))
		return p
	}
	p.endPause(time.Now())
	return p
}

// endPause makes a paused source active if the end of its pause has passed, as the register does.
func (p *parsed) endPause(now time.Time) {
	until, err := time.Parse(time.RFC3339, p.text("paused_until"))
	if err != nil || until.After(now) || p.text("lifecycle") != string(source.Paused) {
		return
	}
	p.values = slices.DeleteFunc(p.values, func(a assignment) bool {
		return a.column.Key == "paused_until" || a.column.Key == "pause_reason"
	})
	for i := range p.values {
		if p.values[i].column.Key == "lifecycle" {
			p.values[i].text = string(source.Active)
		}
	}
	p.repairs = append(p.repairs, "The end of the pause has passed, so the source is active.")
}

// setParent sets the parent from the text of a valid cell.
func (p *parsed) setParent(text string) {
	if id, err := uuid.Parse(text); err == nil {
		p.parentID = &id
	} else if text != "" {
		p.parent, _ = listfile.ParseParent(text)
	}
}

// assign returns the value of a cell for a column.
func (l Layout) assign(target, cell string) (a assignment, repair string, err error) {
	a.column, _ = listfile.ColumnByKey(target)
	if cell = listfile.Restore(cell); l.Clear != "" && cell == l.Clear {
		return a, "", nil
	}
	record := &listfile.Record{}
	if a.text, repair, err = a.column.Parse(cell); err == nil {
		err = a.column.Put(record, a.text)
	}
	if err == nil && a.column.Get(record) == "" { // such as separators only; it must not clear the value
		err = fmt.Errorf("“%s” is not a value; enter a value, or leave the cell blank", textkey.Shorten(cell, 60))
	}
	return a, repair, err
}

// formulaProblem returns the reason why a cell with an error value is invalid.
func formulaProblem(cell string) string {
	if cell == listfile.UnsavedFormula {
		return "the result of the formula was not saved; open the workbook in a spreadsheet program and save it, or enter a value."
	}
	return fmt.Sprintf("the formula failed with %s; enter a value.", cell)
}

// errNoAddress is the error of a row that can only be found by its id or its name.
var errNoAddress = errors.New("the row has neither a homepage nor a feed, and no live source (of its country) has " +
	"its id or its name; enter a homepage or a feed")

// findOutlet sets the outlet: that of the homepage or, without one, that of the first feed. A domain and a path in the
// row count if the homepage lies below them.
func (p *parsed) findOutlet() {
	address := p.home
	if address == "" && len(p.feeds) > 0 {
		address = p.feeds[0].address
	}
	parsedAddress, err := weburl.Parse(address)
	switch {
	case address == "":
		p.err = errNoAddress
		return
	case err != nil:
		p.err = err
		return
	}
	p.outlet.Domain, p.outlet.PathPrefix = weburl.Outlet(parsedAddress)
	p.page = source.NewPage(parsedAddress)
	if p.home == "" || p.domain+p.path == "" {
		return
	}
	given, err := listfile.ParseOutlet(cmp.Or(p.domain, p.outlet.Domain), p.path)
	if at, _ := given.At(p.home); err == nil && at == given && (p.domain != "" || given.PathPrefix != "") {
		p.outlet, p.page = given, source.Page{}
	}
}

// details returns the details of a source with the values of the row.
func (p *parsed) details(before source.Details) (source.Details, error) {
	record, values := listfile.FromSource(&source.Source{Details: before}), p.values
	if p.addsOnly && before.Name != "" {
		values = nil
	}
	for _, a := range values {
		if err := a.column.Put(&record, a.text); err != nil {
			return before, err
		}
	}
	switch record.Lifecycle {
	case before.Lifecycle, source.Active, source.Paused, source.Draft, source.Archived:
	case "":
		return before, errors.New("state: a source always has a state; enter active, paused, draft or archived")
	default:
		return before, fmt.Errorf("state: “%s” is not a state; enter active, paused, draft or archived",
			textkey.Shorten(string(record.Lifecycle), 60))
	}
	record.Tags = tag.Merge(record.Tags, p.tags)
	for _, note := range p.notes {
		if !strings.Contains(record.Notes, note) {
			record.Notes = strings.TrimSpace(record.Notes + "\n" + note)
		}
	}
	after := before
	after.Name, after.HomepageURL, after.Lifecycle = record.Name, record.HomepageURL, record.Lifecycle
	after.PausedUntil, after.PauseReason = record.PausedUntil, record.PauseReason
	after.MediaType, after.Country, after.Region = record.MediaType, record.Country, record.Region
	after.Languages, after.Scope, after.Tier = record.Languages, record.Scope, record.Tier
	after.Paywall, after.Rights, after.RightsNote = record.Paywall, record.Rights, record.RightsNote
	after.Owner, after.Tags, after.Notes = record.Owner, record.Tags, record.Notes
	if p.has(parentKey) {
		after.ParentID = p.parentID
	}
	if p.has("aliases") {
		after.SetAliases(listfile.ToAliases(record.Aliases))
	}
	return after, nil
}

// has reports whether the row has a value of a column.
func (p *parsed) has(key string) bool {
	return slices.ContainsFunc(p.values, func(a assignment) bool { return a.column.Key == key })
}

// text returns the value of a column, or "".
func (p *parsed) text(key string) string {
	for _, a := range p.values {
		if a.column.Key == key {
			return a.text
		}
	}
	return ""
}

// isArchived reports whether the source is archived in the file.
func (p *parsed) isArchived() bool { return p.text("lifecycle") == string(source.Archived) }

// newDetails returns the details of a new source with the values of the row.
func (p *parsed) newDetails() (source.Details, error) {
	d, err := p.details(source.Details{})
	d.Name = cmp.Or(d.Name, p.outlet.Domain+p.outlet.PathPrefix)
	d.HomepageURL = cmp.Or(d.HomepageURL, "https://"+p.outlet.Domain+p.outlet.PathPrefix)
	d.Lifecycle = cmp.Or(d.Lifecycle, source.Active)
	if err == nil && d.Lifecycle != source.Archived { // an archived source may have been paused before
		err = d.CheckPause(source.Details{})
	}
	return d, err
}

// reasonOf returns the text of an error for people, with the fields that are wrong.
func reasonOf(err error) string {
	p, ok := errors.AsType[*problem.Error](err)
	if !ok {
		return sentence(err.Error())
	}
	if len(p.Fields) == 0 {
		return p.Detail
	}
	texts := make([]string, len(p.Fields))
	for i, f := range p.Fields {
		texts[i] = f.Detail
		key, _, _ := strings.Cut(strings.TrimPrefix(f.Pointer, "/"), "/")
		if c, isColumn := listfile.ColumnByKey(key); isColumn && c.IsImported() {
			texts[i] = c.Header + ": " + f.Detail
		}
	}
	return strings.Join(texts, " ")
}

// sentence returns a text that begins with a capital letter and ends with a full stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToTitle(first)) + text[size:]
}
