package discover

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/finding/requestlimit"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
)

// Run discovers the feeds behind an address. It calls emit for each event, one at a time; the last
// event is Done. It returns an error only for an invalid address.
func (f *Finder) Run(ctx context.Context, address string, emit func(Event)) error {
	return f.run(ctx, address, enoughLeads, emit)
}

// RunThoroughly is Run that checks as many feeds as the limits of a discovery allow, for background
// jobs.
func (f *Finder) RunThoroughly(ctx context.Context, address string, emit func(Event)) error {
	return f.run(ctx, address, maxRequests, emit)
}

func (f *Finder) run(ctx context.Context, address string, enough int, emit func(Event)) error {
	given, credentials, err := parseGiven(address)
	if err != nil {
		return invalidAddress(address, err)
	}
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	started := f.now()
	s := f.newSearch(ctx, given, credentials, responseTimeout, emit)
	s.progress.enough = enough
	s.reportExisting(ctx, given, SameAddress)

	// 1. Fetch the given address.
	start := s.fetchGiven(ctx)

	// 2. Read the page or feed, and the homepage. Pages are reduced to what the following steps need.
	if start.isKnownFeed {
		s.requests.Restrict(maxKnownFeedRequests)
	}
	s.fetchLeads(ctx, start.leads, s.hasEnough)
	pages, site := s.readPages(ctx, start)
	defer s.releasePages(pages)

	// 3. Feeds by the rules of publishing platforms. 4. Feeds announced by <link rel="alternate">. 5. Sitemaps of
	// robots.txt. 6. Links in the page that look like feeds. Feeds of pages of feeds are fetched within the same limits.
	markSectionLeads(pages)
	var leads []lead
	for _, page := range pages {
		s.addOwnDomain(page.url)
		leads = append(leads, page.leads...)
	}
	if !start.isKnownFeed {
		leads = append(leads, s.robotsSitemaps(ctx, site)...)
	}
	s.numberLeads(leads)
	s.fetchLeads(ctx, s.sortLeads(leads), s.hasEnough)

	// 7. Usual paths of a given section's feed. If there is no usable feed yet: pages of the latest news and of languages,
	// then well-known paths of the site.
	if !start.isKnownFeed {
		s.fetchGuesses(ctx, start.sectionLeads(pages))
		s.fetchUntilFound(ctx, followUps(pages, s.report.outletName()))
		s.fetchUntilFound(ctx, s.wellKnownLeads(site, pages))
	}

	// 8. Rank: candidates are ranked whenever one is added. Add a page list if no feed is usable, and
	//    https addresses.
	if !start.mayBeFeed {
		s.addPageList(ctx, pages)
	}
	s.upgradeToHTTPS(ctx)

	// 9. Propose fields: the pages' were proposed in step 2, the best feed's and the logo come last.
	for _, c := range s.report.ranked() {
		s.report.propose(c.fields...)
	}
	s.report.rerank()
	s.findLogo(ctx, pages)
	s.report.done(start.result, f.now().Sub(started), limitsReached{time: ctx.Err() != nil, requests: s.skipped.Load()})
	return nil
}

// search is the state that the steps of one discovery or preview share. Its methods are safe for
// concurrent use unless they say otherwise.
type search struct {
	*Finder
	given           weburl.URL // without credentials
	credentials     credentials
	member          uuid.UUID // for whom the discovery runs
	responseTimeout time.Duration
	report          *report
	hide            hider
	tried           triedSet
	refusals        requestlimit.Refusals
	requests        *requestlimit.Budget
	progress        progress
	skipped         atomic.Bool // a lead was not fetched, because the budget of requests was used up
	edition         string      // the language of the given edition, or ""
	isInsecure      bool        // the given https address answers by http only
	ownDomains      []string    // registrable domains of the outlet

	mu              sync.Mutex
	nextOrder       int // see lead.order
	fetchedSitemaps int // sitemaps of indexes; see maxSitemaps
}

func (f *Finder) newSearch(ctx context.Context, given weburl.URL, c credentials, responseTimeout time.Duration,
	emit func(Event)) *search {
	s := &search{
		Finder: f, given: given, credentials: c, member: memberOf(ctx), responseTimeout: responseTimeout,
		requests: requestlimit.NewBudget(maxRequests),
		progress: progress{enough: enoughLeads}, edition: webpage.EditionOfPage(given, ""),
	}
	s.hide = newHider(given, c)
	s.report = newReport(func(e Event) { emit(s.hide.event(e)) })
	s.addOwnDomain(given)
	return s
}

// addOwnDomain records the registrable domain of an address as one of the outlet. It is not safe
// for concurrent use.
func (s *search) addOwnDomain(address weburl.URL) {
	if domain := address.RegistrableDomain(); !slices.Contains(s.ownDomains, domain) {
		s.ownDomains = append(s.ownDomains, domain)
	}
}

// triedSet records the addresses that a discovery fetches.
type triedSet struct {
	mu     sync.Mutex
	keys   map[string]bool
	queued map[string]bool // leads that are or were to be fetched
	listed map[string]bool // not fetched
}

// markTried reports whether address is new, and records it, so that no candidate is fetched twice.
func (t *triedSet) markTried(address weburl.URL) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if address.IsZero() || t.keys[address.Key()] {
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

// queue records addresses that will be fetched.
func (t *triedSet) queue(leads []lead) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.queued == nil {
		t.queued = map[string]bool{}
	}
	for _, l := range leads {
		t.queued[l.url.Key()] = true
	}
}

// markLanded reports whether the final address of a redirect is neither tried nor queued, and
// records it as tried.
func (t *triedSet) markLanded(address weburl.URL) bool {
	t.mu.Lock()
	isQueued := t.queued[address.Key()]
	t.mu.Unlock()
	return !isQueued && t.markTried(address)
}

// contains reports whether address was recorded.
func (t *triedSet) contains(address weburl.URL) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.keys[address.Key()]
}
