package discover

import (
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/fetch"
)

// report collects what a discovery found and emits it as events, one at a time.
type report struct {
	mu         sync.Mutex // also held while emitting, so that the last event about a candidate is the current one
	emit       func(Event)
	fields     map[string]Field // the most trusted value of each field
	existing   map[uuid.UUID]bool
	candidates []*rankedCandidate
}

func newReport(emit func(Event)) *report {
	return &report{emit: emit, fields: map[string]Field{}, existing: map[uuid.UUID]bool{}}
}

func (r *report) reached(result *fetch.Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.emit(Event{Type: Reached, Reached: newArrival(result)})
}

// propose emits the fields that are trusted more than the values proposed before.
func (r *report) propose(fields ...Field) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range fields {
		if best, ok := r.fields[f.Name]; f.Value != "" && (!ok || f.trust > best.trust) {
			r.fields[f.Name] = f
			r.emit(Event{Type: Proposed, Field: &f})
		}
	}
}

// addExisting emits a source of the register, once.
func (r *report) addExisting(source *ExistingSource) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.existing[source.SourceID] {
		r.existing[source.SourceID] = true
		r.emit(Event{Type: Existing, Existing: source})
	}
}

// add ranks a new candidate and emits it, followed by the candidates that changed because of it.
func (r *report) add(c *rankedCandidate) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, other := range r.candidates {
		c.compareWith(other)
	}
	r.candidates = append(r.candidates, c)
	changed := rank(r.candidates)
	r.emitCandidate(c)
	for _, other := range changed {
		if other != c {
			r.emitCandidate(other)
		}
	}
}

// emitCandidate emits a copy, since the candidate may change later.
func (r *report) emitCandidate(c *rankedCandidate) {
	shown := *c.Candidate
	r.emit(Event{Type: Found, Candidate: &shown})
}

// ranked returns the candidates so far, the best first.
func (r *report) ranked() []*rankedCandidate {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := slices.Clone(r.candidates)
	slices.SortFunc(list, func(a, b *rankedCandidate) int { return Compare(a.Candidate, b.Candidate) })
	return list
}

func (r *report) done(took time.Duration, isPartial bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.emit(Event{Type: Done, Done: &Summary{Milliseconds: took.Milliseconds(), Candidates: len(r.candidates), Partial: isPartial}})
}
