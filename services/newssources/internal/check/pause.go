package check

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

// pauseKind identifies the checks in the table job_pauses. claimDue contains it.
const pauseKind = "checks"

// Status is the state of all checks.
type Status struct {
	Backlog
	PausedAt *time.Time
	PausedBy *source.Person
}

// Status returns whether the checks are paused, and how many are due.
func (c *Control) Status(ctx context.Context) (*Status, error) {
	status := &Status{}
	var person struct {
		id          *uuid.UUID
		email, name *string
	}
	err := c.db.Pool.QueryRow(ctx, `SELECT j.paused_at, m.id, m.email, m.name FROM job_pauses j LEFT JOIN members m ON m.id = j.paused_by_id WHERE j.kind = $1`,
		pauseKind).Scan(&status.PausedAt, &person.id, &person.email, &person.name)
	if err != nil && !postgres.IsNoRows(err) {
		return nil, err
	}
	if person.id != nil {
		status.PausedBy = &source.Person{ID: *person.id, Email: *person.email, Name: *person.name}
	}
	status.Backlog, err = ReadBacklog(ctx, c.db)
	return status, err
}

// Pause prevents new checks in all processes. Running checks are completed.
func (c *Control) Pause(ctx context.Context, by *uuid.UUID) error {
	_, err := c.db.Pool.Exec(ctx, "INSERT INTO job_pauses (id, kind, paused_at, paused_by_id) VALUES ($1, $2, now(), $3) ON CONFLICT (kind) DO NOTHING",
		uuid.Must(uuid.NewV7()), pauseKind, by)
	return err
}

// Resume ends a pause. The endpoints that became due meanwhile are checked, those that have waited longest first.
func (c *Control) Resume(ctx context.Context) error {
	_, err := c.db.Pool.Exec(ctx, "DELETE FROM job_pauses WHERE kind = $1", pauseKind)
	return err
}

func (c *Control) isPaused(ctx context.Context) (isPaused bool, err error) {
	err = c.db.Pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM job_pauses WHERE kind = $1)", pauseKind).Scan(&isPaused)
	return isPaused, err
}
