package bench

import (
	"fmt"
	"os"
	"text/tabwriter"
)

// Report prints the figures as a table, and writes them to .local/bench/NAME.json. It returns an
// error if a goal is missed.
func Report(name string, figures []Figure) error {
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "row\tvalue\tunit\treference\tratio\tgoal\t")
	missed := 0
	for _, f := range figures {
		goal, verdict := "", ""
		if f.Goal != nil {
			goal, verdict = fmt.Sprintf("%g", *f.Goal), "ok"
			if !*f.Met {
				verdict = "MISSED"
				missed++
			}
		}
		fmt.Fprintf(table, "%s\t%.2f\t%s\t%.2f\t%.2f\t%s\t%s\n", f.Row, f.Value, f.Unit, f.Reference, f.Ratio, goal, verdict)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if err := Write(os.Stdout, ".local/bench/"+name+".json", figures); err != nil {
		return err
	}
	if missed > 0 {
		return fmt.Errorf("%d goals were missed", missed)
	}
	return nil
}
