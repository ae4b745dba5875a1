package discover

import "slices"

// tell emits a candidate, and again those whose place it changes.
func (r *run) tell(t *told) {
	r.telling.Lock()
	defer r.telling.Unlock()
	for _, other := range r.told {
		t.compare(other)
	}
	r.told = append(r.told, t)
	changed := settle(r.told)
	r.show(t)
	for _, other := range changed {
		if other != t {
			r.show(other)
		}
	}
}

// show emits a copy, since the candidate may change again.
func (r *run) show(t *told) {
	shown := *t.Candidate
	r.emit(Event{Type: Found, Candidate: &shown})
}

// ranked are the candidates that were told so far, the best first.
func (r *run) ranked() []*told {
	r.telling.Lock()
	defer r.telling.Unlock()
	list := slices.Clone(r.told)
	slices.SortFunc(list, func(a, b *told) int { return Compare(a.Candidate, b.Candidate) })
	return list
}

// offerFeeds tells what the feeds say about their outlet, the best feed's word first.
func (r *run) offerFeeds() {
	for _, t := range r.ranked() {
		r.offer(t.fields...)
	}
}
