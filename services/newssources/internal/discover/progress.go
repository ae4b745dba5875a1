package discover

import "sync"

const (
	// enoughLeads is the number of leads that are fetched if the main feed is known: the main feed
	// and the next most important ones. The others are listed unchecked.
	enoughLeads = 4
	// minMainScore is the score from which a usable candidate may be the main feed: above that of news sitemaps, podcasts, and
	// feeds of tags.
	minMainScore = 40
)

// progress is what a discovery has found so far. It is safe for concurrent use.
type progress struct {
	enough    int // leads that are fetched when the main feed is known
	mu        sync.Mutex
	fetched   int  // leads
	usable    int  // news feeds
	hasMain   bool // one of them may be the main feed
	isRefused bool // an announced feed could not be checked
}

// record records the result of a lead.
func (p *progress) record(l lead, r leadResult) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fetched++
	p.isRefused = p.isRefused || l.isAnnounced() && isObstacle(r.outcome)
	if r.candidate != nil && r.candidate.isUsable && isNews(r.kind) {
		p.usable++
		p.hasMain = p.hasMain || r.candidate.Score >= minMainScore
	}
}

// complete records that the given address is sufficient, so that no further leads are fetched.
func (p *progress) complete() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fetched, p.usable, p.hasMain = p.enough, 1, true
}

// usableFeeds returns the number of usable news feeds.
func (p *progress) usableFeeds() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.usable
}

// hasEnough reports whether a lead need not be fetched: it leads to comments, or the main feed is known and the lead is
// hardly better.
func (s *search) hasEnough(l lead) bool {
	p := &s.progress
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case l.isOfComments():
		return true
	case !p.hasMain:
		return false
	case p.fetched >= p.enough, l.isWeak:
		return true
	}
	return l.from != FromLink && l.from != FromHeader && l.from != FromAnchor
}

// hasFeed reports whether a usable news feed is known.
func (s *search) hasFeed(lead) bool { return s.progress.usableFeeds() > 0 }
