package discover

import (
	"slices"
	"sync"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// try fetches the leads that weren't tried yet, a few at a time, and returns how many were feeds of news.
func (r *run) try(leads []lead) (found int) {
	claimed := leads[:0:0]
	for _, l := range leads {
		if r.claim(l.URL) {
			claimed = append(claimed, l)
		}
	}
	kinds, children := make([]feed.Kind, len(claimed)), make([][]lead, len(claimed))
	r.each(len(claimed), func(i int) {
		if document := r.follow(claimed[i]); document != nil {
			kinds[i], children[i] = document.Kind, claimed[i].children(document)
		}
	})
	for _, kind := range kinds {
		if isNews(kind) {
			found++
		}
	}
	if next := slices.Concat(children...); len(next) > 0 {
		found += r.try(r.ration(next))
	}
	return found
}

// follow fetches a lead and tells what came of it. The document is nil when it is no feed.
func (r *run) follow(l lead) *feed.Document {
	result := r.get(r.ctx, fetch.Request{URL: l.URL, NoRedirects: l.From == FromWellKnown, MaxBytes: maxBytes})
	if r.elsewhere(l, result) {
		return nil
	}
	candidate, document := r.judge(l, result)
	if l.isNewsworthy(document) {
		r.tell(candidate, document)
	}
	return document
}

// each does n things, a few at a time, until the time is over.
func (r *run) each(n int, do func(int)) {
	var wait sync.WaitGroup
	slots := make(chan struct{}, AtOnce)
	for i := range n {
		slots <- struct{}{}
		if r.ctx.Err() != nil {
			break
		}
		wait.Go(func() {
			defer func() { <-slots }()
			if r.room.Acquire(r.ctx, maxBytes) == nil {
				defer r.room.Release(maxBytes)
				do(i)
			}
		})
	}
	wait.Wait()
}

// claim says whether an address is still to be tried.
func (r *run) claim(address string) bool {
	parsed, err := weburl.Parse(address)
	if err != nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen[parsed.Key()] || len(r.seen) >= maxCandidates {
		return false
	}
	r.seen[parsed.Key()] = true
	return true
}

// elsewhere says that a lead led to an address that is tried by itself, and so tells nothing new.
func (r *run) elsewhere(l lead, result *fetch.Result) bool {
	landed, err := weburl.Parse(result.FinalURL)
	asked, wrong := weburl.Parse(l.URL)
	if err != nil || wrong != nil || landed.Key() == asked.Key() {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seen[landed.Key()]
}
