package lists

import (
	"context"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// quietLists is the number of lists that are measured while nothing else happens.
const quietLists = 200

// listMeanwhile measures the list of sources while a table that renames all of them is staged and applied.
func (b *benchmark) listMeanwhile(ctx context.Context, sources int) error {
	if _, err := b.db.Pool.Exec(ctx, "ANALYZE"); err != nil {
		return err
	}
	var quiet, busy []float64
	if err := b.measureList(ctx, &quiet, func() bool { return len(quiet) == quietLists }); err != nil {
		return err
	}
	err := bench.During(func(isDone func() bool) error { return b.measureList(ctx, &busy, isDone) }, func() error {
		id, err := b.stageTable(ctx, table(sources, "The New Paper"))
		if err != nil {
			return err
		}
		return b.applyTable(ctx, id, sources)
	})
	if err != nil {
		return err
	}
	figure := bench.NewFigure("p99 of the list while a table is imported", bench.Quantile(busy, 0.99), "s",
		bench.Quantile(quiet, 0.99))
	b.figures = append(b.figures, figure.AtMost(maxListRatio, figure.Ratio))
	return nil
}

// measureList reads first pages until isDone, and appends their durations in seconds.
func (b *benchmark) measureList(ctx context.Context, seconds *[]float64, isDone func() bool) error {
	for n := 0; !isDone(); n++ {
		query := sourcelist.Query{Limit: 50}
		if n%2 == 1 {
			query.Countries = []string{[]string{"US", "DE", "ES", "FR"}[n/2%4]}
		}
		started := time.Now()
		if _, err := b.lists.List(ctx, query); err != nil {
			return err
		}
		*seconds = append(*seconds, time.Since(started).Seconds())
	}
	return nil
}
