package discover

import (
	"context"
	"sync"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// Run discovers the feeds behind an address. It calls emit for each event, one at a time; the last event is Done. It returns
// an error only for an invalid address.
func (f *Finder) Run(ctx context.Context, address string, emit func(Event)) error {
	given, credentials, err := parseGiven(address)
	if err != nil {
		return invalidAddress(err)
	}
	ctx, cancel := context.WithTimeout(ctx, totalTimeout)
	defer cancel()
	started := f.now()
	s := f.newSearch(given, credentials, responseTimeout, emit)
	s.reportExisting(ctx, given, SameAddress)

	// 1. Fetch the given address.
	start := s.fetchGiven(ctx)

	// 2. Read the page or feed, and the homepage. Pages are reduced to what the following steps need.
	s.fetchLeads(ctx, start.sitemaps)
	pages, site := s.readPages(ctx, start)
	defer s.releasePages(pages)
	logo := s.startLogo(ctx, pages)

	// 3. Feeds by the rules of publishing platforms. 4. Feeds announced by <link rel="alternate">. 5. Sitemaps of
	// robots.txt. 6. Links in the page that look like feeds.
	var leads []lead
	for _, page := range pages {
		leads = append(leads, page.leads...)
	}
	leads = append(leads, s.robotsSitemaps(ctx, site)...)
	newsFeeds := s.fetchLeads(ctx, sortLeads(leads))

	// 7. Well-known paths, if there is no feed of news yet.
	if newsFeeds == 0 {
		s.fetchLeads(ctx, wellKnownLeads(site))
	}

	// 8. Rank: candidates are ranked whenever one is added. Add a page list if no feed is usable, and https addresses.
	if !start.mayBeFeed {
		s.addPageList(ctx, pages)
	}
	s.upgradeToHTTPS(ctx)

	// 9. Propose fields: the pages' were proposed in step 2, the best feed's come last.
	for _, c := range s.report.ranked() {
		s.report.propose(c.fields...)
	}
	logo.Wait()
	s.report.done(f.now().Sub(started), ctx.Err() != nil)
	return nil
}

// search is the state that the steps of one discovery or preview share. It is safe for concurrent use.
type search struct {
	*Finder
	given           weburl.URL // without credentials
	credentials     credentials
	responseTimeout time.Duration
	report          *report
	tried           triedSet
	fetchedSitemaps int // sitemaps of indexes; see maxSitemaps
}

func (f *Finder) newSearch(given weburl.URL, c credentials, responseTimeout time.Duration, emit func(Event)) *search {
	return &search{Finder: f, given: given, credentials: c, responseTimeout: responseTimeout, report: newReport(emit)}
}

// triedSet records the addresses that a discovery fetches.
type triedSet struct {
	mu   sync.Mutex
	keys map[string]bool
}

// markTried reports whether address is new and within the limit of addresses, and records it, so that no candidate is
// fetched twice.
func (t *triedSet) markTried(address weburl.URL) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if address.IsZero() || t.keys[address.Key()] || len(t.keys) >= maxTried {
		return false
	}
	if t.keys == nil {
		t.keys = map[string]bool{}
	}
	t.keys[address.Key()] = true
	return true
}

// contains reports whether address was recorded.
func (t *triedSet) contains(address weburl.URL) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.keys[address.Key()]
}
