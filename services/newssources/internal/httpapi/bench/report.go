package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/newsources/newsources/services/newssources/internal/bench"
)

// growthGoal is the maximum CPU time of the first page of the largest register, relative to the smallest register.
const growthGoal = 1.2

// report prints a table and writes the JSON report.
func report(out io.Writer, rows []row) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "sources\tclients\tp50 ms\tp99 ms\tAPI CPU ms\tDB CPU ms\tbaseline CPU ms\tratio\t\tgoals and row")
	var figures []bench.Figure
	first := map[int]row{} // by size
	for _, r := range rows {
		if r.name == firstPage && r.clients == 1 {
			first[r.size] = r
		}
		cpu := bench.NewFigure(r.label()+", CPU", r.product.cpu(), "ms", r.baseline.cpu())
		list := r.goalFigures(first[r.size])
		figures = append(figures, cpu, bench.NewFigure(r.label()+", p50", r.product.p50, "ms", r.baseline.p50))
		figures = append(figures, list...)
		fmt.Fprintf(table, "%d\t%d\t%.1f\t%.1f\t%.2f\t%.2f\t%.2f\t%.2f\t%s\t  %s\n", r.size, r.clients, r.product.p50, r.product.p99,
			r.product.api, r.product.database, r.baseline.cpu(), cpu.Ratio, verdict(list), r.name)
	}
	if len(first) > 1 {
		var smallest, largest row
		for _, r := range rows {
			if r.name == firstPage && r.clients == 1 {
				if smallest.size == 0 {
					smallest = r
				}
				largest = r
			}
		}
		f := bench.NewFigure(fmt.Sprintf("%s, CPU with %d sources relative to %d", firstPage, largest.size, smallest.size), largest.product.cpu(), "ms", smallest.product.cpu())
		f = f.AtMost(growthGoal, f.Ratio)
		figures = append(figures, f)
		fmt.Fprintf(table, "%d\t1\t\t\t\t\t\t%.2f\t%s\t  %s\n", largest.size, f.Ratio, verdict([]bench.Figure{f}), "growth of the page of 100")
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, f := range figures {
		if f.Met != nil && !*f.Met {
			fmt.Fprintf(out, "MISSED  %s: %.2f %s (ratio %.2f), goal %g\n", f.Row, f.Value, f.Unit, f.Ratio, *f.Goal)
		}
	}
	return bench.Write(out, output, figures)
}

// goalFigures returns the figures of a row that have goals. first is the first page of the same register.
func (r row) goalFigures(first row) (list []bench.Figure) {
	if r.goals.ratio > 0 {
		f := bench.NewFigure(r.label()+", CPU relative to the baseline", r.product.cpu(), "ms", r.baseline.cpu())
		list = append(list, f.AtMost(r.goals.ratio, f.Ratio))
	}
	if r.goals.first > 0 && first.size > 0 {
		f := bench.NewFigure(r.label()+", CPU relative to the first page", r.product.cpu(), "ms", first.product.cpu())
		list = append(list, f.AtMost(r.goals.first, f.Ratio))
	}
	if r.goals.api > 0 {
		f := bench.NewFigure(r.label()+", CPU of the API relative to the baseline and its database", r.product.api, "ms", r.baseline.cpu())
		list = append(list, f.AtMost(r.goals.api, f.Ratio))
	}
	p99 := bench.NewFigure(r.label()+", p99", r.product.p99, "ms", r.baseline.p99)
	if goal, ok := r.goals.p99[r.size]; ok {
		p99 = p99.AtMost(goal, r.product.p99)
	}
	return append(list, p99)
}

func verdict(list []bench.Figure) string {
	result := ""
	for _, f := range list {
		switch {
		case f.Met == nil:
		case !*f.Met:
			return "MISSED"
		default:
			result = "ok"
		}
	}
	return result
}
