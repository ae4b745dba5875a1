package check

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/pause"
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// Status is the state of all checks.
type Status struct {
	pause.State
	queue.Backlog
}

// Status returns whether the checks are paused, and how many are due.
func (c *Control) Status(ctx context.Context) (*Status, error) {
	paused, err := pause.Get(ctx, c.db, pause.Checks)
	if err != nil {
		return nil, err
	}
	backlog, err := queue.ReadBacklog(ctx, c.db)
	return &Status{paused, backlog}, err
}

// Pause prevents new checks in all processes. Running checks are completed. The reason is shown to
// all members.
func (c *Control) Pause(ctx context.Context, by *uuid.UUID, reason string) error {
	return pause.Start(ctx, c.db, pause.Checks, by, postgres.Text(strings.TrimSpace(reason)))
}

// Resume ends a pause. The endpoints that became due meanwhile are checked, those that have waited
// longest first.
func (c *Control) Resume(ctx context.Context) error {
	return pause.End(ctx, c.db, pause.Checks)
}
