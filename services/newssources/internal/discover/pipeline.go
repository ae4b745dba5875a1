package discover

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

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
	s := f.newSearch(ctx, given, credentials, responseTimeout, emit)
	s.reportExisting(ctx, given, SameAddress)

	// 1. Fetch the given address.
	start := s.fetchGiven(ctx)

	// 2. Read the page or feed, and the homepage. Pages are reduced to what the following steps need.
	s.fetchLeads(ctx, start.leads)
	pages, site := s.readPages(ctx, start)
	defer s.releasePages(pages)
	logo := s.startLogo(ctx, pages)

	// 3. Feeds by the rules of publishing platforms. 4. Feeds announced by <link rel="alternate">. 5. Sitemaps of
	// robots.txt. 6. Links in the page that look like feeds. Feeds of pages of feeds are fetched within the same limits.
	markSectionLeads(pages)
	var leads []lead
	for _, page := range pages {
		s.addOwnDomain(page.url)
		leads = append(leads, page.leads...)
	}
	leads = append(leads, s.robotsSitemaps(ctx, site)...)
	s.numberLeads(leads)
	newsFeeds := s.fetchLeads(ctx, sortLeads(leads))

	// 7. Usual paths of a given section's feed. If there is no usable feed yet: pages of the latest news and of languages,
	// then well-known paths of the site.
	newsFeeds += s.fetchGuesses(ctx, start.sectionLeads(pages))
	if newsFeeds == 0 {
		newsFeeds += s.fetchGuesses(ctx, followUps(pages, s.report.outletName()))
	}
	if newsFeeds == 0 {
		s.fetchGuesses(ctx, wellKnownLeads(site))
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
	s.report.rerank()
	logo.Wait()
	s.report.done(start.result, f.now().Sub(started), ctx.Err() != nil)
	return nil
}

// search is the state that the steps of one discovery or preview share. Its methods are safe for concurrent use
// unless they say otherwise.
type search struct {
	*Finder
	given           weburl.URL // without credentials
	credentials     credentials
	member          uuid.UUID // for whom the discovery runs
	responseTimeout time.Duration
	report          *report
	hide            hider
	tried           triedSet
	limits          rateLimits
	fetchedSitemaps int      // sitemaps of indexes; see maxSitemaps
	isInsecure      bool     // the given https address answers by http only
	nextOrder       int      // see lead.order
	ownDomains      []string // registrable domains of the outlet
}

func (f *Finder) newSearch(ctx context.Context, given weburl.URL, c credentials, responseTimeout time.Duration, emit func(Event)) *search {
	s := &search{Finder: f, given: given, credentials: c, member: memberOf(ctx), responseTimeout: responseTimeout}
	s.hide = newHider(given, c)
	s.report = newReport(func(e Event) { emit(s.hide.event(e)) })
	s.addOwnDomain(given)
	return s
}

// addOwnDomain records the registrable domain of an address as one of the outlet. It is not safe for concurrent use.
func (s *search) addOwnDomain(address weburl.URL) {
	if domain := address.RegistrableDomain(); !slices.Contains(s.ownDomains, domain) {
		s.ownDomains = append(s.ownDomains, domain)
	}
}

// triedSet records the addresses that a discovery fetches.
type triedSet struct {
	mu     sync.Mutex
	keys   map[string]bool
	listed map[string]bool // not fetched
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

// markListed reports whether address was neither fetched nor listed before, and records it.
func (t *triedSet) markListed(address weburl.URL) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if address.IsZero() || t.keys[address.Key()] || t.listed[address.Key()] || len(t.listed) >= maxListed {
		return false
	}
	if t.listed == nil {
		t.listed = map[string]bool{}
	}
	t.listed[address.Key()] = true
	return true
}

// contains reports whether address was recorded.
func (t *triedSet) contains(address weburl.URL) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.keys[address.Key()]
}
