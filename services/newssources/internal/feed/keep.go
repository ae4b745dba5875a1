package feed

import (
	"slices"
	"time"
)

// keepNewest removes all but the n newest items and keeps their order, because sitemaps and archives often begin with the
// oldest item. Items without a date count as oldest; of equal dates, the first items are kept.
func (p *parser) keepNewest(n int) {
	if len(p.items) <= n {
		return
	}
	order := make([]int, len(p.items))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := p.plausibleDate(a), p.plausibleDate(b)
		switch {
		case x == nil && y == nil:
			return 0
		case x == nil:
			return 1
		case y == nil:
			return -1
		}
		return y.Compare(*x)
	})
	keep := order[:n]
	slices.Sort(keep)
	for to, from := range keep {
		p.items[to] = p.items[from]
	}
	p.omitted += len(p.items) - n
	clear(p.items[n:]) // releases the texts of the removed items
	p.items = p.items[:n]
}

// plausibleDate returns the date of an item, or nil if it was limited because it was too far in the future.
func (p *parser) plausibleDate(i int) *time.Time {
	date := p.items[i].date()
	if date != nil && date.Before(p.latest) {
		return date
	}
	return nil
}
