// Package livelist reads lists at an address again on a schedule, and proposes what differs from the
// register (ADR 74).
package livelist

import (
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/tableimport"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

const (
	// maxLists is the maximum number of live lists, which are not split into pages.
	maxLists = 100
	// maxName is the maximum length of a name in characters.
	maxName = 200
	// minHours and MaxHours limit the interval between two readings.
	minHours, MaxHours = 1, 30 * 24
	// maxBytes is the maximum size of a list, which is that of an upload.
	maxBytes = 10 << 20
	// maxReads is the number of readings of a list that are kept.
	maxReads = 500
	// lease is the time after which a reading that was interrupted is repeated.
	lease = 10 * time.Minute
	// maxShrink is the share in percent of its sources that a list may lose; maxGrowth is the factor by
	// which it may become longer. Beyond them, a list is probably damaged.
	maxShrink, maxGrowth = 10, 100
	// minOutlets is the number of sources from which they are counted, rather than the rows. In a shorter list, a
	// single source is more than maxShrink.
	minOutlets = 10
)

// Result is the result of a reading.
type Result string

// The results.
const (
	Proposed  Result = "proposed"  // the list differs from the register
	Same      Result = "same"      // the list was changed, and the register has everything already
	Unchanged Result = "unchanged" // since the last reading
	Refused   Result = "refused"   // the response is no plausible version of the list
	Failed    Result = "failed"    // no response, or an error of the site
)

// List is a live list.
type List struct {
	ID                   uuid.UUID
	Version              int
	Name, URL            string
	HasCredentials       bool
	IntervalHours        int
	Paused               bool
	Owner                *source.Person `db:"-"` // nil: the member was removed
	CreatedAt, UpdatedAt time.Time
	NextReadAt           time.Time
	ReadAt               *time.Time
	AcceptedAt           *time.Time // when a version was last accepted
	FailingSince         *time.Time
	Failure              string // why the last reading changed nothing; empty: it did not fail
	Rows                 int    // of the last accepted version
	ChangeSetID          *uuid.UUID
}

// Read is a reading of a list.
type Read struct {
	ID          uuid.UUID
	At          time.Time
	Result      Result
	Detail      string
	Rows        int
	ChangeSetID *uuid.UUID
}

// Options are what live lists use.
type Options struct {
	Tables  *tableimport.Tables
	Imports *transfer.Imports
	Changes *change.Sets
	Client  *fetch.Client
	Keys    *seal.Keys
	// AllowsHTTP allows addresses without TLS, in tests and on laptops.
	AllowsHTTP bool
	Log        *slog.Logger
}

// Lists are the live lists of a database.
type Lists struct {
	db *postgres.DB
	Options
}

// New returns the live lists of a database.
func New(db *postgres.DB, options Options) *Lists { return &Lists{db, options} }
