package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
)

// Figure is one entry of a JSON report. Goal and Met are null if there is no goal. Reference is the
// figure of the baseline, or 0 without one.
type Figure struct {
	Row       string   `json:"row"`
	Value     float64  `json:"value"`
	Unit      string   `json:"unit"`
	Reference float64  `json:"reference"`
	Ratio     float64  `json:"ratio"`
	Goal      *float64 `json:"goal"`
	Met       *bool    `json:"met"`
}

// NewFigure returns a figure without a goal.
func NewFigure(row string, value float64, unit string, reference float64) Figure {
	f := Figure{Row: row, Value: value, Unit: unit, Reference: reference}
	if reference > 0 {
		f.Ratio = math.Round(100*value/reference) / 100
	}
	return f
}

// AtMost returns the figure with a goal. checked is the value or the ratio, which must be at most
// goal.
func (f Figure) AtMost(goal, checked float64) Figure {
	met := checked <= goal
	f.Goal, f.Met = &goal, &met
	return f
}

// AtLeast returns the figure with a goal that checked, the value or the ratio, must reach.
func (f Figure) AtLeast(goal, checked float64) Figure {
	met := checked >= goal
	f.Goal, f.Met = &goal, &met
	return f
}

// Write writes the figures to file as JSON, and its name to out.
func Write(out io.Writer, file string, figures []Figure) error {
	data, err := json.MarshalIndent(figures, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	fmt.Fprintln(out, "\nwrote", file)
	return os.WriteFile(file, append(data, '\n'), 0o644)
}
