package transfer

import (
	"context"
	"errors"

	"github.com/newsources/newsources/services/newssources/internal/audit"
)

// Run stages a list and applies it at once, for callers without a job queue.
func (im *Imports) Run(ctx context.Context, by audit.By, filename string, data []byte) (*Import, error) {
	staged, err := im.Create(ctx, by, filename, data)
	if err != nil {
		return nil, err
	}
	done, err := im.Apply(ctx, staged.ID)
	if err == nil && !done {
		err = errors.New("stopped before the end; bringing the same list in again goes on from there")
	}
	if err != nil { // nobody else will go on with it
		const reason = "It was stopped before its end. Bringing the same list in again goes on from there."
		return nil, errors.Join(err, im.Fail(context.WithoutCancel(ctx), staged.ID, reason))
	}
	return im.Get(ctx, staged.ID)
}
