// Package change implements change sets: changes of many sources as a unit, with preview, apply,
// undo, and the restoration of earlier versions (ADR 53).
package change

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/effect"
	"github.com/newsources/newsources/services/newssources/internal/register/history"
	"github.com/newsources/newsources/services/newssources/internal/register/operation"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// Origin says where a change set comes from.
type Origin string

// The origins.
const (
	Bulk       Origin = "bulk"
	Import     Origin = "import"     // its id is that of the import
	Table      Origin = "table"      // its id is that of the import
	Suggestion Origin = "suggestion" // accepted suggestions
	Undo       Origin = "undo"
	Restore    Origin = "restore"
	Proposal   Origin = "proposal" // of one source, proposed by a contributor
	File       Origin = "file"     // of a file that describes sources
	Merge      Origin = "merge"    // of two sources
	LiveList   Origin = "live_list"
)

// State is the state of a change set.
type State string

// The states.
const (
	Draft         State = "draft"
	Proposed      State = "proposed" // waits for the decision of another member
	Applying      State = "applying"
	Applied       State = "applied"
	AppliedInPart State = "applied_in_part"
	NotApplied    State = "not_applied" // no announced item was changed
	Cancelled     State = "cancelled"
	Rejected      State = "rejected"
)

// Result is the result of an item.
type Result string

// The results.
const (
	Pending   Result = "pending"
	Changed   Result = "changed"
	Unchanged Result = "unchanged"
	Conflict  Result = "conflict"
	Refused   Result = "refused"
)

// Action says what an item does to its target.
type Action string

// The actions.
const (
	Update Action = "update"
	Delete Action = "delete"
	Create Action = "create" // a new source or endpoint, or a deleted one again
)

// Spec says what a change set changes.
type Spec struct {
	Filter     *sourcelist.Query `json:"filter,omitempty"`
	IDs        []uuid.UUID       `json:"ids,omitempty"` // sources, without a filter
	Operations operation.List    `json:"operations,omitempty"`
	Kinds      []feed.Kind       `json:"endpoint_kinds,omitempty"` // of the endpoints that are changed; empty: all
	Items      []int             `json:"items,omitempty"`          // of the parent that are undone; empty: all
	Version    *history.Version  `json:"version,omitempty"`        // to restore
	Merge      *MergeSpec        `json:"merge,omitempty"`          // of a merge and its undo
	// AtOnce: the draft is applied when its preview ends, without the confirmation of a person.
	AtOnce bool `json:"at_once,omitempty"`
}

// Counts are the items by result.
type Counts struct{ Pending, Changed, Unchanged, Conflict, Refused int }

// Total returns the number of items.
func (c Counts) Total() int { return c.Pending + c.Changed + c.Unchanged + c.Conflict + c.Refused }

// Set is a change set.
type Set struct {
	ID            uuid.UUID
	Title, Reason string
	Origin        Origin
	State         State
	Stopped       string // why it was stopped before its end
	CreatedAt     time.Time
	StartedAt     *time.Time
	FinishedAt    *time.Time
	ParentID      *uuid.UUID
	Spec          Spec
	Selected      int // sources
	Examined      int // sources that the preview has examined
	Previewed     bool
	Generation    int // is higher after each new preview
	Announced     int // items that the applied preview announced
	Counts
	Effects    *effect.Counts // of a complete preview
	ProposedAt *time.Time
	DecidedAt  *time.Time     // when it was approved or rejected
	Answer     string         // the reason of the decision
	AnswerSeen bool           // the author has seen the decision
	CreatedBy  *source.Person `db:"-"` // nil: a command
	AppliedBy  *source.Person `db:"-"` // also who approved it
	DecidedBy  *source.Person `db:"-"`
}

// Item is the change of one source or endpoint.
type Item struct {
	Number      int
	Action      Action
	TargetType  audit.TargetType
	TargetID    uuid.UUID
	TargetName  string
	SourceID    uuid.UUID
	BaseVersion int
	Version     *int // that the change made
	Changes     []audit.Change
	Result      Result
	Reason      string
}

