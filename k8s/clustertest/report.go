package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// row is a measured value with its goal. All goals are maxima.
type row struct {
	Row   string  `json:"row"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
	Goal  float64 `json:"goal"`
	Met   bool    `json:"met"`
	Note  string  `json:"note,omitempty"`
}

// addRow adds a row to the table. A value above its goal does not end the test.
func (t *test) addRow(name string, value float64, unit string, goal float64, note string) {
	t.rows = append(t.rows, row{name, value, unit, goal, value <= goal, note})
}

// unmet returns the number of rows whose goal is not met.
func (t *test) unmet() (count int) {
	for _, r := range t.rows {
		if !r.Met {
			count++
		}
	}
	return count
}

// printTable prints the rows and writes them to .local/bench/NAME.json.
func (t *test) printTable(name string) error {
	fmt.Printf("\n%-74s %10s %-9s %8s  %-3s  %s\n", "row", "value", "unit", "goal ≤", "met", "note")
	for _, r := range t.rows {
		met := "yes"
		if !r.Met {
			met = "NO"
		}
		fmt.Printf("%-74s %10.4g %-9s %8.4g  %-3s  %s\n", r.Row, r.Value, r.Unit, r.Goal, met, r.Note)
	}
	fmt.Println()
	content, err := json.MarshalIndent(t.rows, "", "  ")
	if err != nil {
		return err
	}
	file := filepath.Join(".local", "bench", name+".json")
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		return err
	}
	return os.WriteFile(file, append(content, '\n'), 0o600)
}
