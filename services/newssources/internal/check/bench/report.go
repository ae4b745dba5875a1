package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/newsources/newsources/services/newssources/internal/bench"
)

// report prints a table and writes the JSON report.
func report(out io.Writer, file string, figures []bench.Figure) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "row\tvalue\tunit\treference\tratio\tgoal\t")
	for _, f := range figures {
		goal, verdict := "", ""
		if f.Goal != nil {
			goal, verdict = fmt.Sprintf("%g", *f.Goal), "MISSED"
			if *f.Met {
				verdict = "ok"
			}
		}
		fmt.Fprintf(table, "%s\t%.2f\t%s\t%.2f\t%.2f\t%s\t%s\n", f.Row, f.Value, f.Unit, f.Reference, f.Ratio, goal, verdict)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return bench.Write(out, file, figures)
}
