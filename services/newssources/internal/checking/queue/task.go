// Package queue is the queue of the endpoints that are due: one row per registrable domain, so that a
// site gets one check at a time (ADR 17).
package queue

import (
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
)

const (
	// CheckTimeout bounds a check including the time in the queues of redirect targets. A request
	// times out earlier.
	CheckTimeout = time.Minute
	// LeaseTime is the duration of a lease: CheckTimeout and the time to wait for a slot and to
	// record the result. Then another worker may check the endpoint, even if the failure of the
	// first worker was not detected.
	LeaseTime = CheckTimeout + 30*time.Second
)

// Task is a claimed check: what the request needs. Other columns are read when the result is
// recorded.
type Task struct {
	Domain      string
	Lease       uuid.UUID
	ClaimedAt   time.Time // by the clock of the database
	EndpointID  uuid.UUID
	Revision    int64
	Requested   bool
	RequestedBy *uuid.UUID
	URL         string
	Kind        feed.Kind
	Charset     string
	DefaultZone string
	Identity    string           `db:"identity_policy"`
	Recipe      *pagelist.Recipe `db:"recipe"`
	Sealed      []byte           // credentials
	Schedule    []byte           // see schedule.Spec
	IsReplanned bool             // only the schedule was changed: the next check is planned anew

	ETag            string `db:"etag"`
	LastModified    string
	BodyHash        string
	FullCheckAt     *time.Time
	WrongValidators int64
	WasWorking      bool // the last check succeeded

	NextRequestAt time.Time // end of the period that the claim reserved for requests to the domain

	Began   time.Time     `db:"-"` // by the local clock, whose jumps do not matter for differences
	Latency time.Duration `db:"-"` // of the claim: Began is at most this much later than ClaimedAt
}

// Now returns the present time by the clock of the database, which keeps microseconds.
func (t *Task) Now() time.Time {
	return t.ClaimedAt.Add(time.Since(t.Began)).Truncate(time.Microsecond)
}
