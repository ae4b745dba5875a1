package transfer

import (
	"context"
	"errors"

	"github.com/newsources/newsources/services/newssources/internal/audit"
)

// Run stages a list and applies it at once, for commands. If the process dies, the job inserted by the EnqueueFunc applies the rest.
func (im *Imports) Run(ctx context.Context, by audit.Actor, filename string, data []byte) (*Import, error) {
	staged, err := im.Create(ctx, by, filename, data)
	if err != nil {
		return nil, err
	}
	done, err := im.Apply(ctx, staged.ID)
	if err == nil && !done {
		err = errors.New("stopped before the end; bringing the same list in again goes on from there")
	}
	if err != nil { // nobody else is to go on with what a person has stopped
		const reason = "It was stopped before its end. Bringing the same list in again goes on from there."
		return nil, errors.Join(err, im.Fail(context.WithoutCancel(ctx), staged.ID, reason))
	}
	found, err := im.Get(ctx, staged.ID)
	if err == nil && found.State == Failed { // by whoever went on with it meanwhile
		err = errors.New(found.Error)
	}
	return found, err
}