// Sets makes and applies change sets. It is safe for concurrent use.
type Sets struct {
	db         *postgres.DB
	register   *source.Register
	lists      *sourcelist.Reader
	enqueue    EnqueueFunc
	follow     map[Origin]FollowFunc
	followEnd  map[Origin]EndFunc
	itemsFuncs map[Origin]ItemsFunc
	answer     AnswerNotifier
	// The sizes of a chunk in sources or items, and the times of requests; others in tests.
	previewChunk, applyChunk, maxSelected int
	requestTime, maxRequestTime, undoTime time.Duration
}

// EnqueueFunc inserts the job that continues the preview or the application of a change set.
type EnqueueFunc func(ctx context.Context, tx postgres.Tx, id uuid.UUID) error

// FollowFunc updates what a change set was made from, in the transaction that ends an undo of it, or the
// undo of an undo.
type FollowFunc func(ctx context.Context, tx postgres.Tx, by audit.Actor, u Undone) error

// EndFunc updates the object from which a change set was made, such as an import, in the transaction that
// ends the application of the change set.
type EndFunc func(ctx context.Context, tx postgres.Tx, id uuid.UUID) error

// Undone is an undo that has ended. Root is the change set that it undid or, if IsRedone, restored: the
// undo of an undo.
type Undone struct {
	Undo     *Set
	Root     uuid.UUID
	IsRedone bool
}

const (
	// previewChunk is the number of sources that a transaction of a preview examines, in well below the
	// time of a request.
	previewChunk = 1000
	// applyChunk is the number of items that a transaction changes: large enough to make the cost of a
	// commit negligible, small enough to hold row locks for well under a second.
	applyChunk = 500
	// maxSelected is the maximum number of sources of a change set.
	maxSelected = 1_000_000
	// maxUnconfirmed is the number of sources up to which a deletion needs no typed number.
	maxUnconfirmed = 100
)

// New returns the change sets of a database. enqueue inserts their jobs.
func New(db *postgres.DB, register *source.Register, lists *sourcelist.Reader, enqueue EnqueueFunc) *Sets {
	return &Sets{db: db, register: register, lists: lists, enqueue: enqueue, follow: map[Origin]FollowFunc{},
		followEnd: map[Origin]EndFunc{}, itemsFuncs: map[Origin]ItemsFunc{},
		previewChunk: previewChunk, applyChunk: applyChunk, maxSelected: maxSelected,
		requestTime:    requestTime,
		maxRequestTime: maxRequestTime, undoTime: undoTime}
}

// Follow sets the function that is called when change sets of an origin were undone. It must be called
// before any other method.
func (s *Sets) Follow(origin Origin, f FollowFunc) { s.follow[origin] = f }

// FollowEnd sets the function that is called at the end of the application of each change set of an origin.
// It must be called before any other method.
func (s *Sets) FollowEnd(origin Origin, f EndFunc) { s.followEnd[origin] = f }

// isRecorded reports whether the change set only records what its import does. The items of a proposed
// import are applied like those of other change sets.
func (s *Set) isRecorded() bool { return s.Origin == Import && s.ProposedAt == nil }

// Register returns the register whose sources the change sets change.
func (s *Sets) Register() *source.Register { return s.register }

// Confirmation returns the number that a person must type to apply a draft or approve a proposal, or 0:
// that of the sources to be deleted, if they are many.
func (s *Set) Confirmation() int {
	if s.Spec.Operations.Deletes() && (s.State == Draft || s.State == Proposed) && s.Pending > maxUnconfirmed {
		return s.Pending
	}
	return 0
}

// LeastRole returns the least role that may apply or approve the change set.
func (s *Set) LeastRole() identity.Role {
	if s.Spec.Operations.Deletes() {
		return identity.Admin
	}
	return identity.Editor
}
