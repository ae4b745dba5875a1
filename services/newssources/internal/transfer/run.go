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
	if err != nil {
		return nil, err
	}
	if !done {
		return nil, errors.New("stopped before the end; running it again goes on from here")
	}
	return im.Get(ctx, staged.ID)
}
