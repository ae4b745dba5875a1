package api

import (
	"fmt"

	"github.com/newsources/newsources/services/newssources/internal/bench"
)

// growthGoal is the maximum CPU time of the first page of the largest register, relative to the
// smallest register.
const growthGoal = 1.2

// figures returns the figures of all rows.
func figures(rows []row) (list []bench.Figure) {
	var firsts []row // of each size
	for _, r := range rows {
		if r.name == firstPage && r.clients == 1 {
			firsts = append(firsts, r)
		}
		var first row
		if len(firsts) > 0 {
			first = firsts[len(firsts)-1]
		}
		list = append(list, bench.NewFigure(r.label()+", CPU", r.product.cpu(), "ms", r.baseline.cpu()),
			bench.NewFigure(r.label()+", p50", r.product.p50, "ms", r.baseline.p50))
		list = append(list, r.goalFigures(first)...)
	}
	if len(firsts) > 1 {
		smallest, largest := firsts[0], firsts[len(firsts)-1]
		f := bench.NewFigure(fmt.Sprintf("%s, CPU with %d sources relative to %d", firstPage, largest.size, smallest.size),
			largest.product.cpu(), "ms", smallest.product.cpu())
		list = append(list, f.AtMost(growthGoal, f.Ratio))
	}
	return list
}

// goalFigures returns the figures of a row that have goals. first is the first page of the same
// register.
func (r row) goalFigures(first row) (list []bench.Figure) {
	if r.goals.ratio > 0 {
		f := bench.NewFigure(r.label()+", CPU relative to the baseline", r.product.cpu(), "ms", r.baseline.cpu())
		list = append(list, f.AtMost(r.goals.ratio, f.Ratio))
	}
	if r.goals.first > 0 && first.size == r.size {
		f := bench.NewFigure(r.label()+", CPU relative to the first page", r.product.cpu(), "ms", first.product.cpu())
		list = append(list, f.AtMost(r.goals.first, f.Ratio))
	}
	if r.goals.api > 0 {
		f := bench.NewFigure(r.label()+", CPU of the API relative to the baseline and its database", r.product.api, "ms",
			r.baseline.cpu())
		list = append(list, f.AtMost(r.goals.api, f.Ratio))
	}
	p99 := bench.NewFigure(r.label()+", p99", r.product.p99, "ms", r.baseline.p99)
	if goal, ok := r.goals.p99[r.size]; ok {
		p99 = p99.AtMost(goal, r.product.p99)
	}
	return append(list, p99)
}
