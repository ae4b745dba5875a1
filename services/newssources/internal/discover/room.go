package discover

import (
	"context"

	"golang.org/x/sync/semaphore"
)

const (
	// maxBytes of anything that is read in a discovery: in a page, what matters stands at its beginning, and of a feed, the
	// first 4 MiB say what it is. A preview reads as much as a check does.
	maxBytes = 4 << 20
	// pageBytes is how much counts for a page, whose tree takes more than what is made of a feed.
	pageBytes = 2 * maxBytes
	// roomBytes is how much is read at a time, over all discoveries and previews. What is made of a body takes three times
	// as much again, so that hostile sites get us to 300 MB.
	roomBytes = 20 * maxBytes
	// keptBytes of pages are kept at a time, over all discoveries, until it is known whether one is to be read as a list.
	keptBytes = 8 * maxBytes
)

// hold is the room for one answer: from when its body turns out to be large, until what was made of it is small. Whoever
// has it never waits for more, nor for those who are told: they would keep the others waiting.
type hold struct {
	room  *semaphore.Weighted
	bytes int64
	taken bool
	full  bool // the time was over before there was room
}

func (f *Finder) holding(bytes int64) *hold { return &hold{room: f.room, bytes: bytes} }

// take waits until there is room, or until ctx ends.
func (h *hold) take(ctx context.Context) error {
	err := h.room.Acquire(ctx, h.bytes)
	h.taken, h.full = err == nil, err != nil
	return err
}

// giveBack gives back what was taken, once.
func (h *hold) giveBack() {
	if h.taken {
		h.taken = false
		h.room.Release(h.bytes)
	}
}
