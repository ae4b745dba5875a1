package discover

import (
	"context"

	"golang.org/x/sync/semaphore"
)

const (
	// maxBodyBytes of a body are read in a discovery: the first 4 MiB of a page or feed suffice. A preview reads as much as
	// a check.
	maxBodyBytes = 4 << 20
	// pageReservation is the memory reserved for a page, whose tree is larger than what is made of a feed.
	pageReservation = 2 * maxBodyBytes
	// bodyMemoryBytes is the budget for bodies that are read at a time, over all discoveries and previews. Parsing takes
	// three times as much again, so hostile sites can use 300 MB.
	bodyMemoryBytes = 20 * maxBodyBytes
	// pageMemoryBytes is the budget for pages that are kept, over all discoveries, until it is known whether one is read as
	// a page list.
	pageMemoryBytes = 8 * maxBodyBytes
)

// memoryReservation is one request's share of the memory for bodies, from when its body turns out to be large until it has
// been parsed. To prevent deadlocks, the holder neither acquires more nor emits events.
type memoryReservation struct {
	budget   *semaphore.Weighted
	bytes    int64
	acquired bool
	timedOut bool
}

func (f *Finder) reserve(bytes int64) *memoryReservation {
	return &memoryReservation{budget: f.bodyMemory, bytes: bytes}
}

// acquire waits until the memory is available or ctx ends.
func (m *memoryReservation) acquire(ctx context.Context) error {
	err := m.budget.Acquire(ctx, m.bytes)
	m.acquired, m.timedOut = err == nil, err != nil
	return err
}

// release returns the memory if it was acquired.
func (m *memoryReservation) release() {
	if m.acquired {
		m.acquired = false
		m.budget.Release(m.bytes)
	}
}
