package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/tree"
)

// part is the result of one make target.
type part struct {
	name string
	took time.Duration
	err  error
}

// runParts runs make targets one after another and prints a summary. It continues after a failure,
// except after a failure of the first target, which installs what the others need.
func runParts(ctx context.Context, names []string) error {
	root, err := tree.Root()
	if err != nil {
		return err
	}
	var done []part
	for _, name := range names {
		fmt.Printf("\n=== %s\n", name)
		p := runPart(ctx, root, name)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		done = append(done, p)
		if p.err != nil && len(done) == 1 {
			break
		}
	}
	return summarize(done, names)
}

func runPart(ctx context.Context, root, name string) part {
	started := time.Now()
	cmd := proc.Command(ctx, 0, "make", "--no-print-directory", name)
	cmd.Dir, cmd.Stdout, cmd.Stderr = root, os.Stdout, os.Stderr
	// The job server of the calling make is not available to this one.
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "MAKEFLAGS=") || strings.HasPrefix(v, "MFLAGS=") || strings.HasPrefix(v, "MAKELEVEL=")
	})
	err := proc.Run(cmd)
	return part{name: name, took: time.Since(started), err: err}
}

func summarize(done []part, names []string) error {
	failed := len(names) - len(done) // targets that were not run
	fmt.Println()
	for _, p := range done {
		result := "passed"
		if p.err != nil {
			result = "FAILED"
			failed++
		}
		fmt.Printf("%-18s %s %6.1f s\n", p.name, result, p.took.Seconds())
	}
	for _, name := range names[len(done):] {
		fmt.Printf("%-18s NOT RUN\n", name)
	}
	fmt.Printf("\n%d passed, %d failed\n", len(names)-failed, failed)
	if failed > 0 {
		return exitStatus(1)
	}
	return nil
}
