package discover

import (
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletfield"
)

// report collects what a discovery found and emits it as events, one at a time.
type report struct {
	mu         sync.Mutex // also held while emitting, so that the last event about a candidate is the current one
	emit       func(Event)
	fields     map[string]outletfield.Field // the most trusted value of each field
	existing   map[uuid.UUID]bool
	candidates []*rankedCandidate
	attempts   map[attemptKey]Attempt
}

// attemptKey identifies an attempt; it is emitted once.
type attemptKey struct{ url, from string }

func newReport(emit func(Event)) *report {
	return &report{emit: emit, fields: map[string]outletfield.Field{}, existing: map[uuid.UUID]bool{},
		attempts: map[attemptKey]Attempt{}}
}

func (r *report) reached(result *fetch.Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.emit(Event{Type: Reached, Reached: newArrival(result)})
}

// propose emits the fields that are trusted more than the values proposed before.
func (r *report) propose(fields ...outletfield.Field) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range fields {
		if best, ok := r.fields[f.Name]; f.Value != "" && (!ok || outletfield.CompareTrust(f, best) > 0) {
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

// add ranks new candidates and emits them, followed by the candidates that changed because of them.
// Those of which only the rank changed are emitted by rerank.
func (r *report) add(added ...*rankedCandidate) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range added {
		r.candidates = slices.DeleteFunc(r.candidates, func(other *rankedCandidate) bool { // checked after it was listed
			return other.Outcome == NotChecked && other.URL == c.URL
		})
		for _, other := range r.candidates {
			c.compareWith(other)
		}
		r.candidates = append(r.candidates, c)
	}
	changed := rank(r.candidates, r.fields[outletfield.Name].Value)
	for _, c := range added {
		r.emitCandidate(c)
	}
	for _, other := range changed {
		if !slices.Contains(added, other) {
			r.emitCandidate(other)
		}
	}
}

// outletName returns the best name so far.
func (r *report) outletName() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fields[outletfield.Name].Value
}

// addAttempt emits an address that was tried and is not shown as a candidate.
func (r *report) addAttempt(l lead, outcome fetch.Outcome, status int, detail string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := attemptKey{l.url.String(), l.from}
	if _, ok := r.attempts[key]; ok {
		return
	}
	attempt := Attempt{URL: key.url, From: key.from, Outcome: string(outcome), Status: status, Detail: detail}
	r.attempts[key] = attempt
	r.emit(Event{Type: Tried, Attempt: &attempt})
}

// rerank ranks the candidates by the final name of the outlet and emits those whose emitted state
// is outdated.
func (r *report) rerank() {
	r.mu.Lock()
	defer r.mu.Unlock()
	changed := rank(r.candidates, r.fields[outletfield.Name].Value)
	for _, c := range r.candidates {
		if c.Rank != c.sentRank || slices.Contains(changed, c) {
			r.emitCandidate(c)
		}
	}
}

// emitCandidate emits a copy, since the candidate may change later.
func (r *report) emitCandidate(c *rankedCandidate) {
	c.sentRank = c.Rank
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

// done emits the last event. arrival is the response to the given address.
func (r *report) done(arrival *fetch.Result, took time.Duration, reached limitsReached) {
	r.mu.Lock()
	defer r.mu.Unlock()
	summary := &Summary{
		Milliseconds: took.Milliseconds(), Candidates: len(r.candidates), Partial: reached.time,
		Attempts: len(r.attempts), NotChecked: r.countNotChecked(),
	}
	summary.Verdict, summary.Reason = r.verdict(arrival, reached)
	r.emit(Event{Type: Done, Done: summary})
}
