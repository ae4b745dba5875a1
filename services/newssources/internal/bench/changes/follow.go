package changes

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/register/changefeed"
)

const (
	// writesPerSecond is the rate at which followWriters connections together change single sources for
	// followTime, while a program follows the changes.
	writesPerSecond = 500
	followWriters   = 4
	followTime      = 10 * time.Second
	followLimit     = 500 // changes per read
	maxDelay        = 2.0 // seconds
)

// following are the delays of the changes that a follower has read, and the rate at which they were
// made.
type following struct {
	delays []float64 // seconds
	rate   float64   // changes per second
}

// follow measures how long after its commit each change is read, while single sources are changed.
func (b *benchmark) follow(ctx context.Context) (f following, err error) {
	ids, err := b.db.IDs(ctx, "SELECT id FROM sources ORDER BY id LIMIT 10000")
	if err != nil {
		return f, err
	}
	feed := changefeed.New(b.db)
	cursor, err := feed.Last(ctx)
	if err != nil {
		return f, err
	}
	started := time.Now()
	written, failed := b.write(ctx, ids)
	for total := -1; total < 0 || len(f.delays) < total; {
		select {
		case total = <-written:
			f.rate = float64(total) / time.Since(started).Seconds()
		case err := <-failed:
			return f, err
		default:
		}
		changes, next, err := feed.Read(ctx, cursor, followLimit)
		if err != nil {
			return f, err
		}
		cursor = next
		for _, c := range changes {
			f.delays = append(f.delays, time.Since(c.At).Seconds())
		}
		if len(changes) == 0 {
			time.Sleep(changefeed.PollInterval)
		}
	}
	return f, nil
}

// write changes single sources at a rate, and sends the number of changes at the end.
func (b *benchmark) write(ctx context.Context, ids []uuid.UUID) (written chan int, failed chan error) {
	written, failed = make(chan int, 1), make(chan error, followWriters)
	total := writesPerSecond * int(followTime/time.Second)
	started := time.Now()
	var writers sync.WaitGroup
	for w := range followWriters {
		writers.Go(func() {
			for n := w; n < total; n += followWriters {
				time.Sleep(time.Until(started.Add(time.Duration(n) * time.Second / writesPerSecond)))
				_, err := b.db.Pool.Exec(ctx, "UPDATE sources SET notes = $2, version = version + 1 WHERE id = $1",
					ids[n%len(ids)], fmt.Sprint("Note ", n))
				if err != nil {
					failed <- err
					return
				}
			}
		})
	}
	go func() {
		writers.Wait()
		written <- total
	}()
	return written, failed
}

// figures returns the figures of the report.
func (f following) figures() []bench.Figure {
	p99 := bench.Quantile(f.delays, 0.99)
	return []bench.Figure{
		bench.NewFigure("changes per second while a program follows", f.rate, "/s", 0),
		bench.NewFigure("p99 of the delay of the change feed", p99, "s", 0).AtMost(maxDelay, p99),
	}
}
