package feed

import (
	"slices"
	"time"
)

// Stats sum up a document for people who choose between several.
type Stats struct {
	Items      int
	Dated      int
	Duplicates int
	Newest     *time.Time
	PerDay     float64 // items a day, over the time that most dates cover; 0 when that can't be said
	FullText   bool    // more than half of the items carry the whole article
}

// oddDates is one part of the dates that say nothing about how often something comes: pinned articles, slips.
const oddDates = 5

// shortestSpan keeps a feed of items that all came at once from looking as if it had thousands a day.
const shortestSpan = time.Hour

// Stats counts the document's items.
func (d *Document) Stats() Stats {
	s := Stats{Items: len(d.Items), Duplicates: d.Duplicates}
	var dates []time.Time
	full := 0
	for i := range d.Items {
		item := &d.Items[i]
		if item.FullText {
			full++
		}
		date := item.date()
		if date == nil {
			continue
		}
		if s.Newest == nil || date.After(*s.Newest) {
			s.Newest = date
		}
		dates = append(dates, *date)
	}
	s.Dated = len(dates)
	s.FullText = full*2 > s.Items
	s.PerDay = perDay(dates)
	return s
}

// perDay is how many items come a day, by the newest of their dates. Dates that are all the same are those of the
// document.
func perDay(dates []time.Time) float64 {
	slices.SortFunc(dates, func(a, b time.Time) int { return b.Compare(a) })
	dates = dates[:len(dates)-len(dates)/oddDates]
	if len(dates) < 2 {
		return 0
	}
	span := dates[0].Sub(dates[len(dates)-1])
	if span == 0 {
		return 0
	}
	return float64(len(dates)-1) / (max(span, shortestSpan).Hours() / 24)
}
