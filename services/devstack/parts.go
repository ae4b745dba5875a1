package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/tree"
)

// part is the result of one make target.
type part struct {
	name      string
	took, cpu time.Duration
	err       error
}

// runParts runs groups of make targets one after another and prints a summary. It continues after a
// failure, except after a failure of the first target, which installs what the others need.
func runParts(ctx context.Context, groups []string) error {
	root, err := tree.Root()
	if err != nil {
		return err
	}
	var done []part
	names := strings.FieldsFunc(strings.Join(groups, " "), func(r rune) bool { return r == ' ' || r == '+' })
	for _, group := range groups {
		done = append(done, runGroup(ctx, root, strings.Split(group, "+"))...)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if len(done) == 1 && done[0].err != nil {
			break
		}
	}
	return summarize(done, names)
}

// runGroup runs the first target, and meanwhile the others one after another: the Go tests and the browser
// tests leave a third of two cores idle. The output of the others is printed at the end.
func runGroup(ctx context.Context, root string, names []string) []part {
	parts := make([]part, len(names))
	var out bytes.Buffer
	var others sync.WaitGroup
	others.Go(func() {
		for i, name := range names[1:] {
			parts[i+1] = runPart(ctx, root, name, &out)
		}
	})
	parts[0] = runPart(ctx, root, names[0], os.Stdout)
	others.Wait()
	_, _ = out.WriteTo(os.Stdout)
	return parts
}

func runPart(ctx context.Context, root, name string, out io.Writer) part {
	fmt.Fprintf(out, "\n=== %s\n", name)
	started := time.Now()
	cmd := proc.Command(ctx, 0, "make", "--no-print-directory", name)
	cmd.Dir, cmd.Stdout, cmd.Stderr = root, out, out
	// The job server of the calling make is not available to this one.
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "MAKEFLAGS=") || strings.HasPrefix(v, "MFLAGS=") || strings.HasPrefix(v, "MAKELEVEL=")
	})
	err := proc.Run(cmd)
	p := part{name: name, took: time.Since(started), err: err}
	if ended := cmd.ProcessState; ended != nil { // with its descendants
		p.cpu = ended.UserTime() + ended.SystemTime()
	}
	return p
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
		fmt.Printf("%-18s %s %6.1f s %6.1f s of CPU time\n", p.name, result, p.took.Seconds(), p.cpu.Seconds())
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
