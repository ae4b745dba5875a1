package transfer

import (
	"context"
	"errors"

	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Run stages a list and applies it at once, for commands. If the process dies, the job inserted by
// the EnqueueFunc applies the rest.
func (im *Imports) Run(ctx context.Context, by audit.Actor, filename string, data []byte) (*Import, error) {
	staged, err := im.Create(ctx, by, filename, data)
	if err != nil {
		return nil, err
	}
	done, err := im.Apply(ctx, staged.ID)
	if err == nil && !done {
		err = errors.New("the import was stopped; import the same list again to continue")
	}
	if err != nil { // the queue must not resume an import that a person has stopped
		const reason = "The import was stopped. Import the same list again to continue."
		return nil, errors.Join(err, im.Fail(context.WithoutCancel(ctx), staged.ID, reason))
	}
	found, err := im.Get(ctx, staged.ID)
	if err == nil && found.State == Failed { // another process ended it
		err = errors.New(found.Error)
	}
	return found, err
}
