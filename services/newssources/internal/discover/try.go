package discover

import (
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
	ends := make([]end, len(claimed))
	r.each(len(claimed), func(i int) { ends[i] = r.follow(claimed[i]) })
	var sitemaps, feeds []lead
	for _, e := range ends {
		if isNews(e.kind) {
			found++
		}
		sitemaps, feeds = append(sitemaps, e.sitemaps...), append(feeds, e.feeds...)
	}
	if next := append(feeds, r.ration(sitemaps)...); len(next) > 0 {
		found += r.try(next)
	}
	return found
}

// end is what a lead led to: a feed of some kind, an index of sitemaps, or a page that lists feeds.
type end struct {
	kind            feed.Kind
	sitemaps, feeds []lead
}

// follow fetches a lead and tells what came of it.
func (r *run) follow(l lead) end {
	t, e := r.fetchLead(l)
	if t != nil {
		r.tell(t)
	}
	return e
}

// fetchLead reads what is at a lead. What there is to tell is nil when it is no news.
func (r *run) fetchLead(l lead) (t *told, e end) {
	h := r.holding(maxBytes)
	if l.mayList() {
		h = r.holding(pageBytes)
	}
	defer h.giveBack()
	result := r.get(r.ctx, fetch.Request{URL: l.URL, NoRedirects: l.From == FromWellKnown, MaxBytes: maxBytes, ReserveMemory: h.take})
	if r.elsewhere(l, result) {
		return nil, end{}
	}
	candidate, document := r.judge(l, result)
	if l.isNewsworthy(document) {
		t = newTold(candidate, document)
	}
	switch {
	case document != nil:
		e = end{kind: document.Kind, sitemaps: l.children(document)}
	case candidate.Outcome == string(fetch.HTMLInsteadOfFeed):
		e.feeds = l.listed(result)
	}
	return t, e
}

// mayList says that a lead may be a page that lists feeds, to which the homepage leads with "RSS": most newspapers have
// one.
func (l lead) mayList() bool { return l.depth == 0 && (l.From == FromAnchor || l.From == FromLink) }

// listed are the feeds that such a page lists. A page of another outlet isn't looked at.
func (l lead) listed(result *fetch.Result) (feeds []lead) {
	if !l.mayList() || !sameOutlet(l.URL, result.FinalURL) {
		return nil
	}
	for _, named := range readPage(result).leads() {
		named.depth = 1
		feeds = append(feeds, named)
	}
	return feeds
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
			do(i)
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
