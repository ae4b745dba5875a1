package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"text/tabwriter"
)

// figure is one entry of the JSON report. Goal and Met are null if there is no goal.
type figure struct {
	Row       string   `json:"row"`
	Value     float64  `json:"value"`
	Unit      string   `json:"unit"`
	Reference float64  `json:"reference"`
	Ratio     float64  `json:"ratio"`
	Goal      *float64 `json:"goal"`
	Met       *bool    `json:"met"`
}

func figures(rows []row) (list []figure) {
	for _, r := range rows {
		met := millis(r.product.p50) <= r.goal
		list = append(list,
			newFigure(r.name+", p50", millis(r.product.p50), millis(r.limit.p50), &r.goal, &met),
			newFigure(r.name+", p99", millis(r.product.p99), millis(r.limit.p99), nil, nil),
			newFigure(r.name+", CPU", millis(r.product.cpu), millis(r.limit.cpu), nil, nil))
	}
	return list
}

func newFigure(name string, value, reference float64, goal *float64, met *bool) figure {
	ratio := 0.0
	if reference > 0 {
		ratio = math.Round(100*value/reference) / 100
	}
	return figure{name, value, "ms", reference, ratio, goal, met}
}

// report prints a table and writes the JSON report.
func report(out io.Writer, rows []row) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "p50 ms\tlimit\tgoal\t\tp99 ms\tlimit\tCPU ms\tlimit\tratio\t")
	for _, r := range rows {
		met := "ok"
		if millis(r.product.p50) > r.goal {
			met = "MISSED"
		}
		cpu := newFigure("", millis(r.product.cpu), millis(r.limit.cpu), nil, nil)
		fmt.Fprintf(table, "%.1f\t%.1f\t%.0f\t%s\t%.1f\t%.1f\t%.1f\t%.1f\t%.2f\t  %s\n", millis(r.product.p50), millis(r.limit.p50), r.goal, met,
			millis(r.product.p99), millis(r.limit.p99), cpu.Value, cpu.Reference, cpu.Ratio, r.name)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	data, err := json.MarshalIndent(figures(rows), "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(output), 0o755); err != nil {
		return err
	}
	fmt.Fprintln(out, "\nwrote", output)
	return os.WriteFile(output, append(data, '\n'), 0o644)
}
