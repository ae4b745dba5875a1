package feed

import (
	"slices"
	"time"
)

// Stats are figures about a document.
type Stats struct {
	Items      int
	Dated      int
	Duplicates int
	Newest     *time.Time // the newest date that isn't in the future
	PerDay     float64    // items a day over the time that most dates cover; 0 if unknown
	FullText   bool       // more than half of the items have the whole article
	Media      bool       // more than half of the items have an audio or video file
}

// outlierShare is the divisor for the share of oldest dates that are ignored: pinned articles and
// errors.
const outlierShare = 5

// minSpan prevents a rate of thousands a day for items that were published at once.
const minSpan = time.Hour

// Stats returns figures about the document's items.
func (d *Document) Stats() Stats {
	s := Stats{Items: len(d.Items), Duplicates: d.Duplicates}
	var dates []time.Time
	full, media := 0, 0
	for i := range d.Items {
		item := &d.Items[i]
		if item.FullText {
			full++
		}
		if item.IsMedia {
			media++
		}
		date := item.date()
		if date == nil {
			continue
		}
		if !d.now.IsZero() && date.After(d.now) { // wrong, or not published yet
			s.Dated++
			continue
		}
		if s.Newest == nil || date.After(*s.Newest) {
			s.Newest = date
		}
		dates = append(dates, *date)
	}
	s.Dated += len(dates)
	s.FullText, s.Media = full*2 > s.Items, media*2 > s.Items
	s.PerDay = perDay(dates)
	return s
}

// perDay returns the items a day by the newest dates. It returns 0 if all dates are the same: they
// are those of the document, not of its items.
func perDay(dates []time.Time) float64 {
	slices.SortFunc(dates, func(a, b time.Time) int { return b.Compare(a) })
	dates = dates[:len(dates)-len(dates)/outlierShare]
	if len(dates) < 2 {
		return 0
	}
	span := dates[0].Sub(dates[len(dates)-1])
	if span == 0 {
		return 0
	}
	return float64(len(dates)-1) / (max(span, minSpan).Hours() / 24)
}
