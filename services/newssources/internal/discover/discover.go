// Package discover makes a checked proposal of any address that a person pastes: the feeds behind it, really fetched and
// read, and what the pages say about their outlet. Everything is told as soon as it is known.
package discover

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

const (
	// timeBox of a whole discovery: longer than that, a person does it by hand. What was found until then is shown.
	timeBox = 15 * time.Second
	// maxCandidates are tried: with four at a time at most seven rounds, which is what fits into the time.
	maxCandidates = 28
	// AtOnce is how many candidates are fetched at a time. A browser opens six connections to a site.
	AtOnce = 4
)

// Finder discovers. It is safe for concurrent use.
type Finder struct {
	fetch    *fetch.Client
	register *source.Register
	now      func() time.Time
	room     *semaphore.Weighted // in bytes of bodies that are read
	kept     *semaphore.Weighted // in bytes of pages that may be read again
}

// New makes a finder. The client should keep no distance between its requests: a discovery is short, a person waits, and
// AtOnce and maxCandidates bound it.
func New(client *fetch.Client, register *source.Register) *Finder {
	return &Finder{fetch: client, register: register, now: time.Now, room: semaphore.NewWeighted(roomBytes), kept: semaphore.NewWeighted(keptBytes)}
}

// run is one discovery.
type run struct {
	*Finder
	ctx    context.Context
	emit   func(Event)
	pasted string // the address, without what is secret in it
	secret secret
	// patience with one answer
	patience time.Duration

	mu     sync.Mutex
	seen   map[string]bool  // keys of addresses that were tried, or that one that was tried led to
	fields map[string]Field // the best so far, by name
	said   map[string]bool  // existing sources that were told

	pagesRead []*gist // in this order

	mayBeFeed bool // what was pasted looks like a feed, and may be read another time

	rationed int // sitemaps of indexes that were fetched

	drawing sync.WaitGroup // of the logo

	telling sync.Mutex // over what was told and the telling itself, so that the last word on a candidate is the right one
	told    []*told
}

// Run discovers what is behind an address, and tells it event by event, one at a time. The last event is Done. An
// address that can't be one is an error; everything else is an event.
func (f *Finder) Run(ctx context.Context, address string, emit func(Event)) error {
	parsed, secret, err := open(address)
	if err != nil {
		return invalidAddress(err)
	}
	ctx, cancel := context.WithTimeout(ctx, timeBox)
	defer cancel()
	started := f.now()
	r := &run{Finder: f, ctx: ctx, pasted: parsed.String(), secret: secret, patience: answerBox, seen: map[string]bool{}, fields: map[string]Field{}, said: map[string]bool{}}
	var emitting sync.Mutex
	r.emit = func(e Event) {
		emitting.Lock()
		defer emitting.Unlock()
		emit(e)
	}
	defer r.letGo()
	r.lookUp(parsed, SameAddress)
	r.start(parsed)
	r.offerList()
	r.secure()
	r.offerFeeds()
	r.drawing.Wait()
	r.emit(Event{Type: Done, Done: &Summary{Milliseconds: f.now().Sub(started).Milliseconds(), Candidates: len(r.told), Partial: ctx.Err() != nil}})
	return nil
}

// offer tells the fields that are better known than before.
func (r *run) offer(fields ...Field) {
	for _, f := range fields {
		r.mu.Lock()
		best, known := r.fields[f.Name]
		better := f.Value != "" && (!known || f.trust > best.trust)
		if better {
			r.fields[f.Name] = f
		}
		r.mu.Unlock()
		if better {
			r.emit(Event{Type: Proposed, Field: &f})
		}
	}
}
