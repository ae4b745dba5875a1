// Package discover makes a checked proposal of any address that a person pastes: the feeds behind it, really fetched and
// read, and what the pages say about their outlet. Everything is told as soon as it is known.
package discover

import (
	"context"
	"sync"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

const (
	// timeBox of a whole discovery: longer than that, a person does it by hand. What was found until then is shown.
	timeBox = 15 * time.Second
	// maxCandidates are tried: with four at a time at most seven rounds, which is what fits into the time.
	maxCandidates = 28
	// AtOnce is how many candidates are fetched at a time. A browser opens six connections to a site.
	AtOnce = 4
	// maxPageBytes of a page that is looked through for links; what matters stands at its beginning.
	maxPageBytes = 4 << 20
)

// Finder discovers. It is safe for concurrent use.
type Finder struct {
	fetch    *fetch.Client
	register *source.Register
	now      func() time.Time
}

// New makes a finder. The client should keep no distance between its requests: a discovery is short, a person waits, and
// AtOnce and maxCandidates bound it.
func New(client *fetch.Client, register *source.Register) *Finder {
	return &Finder{fetch: client, register: register, now: time.Now}
}

// run is one discovery.
type run struct {
	*Finder
	ctx  context.Context
	emit func(Event)

	mu     sync.Mutex
	seen   map[string]bool // keys of addresses that were tried
	count  int
	fields map[string]Field // the best so far, by name
	said   map[string]bool  // existing sources that were told
}

// Run discovers what is behind an address, and tells it event by event, one at a time. The last event is Done. An
// address that can't be one is an error; everything else is an event.
func (f *Finder) Run(ctx context.Context, address string, emit func(Event)) error {
	if err := Check(address); err != nil {
		return err
	}
	parsed, _ := weburl.Parse(address)
	ctx, cancel := context.WithTimeout(ctx, timeBox)
	defer cancel()
	started := f.now()
	r := &run{Finder: f, ctx: ctx, seen: map[string]bool{}, fields: map[string]Field{}, said: map[string]bool{}}
	var emitting sync.Mutex
	r.emit = func(e Event) {
		emitting.Lock()
		defer emitting.Unlock()
		emit(e)
	}
	r.lookUp(parsed, SameAddress)
	r.start(parsed)
	r.emit(Event{Type: Done, Done: &Summary{Milliseconds: f.now().Sub(started).Milliseconds(), Candidates: r.count, Partial: ctx.Err() != nil}})
	return nil
}

// start looks at what was pasted, and goes on from there: to the homepage of a feed, of an article, of a section.
func (r *run) start(address weburl.URL) {
	result := r.fetch.Get(r.ctx, fetch.Request{URL: address.String()})
	r.emit(Event{Type: Reached, Reached: reached(result)})
	if landed, err := weburl.Parse(result.FinalURL); err == nil && landed.Key() != address.Key() {
		r.lookUp(landed, RedirectsTo)
	}
	if result.Outcome != fetch.OK && result.Outcome != fetch.TooLarge {
		r.blind(address)
		return
	}
	home := rootOf(result.FinalURL)
	if isFeed(feed.Sniff(result.Body, result.ContentType)) {
		candidate, document := r.judge(lead{URL: address.String(), From: FromGiven}, result)
		r.tell(candidate)
		if document != nil && document.HomeURL != "" {
			home = document.HomeURL
		}
		r.pages(home, nil)
		return
	}
	page := readPage(result)
	r.offer(page.fields()...)
	leads := page.leads()
	if page.isHome() {
		home = ""
	}
	r.pages(home, leads)
}

// pages looks at the homepage as well, if there is another, and then tries all leads in the order of their promise.
func (r *run) pages(home string, leads []lead) {
	if home != "" && r.ctx.Err() == nil {
		if result := r.fetch.Get(r.ctx, fetch.Request{URL: home, MaxBytes: maxPageBytes}); result.Outcome == fetch.OK {
			page := readPage(result)
			r.offer(page.fields()...)
			leads = append(leads, page.leads()...)
			home = result.FinalURL
		}
	}
	if home == "" && len(leads) > 0 {
		home = leads[0].Page
	}
	leads = append(leads, r.sitemaps(home)...)
	found := r.try(leads)
	if found == 0 {
		r.try(wellKnown(home))
	}
}

// blind tries the usual places of a site whose page can't be had; some sites show their feeds but not their pages.
func (r *run) blind(address weburl.URL) {
	root := rootOf(address.String())
	r.try(append(r.sitemaps(root), wellKnown(root)...))
}

// sitemaps are the leads that robots.txt gives.
func (r *run) sitemaps(page string) []lead {
	if page == "" {
		return nil
	}
	var leads []lead
	for _, address := range r.fetch.Robots(r.ctx, page).Sitemaps {
		leads = append(leads, lead{URL: address, From: FromRobots, Page: page})
	}
	return leads
}

// try fetches the leads that weren't tried yet, a few at a time, and returns how many were feeds.
func (r *run) try(leads []lead) (found int) {
	var wait sync.WaitGroup
	slots := make(chan struct{}, AtOnce)
	for _, l := range leads {
		if !r.claim(l.URL) || r.ctx.Err() != nil {
			continue
		}
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			result := r.fetch.Get(r.ctx, fetch.Request{URL: l.URL, NoRedirects: l.From == FromWellKnown})
			candidate, document := r.judge(l, result)
			if document == nil && (l.From == FromWellKnown || l.From == FromAnchor || l.From == FromPlatform) {
				return // a guess that was wrong is no news
			}
			r.tell(candidate)
			if document != nil {
				r.mu.Lock()
				found++
				r.mu.Unlock()
			}
		})
	}
	wait.Wait()
	return found
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

// tell counts and emits a candidate, unless another way led to the same feed.
func (r *run) tell(c *Candidate) {
	if landed, err := weburl.Parse(c.FinalURL); err == nil {
		key := "landed " + landed.Key()
		r.mu.Lock()
		twice := r.said[key]
		r.said[key] = true
		r.mu.Unlock()
		if twice {
			return
		}
	}
	r.mu.Lock()
	r.count++
	r.mu.Unlock()
	r.emit(Event{Type: Found, Candidate: c})
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
