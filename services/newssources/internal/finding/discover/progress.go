package discover

import "sync"

const (
	// enoughLeads is the number of leads that are fetched if the main feed is known: the main feed
	// and the next most important ones. The others are listed unchecked.
	enoughLeads = 4
	// enoughSiblings replaces enoughLeads while no title or address identifies the main feed and the
	// next lead belongs to a group of siblings that are feeds: their titles may be in a language whose
	// words for "latest news" are not known.
	enoughSiblings = 8
	// maxUnprovenSiblings is the number of siblings that are fetched while none of them is known to be
	// a feed.
	maxUnprovenSiblings = 2
	// minMainScore is the score from which a usable candidate may be the main feed: above that of news
	// sitemaps, podcasts, and feeds of tags.
	minMainScore = 40
)

// progress is what a discovery has found so far. It is safe for concurrent use.
type progress struct {
	enough    int // leads that are fetched when the main feed is known
	mu        sync.Mutex
	fetched   int  // leads
	usable    int  // news feeds
	hasMain   bool // one of them may be the main feed
	isNamed   bool // the title or address of a feed identifies it as the main feed
	isRefused bool // an announced feed could not be checked
	siblings  map[string]siblings
}

// siblings counts the fetched leads of a group that are all feeds if one of them is.
type siblings struct{ fetched, feeds int }

// record records the result of a lead.
func (p *progress) record(l lead, r leadResult, outletName string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fetched++
	p.recordSibling(l, r)
	p.isRefused = p.isRefused || l.isAnnounced() && isObstacle(r.outcome)
	if r.candidate != nil && r.candidate.isUsable && isNews(r.kind) {
		p.usable++
		p.hasMain = p.hasMain || r.candidate.Score >= minMainScore
		p.isNamed = p.isNamed || mainFeedPoints(r.candidate, outletName) > 0
	}
}

// recordSibling records the result of a lead for its siblings. The caller holds the lock.
func (p *progress) recordSibling(l lead, r leadResult) {
	if l.siblings == "" {
		return
	}
	if p.siblings == nil {
		p.siblings = map[string]siblings{}
	}
	group := p.siblings[l.siblings]
	group.fetched++
	if r.candidate != nil && isNews(r.kind) {
		group.feeds++
	}
	p.siblings[l.siblings] = group
}

// hasFeedAmong reports whether one of the fetched siblings with a key is a feed.
func (p *progress) hasFeedAmong(key string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.siblings[key].feeds > 0
}

// complete records that the given address is sufficient, so that no further leads are fetched.
func (p *progress) complete() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fetched, p.usable, p.hasMain, p.isNamed = p.enough, 1, true, true
}

// usableFeeds returns the number of usable news feeds.
func (p *progress) usableFeeds() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.usable
}

// hasEnough reports whether a lead need not be fetched: it leads to comments, or the main feed is
// known and the lead is hardly better.
func (s *search) hasEnough(l lead) bool {
	p := &s.progress
	p.mu.Lock()
	defer p.mu.Unlock()
	group := p.siblings[l.siblings]
	areFeeds := group.feeds > 0
	switch {
	case l.isOfComments(), l.isWeak && !areFeeds && group.fetched >= maxUnprovenSiblings:
		return true
	case !p.hasMain:
		return false
	case areFeeds && !p.isNamed:
		return p.fetched >= max(p.enough, enoughSiblings)
	case p.fetched >= p.enough, l.isWeak && !areFeeds:
		return true
	}
	return l.from != FromLink && l.from != FromHeader && l.from != FromAnchor
}

// hasFeed reports whether a usable news feed is known.
func (s *search) hasFeed(lead) bool { return s.progress.usableFeeds() > 0 }
