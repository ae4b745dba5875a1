package feed

import "slices"

// keepNewest leaves out all but the n newest items, and keeps the order of the document. Sitemaps and archives often
// begin with the oldest. Items without a date count as older than those with one; among equals the first stay.
func (p *parser) keepNewest(n int) {
	if len(p.items) <= n {
		return
	}
	order := make([]int, len(p.items))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := p.items[a].date(), p.items[b].date()
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
	p.left += len(p.items) - n
	clear(p.items[n:]) // their texts can go
	p.items = p.items[:n]
}
