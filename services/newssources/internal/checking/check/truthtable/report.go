package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// result is a row of the printed table and of the JSON file.
type result struct {
	Group    string   `json:"group"`
	Name     string   `json:"behaviour"`
	Expected string   `json:"expected"`
	Observed string   `json:"observed"`
	Right    bool     `json:"right"`
	Wrong    []string `json:"wrong,omitempty"`
	order    int      // in the table
}

func resultOf(e *endpoint, o *observed, wrong []string) result {
	requests := 0
	for _, h := range e.hits {
		if h.path == endpointPath {
			requests++
		}
	}
	j := judgement{endpoint: e, observed: o}
	var states []string
	for _, s := range j.path() {
		states = append(states, string(s))
	}
	if len(states) > 9 {
		states = append(states[:9:9], "…")
	}
	text := fmt.Sprintf("%s; %d checks, %d requests, %d items", strings.Join(states, " "), len(o.checks), requests,
		o.items)
	if o.held > 0 {
		text += fmt.Sprintf(", %d held", o.held)
	}
	if len(o.suggests) > 0 {
		text += "; suggests " + strings.Join(o.suggests, ", ")
	}
	return result{e.group, e.name, e.want.describe(), text, wrong == nil, wrong, e.order}
}

// report prints the table and writes it as JSON. It returns errWrong if a row is wrong.
func report(all []result, verbose bool, took time.Duration) error {
	right := 0
	last := ""
	for _, r := range all {
		if r.Group != last {
			fmt.Printf("\n%s\n", strings.ToUpper(r.Group[:1])+r.Group[1:])
			last = r.Group
		}
		word := "WRONG"
		if r.Right {
			right++
			word = "right"
		}
		fmt.Printf("  %s  %-58s %s\n", word, r.Name, r.Expected)
		if !r.Right || verbose {
			fmt.Printf("         observed: %s\n", r.Observed)
		}
		for _, text := range r.Wrong[:min(len(r.Wrong), 6)] {
			fmt.Println("         -", text)
		}
	}
	behaviours := len(slices.DeleteFunc(slices.Clone(all), func(r result) bool { return r.Group == "timeline" }))
	fmt.Printf("\n%d behaviours; of %d rows, %d right, %d wrong, in %s\n", behaviours, len(all), right, len(all)-right,
		took.Round(time.Second))
	data, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(output), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(output, append(data, '\n'), 0o644); err != nil {
		return err
	}
	fmt.Println("wrote", output)
	if right < len(all) {
		return errWrong
	}
	return nil
}
