package feed

import "time"

// Stats sum up a document for people who choose between several.
type Stats struct {
	Items      int
	Dated      int
	Duplicates int
	Newest     *time.Time
	PerDay     float64 // items a day, over the time that the dates cover; 0 when that can't be said
	FullText   bool    // more than half of the items carry the whole article
}

// shortestSpan keeps a feed of items that all came at once from looking as if it had thousands a day.
const shortestSpan = time.Hour

// Stats counts the document's items.
func (d *Document) Stats() Stats {
	s := Stats{Items: len(d.Items), Duplicates: d.Duplicates}
	var oldest *time.Time
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
		s.Dated++
		if s.Newest == nil || date.After(*s.Newest) {
			s.Newest = date
		}
		if oldest == nil || date.Before(*oldest) {
			oldest = date
		}
	}
	s.FullText = full*2 > s.Items
	if s.Dated >= 2 {
		span := max(s.Newest.Sub(*oldest), shortestSpan)
		s.PerDay = float64(s.Dated-1) / (span.Hours() / 24)
	}
	return s
}
