package transfer

import (
	"context"
	"errors"
	"testing"
)

// endingContext is a context that ends after a number of calls of Err.
type endingContext struct {
	context.Context
	left int
}

func (c *endingContext) Err() error {
	if c.left--; c.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// TestReadingEndsWithTheRequest ends the request at each outline of each step: scanning, listing,
// cleaning, planning and staging. A list of 45,000 outlines takes seconds on a busy machine.
func TestReadingEndsWithTheRequest(t *testing.T) {
	t.Parallel()
	const count, steps = 100, 5
	data := outlines(count, 10)
	read := func(calls int) error {
		ctx := &endingContext{t.Context(), calls}
		list, err := ReadOPML(ctx, data)
		if err == nil {
			_, err = (&Imports{}).newRows(ctx, list)
		}
		return err
	}
	for calls := range count * steps {
		if err := read(calls); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("ended after %d calls: got %v", calls, err)
		}
	}
	if err := read(1000 * count); err != nil {
		t.Error(err)
	}
}
