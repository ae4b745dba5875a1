package lists

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
	"github.com/newsources/newsources/services/newssources/internal/register/tableimport"
)

// The goals for a table of 1,000,000 rows that a job reads.
const (
	maxPage = 0.3 // seconds, for a page of rows
	maxEdit = 3.0 // seconds, for the correction of a row
)

// importLarge uploads, stages and applies a table with a number of rows, and reads and changes some of them.
func (b *benchmark) importLarge(ctx context.Context, rows int) error {
	memory := watchMemory()
	defer memory.stop()
	pipe, in := io.Pipe()
	go func() { in.CloseWithError(writeLarge(in, rows)) }()
	file := bufio.NewReaderSize(pipe, tablefile.HeadSize)
	head, err := file.Peek(tablefile.HeadSize)
	if err != nil {
		return err
	}
	var id uuid.UUID
	if err := b.timed("storing a large table", 0, func() (err error) {
		id, err = b.tables.CreateLarge(ctx, audit.Actor{}, "large.csv", head, file)
		return err
	}); err != nil {
		return err
	}
	if err := b.timed("staging a large table", 0, func() error {
		_, err := b.tables.Stage(ctx, id)
		return err
	}); err != nil {
		return err
	}
	used := memory.reset()
	figure := bench.NewFigure("memory of staging a large table", used, "MiB", 0)
	b.figures = append(b.figures, figure.AtMost(maxMemory, used))
	for name, query := range map[string]tableimport.RowQuery{
		"last page of a large table": {Limit: 50, Cursor: fmt.Sprint(rows - 50)},
		"page of duplicates":         {Limit: 50, Results: []tableimport.Result{tableimport.Duplicate}},
		"last page of new rows": {Limit: 50, Results: []tableimport.Result{tableimport.Create},
			Cursor: fmt.Sprint(rows - 60)},
		"page of unrepaired rows (a filter)": {Limit: 50, Repaired: new(bool)},
	} {
		if err := b.timed(name, maxPage, func() error {
			_, err := b.tables.Rows(ctx, id, query)
			return err
		}); err != nil {
			return err
		}
	}
	skip := true
	if err := b.timed("skipping a row of a large table", maxEdit, func() error {
		return b.tables.EditRow(ctx, audit.Actor{}, id, rows/2, tableimport.RowEdit{Skip: &skip})
	}); err != nil {
		return err
	}
	if err := b.timed("census of a large table", maxCensus, func() error {
		_, _, err := b.tables.Absent(ctx, id, uuid.Nil, 50)
		return err
	}); err != nil {
		return err
	}
	return b.applyLarge(ctx, id, memory)
}

// applyLarge applies a staged table as the job does.
func (b *benchmark) applyLarge(ctx context.Context, id uuid.UUID, memory *memoryWatch) error {
	memory.reset()
	err := b.timed("applying a large table", 0, func() error {
		if err := b.tables.Apply(ctx, audit.Actor{}, id); err != nil {
			return err
		}
		_, err := b.sets.Run(ctx, id)
		return err
	})
	if err != nil {
		return err
	}
	used := memory.reset()
	figure := bench.NewFigure("memory of applying a large table", used, "MiB", 0)
	b.figures = append(b.figures, figure.AtMost(maxMemory, used))
	set, err := b.sets.Get(ctx, id)
	if err == nil && set.State != change.Applied {
		err = fmt.Errorf("the large table is %s: %+v", set.State, set.Counts)
	}
	return err
}

// timed measures f in seconds. limit is the goal; 0: none.
func (b *benchmark) timed(name string, limit float64, f func() error) error {
	started := time.Now()
	if err := f(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	seconds := time.Since(started).Seconds()
	figure := bench.NewFigure(name, seconds, "s", 0)
	if limit > 0 {
		figure = figure.AtMost(limit, seconds)
	}
	b.figures = append(b.figures, figure)
	return nil
}

// writeLarge writes a CSV file of sources with two endpoints each. Each thousandth row is a duplicate.
func writeLarge(to io.Writer, rows int) error {
	w := bufio.NewWriter(to)
	fmt.Fprintln(w, "name,homepage,country,language,tier,tags,feed,feed 2,notes")
	for n := range rows {
		if n%1000 == 999 {
			n -= 500
		}
		fmt.Fprintf(w, "The Paper %d,https://paper%d.example/,DE,de,%d,tag %d; tag %d,https://paper%d.example/rss,"+
			"https://paper%d.example/sport/rss,A note of the newsroom about paper %d\n", n, n, 1+n%5, n%100, n%89, n, n, n)
	}
	return w.Flush()
}
