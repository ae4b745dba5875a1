package check

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/pause"
)

// Status is the state of all checks.
type Status struct {
	pause.State
	Backlog
}

// Status returns whether the checks are paused, and how many are due.
func (c *Control) Status(ctx context.Context) (*Status, error) {
	paused, err := pause.Get(ctx, c.db, pause.Checks)
	if err != nil {
		return nil, err
	}
	backlog, err := ReadBacklog(ctx, c.db)
	return &Status{paused, backlog}, err
}

// Pause prevents new checks in all processes. Running checks are completed.
func (c *Control) Pause(ctx context.Context, by *uuid.UUID) error {
	return pause.Start(ctx, c.db, pause.Checks, by)
}

// Resume ends a pause. The endpoints that became due meanwhile are checked, those that have waited longest first.
func (c *Control) Resume(ctx context.Context) error {
	return pause.End(ctx, c.db, pause.Checks)
}
