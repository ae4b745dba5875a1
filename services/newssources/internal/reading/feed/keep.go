package feed

import (
	"regexp"
	"slices"
	"strconv"
	"time"
)

// keepNewest removes all but the n newest items and keeps their order, because sitemaps and
// archives often begin with the oldest item. Items without a date count as oldest; of equal dates,
// the first items are kept. Without any dates, the numbers of the links decide which end of the
// document is the newest; if they do not tell, both ends are kept.
func (p *parser) keepNewest(n int) {
	if len(p.items) <= n {
		return
	}
	order := make([]int, len(p.items))
	hasDates := false
	for i := range order {
		order[i] = i
		hasDates = hasDates || p.plausibleDate(i) != nil
	}
	keep := order[:n]
	switch {
	case hasDates:
		p.sortByDate(order)
		slices.Sort(keep)
	case p.isAscending():
		keep = order[len(order)-n:]
	case !p.isDescending():
		keep = slices.Concat(order[:n-n/2], order[len(order)-n/2:])
		p.omittedBetween = true
	}
	for to, from := range keep {
		p.items[to] = p.items[from]
	}
	p.omitted += len(p.items) - n
	clear(p.items[n:]) // releases the texts of the removed items
	p.items = p.items[:n]
}

// sortByDate sorts the numbers of items, the newest first and those without a date last.
func (p *parser) sortByDate(order []int) {
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
}

// plausibleDate returns the date of an item, or nil if it was limited because it was too far in the
// future.
func (p *parser) plausibleDate(i int) *time.Time {
	date := p.items[i].date()
	if date != nil && date.Before(p.latest) {
		return date
	}
	return nil
}

// monotonicShare of the pairs of neighbours must be in order, so that the numbers of their links
// tell which end is the newest.
const monotonicShare = 0.9

func (p *parser) isAscending() bool {
	ascending, _, pairs := p.countOrder()
	return pairs > 0 && float64(ascending) >= monotonicShare*float64(pairs)
}

func (p *parser) isDescending() bool {
	_, descending, pairs := p.countOrder()
	return pairs > 0 && float64(descending) >= monotonicShare*float64(pairs)
}

// number matches a number of a link, such as an ID or a part of a date.
var number = regexp.MustCompile(`\d{1,18}`)

// countOrder returns how many of the pairs of neighbours have ascending and descending numbers.
// There are no pairs if most links have no number.
func (p *parser) countOrder() (ascending, descending, pairs int) {
	var before []int
	for i := range p.items {
		var numbers []int
		for _, digits := range number.FindAllString(p.items[i].URL, -1) {
			n, _ := strconv.Atoi(digits) // at most 18 digits
			numbers = append(numbers, n)
		}
		if before != nil && numbers != nil {
			pairs++
			switch order := slices.Compare(before, numbers); {
			case order < 0:
				ascending++
			case order > 0:
				descending++
			}
		}
		before = numbers
	}
	if 2*pairs < len(p.items) {
		return 0, 0, 0
	}
	return ascending, descending, pairs
}
