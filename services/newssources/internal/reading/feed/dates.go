package feed

import (
	"bytes"
	"strings"
	"time"
	"unicode"

	"github.com/newsources/newsources/services/newssources/internal/reading/feeddate"
)

// dateReader parses the dates of a document and counts the evidence for the order of day and month.
type dateReader struct {
	feeddate.Parser
	dayFirst, monthFirst int    // dates that are valid in one order only
	guessedLanguage      string // by the script of the document's title, or "und"
}

// ambiguousDate is a date whose day and month may be swapped. The order is chosen when all dates
// are known.
type ambiguousDate struct {
	date                 *time.Time
	dayFirst, monthFirst time.Time
}

// date parses a date, or returns nil: it never substitutes the current time for a missing date. A
// date too far in the future is set to the latest plausible time. An ambiguous date is also
// returned in both orders.
func (p *parser) date(raw []byte) (*time.Time, *ambiguousDate) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, nil
	}
	p.dates.Language = p.zoneLanguage()
	d, ok := p.dates.Parse(raw)
	if !ok {
		p.warn(warnBadDates, 1)
		return nil, nil
	}
	if d.IsLocal {
		p.warn(warnLocalDates, 1)
	}
	switch d.Order {
	case feeddate.DayFirst:
		p.dates.dayFirst++
	case feeddate.MonthFirst:
		p.dates.monthFirst++
	case feeddate.Ambiguous:
		return &d.Time, &ambiguousDate{date: &d.Time, dayFirst: d.Time, monthFirst: d.Swapped}
	}
	p.limitDate(&d.Time)
	return &d.Time, nil
}

// zoneLanguage returns the language for zone abbreviations. For documents that declare none, it is
// guessed by the encoding and the script of the title.
func (p *parser) zoneLanguage() string {
	if p.doc.Language != "" {
		return p.doc.Language
	}
	if p.dates.guessedLanguage == "" && (p.doc.Title != "" || len(p.items) > 0) {
		p.dates.guessedLanguage = "und"
		if strings.HasPrefix(p.doc.Charset, "gb") || p.doc.Charset == "big5" {
			p.dates.guessedLanguage = "zh"
		}
		for _, s := range scriptLanguages {
			if strings.ContainsFunc(p.doc.Title, func(r rune) bool { return unicode.Is(s.script, r) }) {
				p.dates.guessedLanguage = s.language
			}
		}
	}
	return p.dates.guessedLanguage
}

// scriptLanguages are the languages with zone abbreviations of their own, by their scripts.
var scriptLanguages = []struct {
	script   *unicode.RangeTable
	language string
}{{unicode.Han, "zh"}, {unicode.Hebrew, "he"}, {unicode.Bengali, "bn"}, {unicode.Arabic, "ar"}, {unicode.Thai, "th"}}

// limitDate sets a date that is too far in the future to the latest plausible time.
func (p *parser) limitDate(t *time.Time) {
	if t.After(p.latest) {
		p.warn(warnFutureDates, 1)
		*t = p.latest
	}
}

// settleDates chooses one order of day and month for all ambiguous dates of the document.
func (p *parser) settleDates() {
	var all []ambiguousDate
	for i := range p.items {
		all = append(all, p.items[i].ambiguous...)
	}
	if len(all) == 0 {
		return
	}
	monthFirst := p.isMonthFirst(all)
	for _, a := range all {
		*a.date = a.dayFirst
		if monthFirst {
			*a.date = a.monthFirst
		}
		p.limitDate(a.date)
	}
}

// isMonthFirst decides by the dates that are valid in one order only, then by the order that has
// fewer dates in the future, then by the language. Without a language, or in English without a
// region, it chooses the order in which the dates are much closer together.
func (p *parser) isMonthFirst(all []ambiguousDate) bool {
	isAmerican := p.doc.Language == "en-US" || p.doc.Language == "en-PH"
	votes := 2 * (p.dates.monthFirst - p.dates.dayFirst)
	if votes != 0 && isAmerican {
		votes += 3 // a single date in the other order may be an error
	}
	if votes != 0 {
		return votes > 0
	}
	day := spanOf(all, p.latest, func(a ambiguousDate) time.Time { return a.dayFirst })
	month := spanOf(all, p.latest, func(a ambiguousDate) time.Time { return a.monthFirst })
	switch {
	case day.future != month.future:
		return month.future < day.future
	case isAmerican:
		return true
	case p.doc.Language == "" || p.doc.Language == "en":
		return 2*month.length < day.length
	}
	return false
}

// dateSpan is the time that dates cover.
type dateSpan struct {
	length time.Duration
	future int // number of dates in the future
}

func spanOf(all []ambiguousDate, latest time.Time, of func(ambiguousDate) time.Time) (s dateSpan) {
	first, last := of(all[0]), of(all[0])
	for _, a := range all {
		t := of(a)
		if t.After(latest) {
			s.future++
		}
		if t.Before(first) {
			first = t
		}
		if t.After(last) {
			last = t
		}
	}
	s.length = last.Sub(first)
	return s
}
