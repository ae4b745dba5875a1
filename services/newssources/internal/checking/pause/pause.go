// Package pause stores which kinds of background work an administrator has paused. It holds for all
// processes.
package pause

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// Kind is a kind of background work. The values are stored.
type Kind string

// The kinds of background work that can be paused. The statement that claims checks contains the
// value of Checks.
const (
	Checks Kind = "checks"
	Visits Kind = "visits"
)

// IsPaused is an SQL condition that is true while the kind of the placeholder $1 is paused.
const IsPaused = "EXISTS (SELECT FROM job_pauses WHERE kind = $1)"

// State is whether a kind of work is paused. PausedAt is nil while it is not.
type State struct {
	PausedAt *time.Time
	PausedBy *source.Person // nil if the member was removed
	Reason   string         // may be empty
}

// Get returns the state of a kind of work.
func Get(ctx context.Context, db *postgres.DB, kind Kind) (s State, err error) {
	var person struct {
		id          *uuid.UUID
		email, name *string
	}
	err = db.Pool.QueryRow(ctx, `SELECT j.paused_at, j.reason, m.id, m.email, m.name FROM job_pauses j
		LEFT JOIN members m ON m.id = j.paused_by_id WHERE j.kind = $1`,
		kind).Scan(&s.PausedAt, &s.Reason, &person.id, &person.email, &person.name)
	if err != nil && !postgres.IsNoRows(err) {
		return s, err
	}
	if person.id != nil {
		s.PausedBy = &source.Person{ID: *person.id, Email: *person.email, Name: *person.name}
	}
	return s, nil
}

// Start pauses a kind of work. Work that is running is completed. A pause that exists stays as it
// is.
func Start(ctx context.Context, db *postgres.DB, kind Kind, by *uuid.UUID, reason string) error {
	_, err := db.Pool.Exec(ctx, "INSERT INTO job_pauses (id, kind, paused_at, paused_by_id, reason) VALUES ($1, $2, "+
		"now(), $3, $4) ON CONFLICT (kind) DO NOTHING",
		uuid.Must(uuid.NewV7()), kind, by, reason)
	return err
}

// End ends a pause.
func End(ctx context.Context, db *postgres.DB, kind Kind) error {
	_, err := db.Pool.Exec(ctx, "DELETE FROM job_pauses WHERE kind = $1", kind)
	return err
}
