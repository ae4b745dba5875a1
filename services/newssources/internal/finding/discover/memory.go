package discover

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/fairshare"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// Memory of all discoveries and previews together. What is live is at most the sum of the three
// budgets, 144 MB. The garbage collector lets the heap grow to about twice the live memory, so that
// hostile sites can make the process use MaxMemory.
//
// Members share the budgets: each holds at most half of those for bodies and pages, so that the
// slow sites of one member leave memory for the discoveries of others.
const (
	// MaxMemory is the memory in bytes that all discoveries and previews use at most, beyond that of
	// an idle process.
	MaxMemory = 300 << 20

	// maxBodyBytes of a body are read in a discovery: the first 4 MiB of a page or feed suffice. A
	// preview reads as much as a check.
	maxBodyBytes = 4 << 20
	// bodyMemoryBytes is the budget for bodies, from when they turn out to be large until they have
	// been parsed.
	bodyMemoryBytes = 12 * maxBodyBytes
	// pageMemoryBytes is the budget for pages that are kept until it is known whether one is read as a
	// page list.
	pageMemoryBytes = 4 * maxBodyBytes
	// parseMemoryBytes is the budget for what parsers allocate: decoded texts, trees, items and
	// images. It suffices for the largest document. Parsing takes milliseconds of CPU time, so that
	// waiting for others costs little.
	parseMemoryBytes = 80 << 20
)

// Upper bounds of the memory that parsers use.
const (
	// parsedBytesPerByte of a document: three for its text in UTF-8, and three for the texts of its
	// tree or items.
	parsedBytesPerByte = 6
	// treeBytesPerByte of a page with as many elements as possible, up to maxTreeBytes of the largest
	// tree.
	treeBytesPerByte = 60
	maxTreeBytes     = 20 << 20
	// imageBytesPerPixel of a progressive JPEG.
	imageBytesPerPixel = 20
)

// parseCost returns the memory that is reserved to parse a document as a page or as a feed.
func parseCost(size int) int64 {
	return int64(parsedBytesPerByte*size + min(treeBytesPerByte*size, maxTreeBytes))
}

// memberOf returns the id of the member for whom ctx runs. It is zero for commands and background
// jobs, which share as one.
func memberOf(ctx context.Context) uuid.UUID {
	person, _ := identity.FromContext(ctx)
	return person.ID
}

// parse calls read, which parses a document of this cost, as soon as the memory is available. It
// returns an error if ctx ends first. To prevent deadlocks, read neither waits for other memory nor
// emits events nor queries the database.
func (f *Finder) parse(ctx context.Context, cost int64, read func()) error {
	cost = min(cost, parseMemoryBytes)
	member := memberOf(ctx)
	// Free memory is reserved even if ctx has ended, so that a page that was fetched in time is shown.
	if err := f.parseMemory.Acquire(ctx, member, cost); err != nil {
		return err
	}
	defer f.parseMemory.Release(member, cost)
	read()
	return nil
}

// parseResult calls read, which parses the body of the result. If the memory is not available in
// time, the result becomes a time-out without a body.
func (f *Finder) parseResult(ctx context.Context, result *fetch.Result, read func()) {
	if f.parse(ctx, parseCost(len(result.Body)), read) != nil {
		result.Outcome, result.Phase, result.Body = fetch.Timeout, fetch.PhaseQueue, nil
		result.Detail = "The response was not read, because it waited too long for other requests."
		read()
	}
}

// memoryReservation is one request's share of the memory for bodies. Its holder does not emit
// events.
type memoryReservation struct {
	budget   *fairshare.Budget[uuid.UUID]
	bytes    int64
	member   uuid.UUID
	acquired bool
	timedOut bool
}

func (f *Finder) reserve(bytes int64) *memoryReservation {
	return &memoryReservation{budget: f.bodyMemory, bytes: bytes}
}

// acquire waits until the memory is available or ctx ends.
func (m *memoryReservation) acquire(ctx context.Context) error {
	m.member = memberOf(ctx)
	err := m.budget.Acquire(ctx, m.member, m.bytes)
	m.acquired, m.timedOut = err == nil, err != nil
	return err
}

// release returns the memory if it was acquired.
func (m *memoryReservation) release() {
	if m.acquired {
		m.acquired = false
		m.budget.Release(m.member, m.bytes)
	}
}
