package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/newsources/newsources/services/newssources/internal/bench"
)

func figures(rows []row) (list []bench.Figure) {
	for _, r := range rows {
		p50 := bench.Millis(r.product.p50)
		list = append(list,
			bench.NewFigure(r.name+", p50", p50, "ms", bench.Millis(r.baseline.p50)).AtMost(r.goal, p50),
			bench.NewFigure(r.name+", p99", bench.Millis(r.product.p99), "ms", bench.Millis(r.baseline.p99)),
			bench.NewFigure(r.name+", CPU", bench.Millis(r.product.cpu), "ms", bench.Millis(r.baseline.cpu)))
	}
	return list
}

// report prints a table and writes the JSON report.
func report(out io.Writer, rows []row) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "p50 ms\tbaseline\tgoal\t\tp99 ms\tbaseline\tCPU ms\tbaseline\tratio\t")
	for _, r := range rows {
		met := "ok"
		if bench.Millis(r.product.p50) > r.goal {
			met = "MISSED"
		}
		cpu := bench.NewFigure("", bench.Millis(r.product.cpu), "ms", bench.Millis(r.baseline.cpu))
		fmt.Fprintf(table, "%.1f\t%.1f\t%.0f\t%s\t%.1f\t%.1f\t%.1f\t%.1f\t%.2f\t  %s\n", bench.Millis(r.product.p50), bench.Millis(r.baseline.p50), r.goal, met,
			bench.Millis(r.product.p99), bench.Millis(r.baseline.p99), cpu.Value, cpu.Reference, cpu.Ratio, r.name)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return bench.Write(out, output, figures(rows))
}
