package discover

import (
	"cmp"
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// lead is an address where a feed may be.
type lead struct {
	URL, Title, From string
	Page             string // that gave it away
	Language         string // of that page, for a feed that names none
	vague            bool   // it was announced as data of any kind
	depth            int    // how many indexes of sitemaps, or pages about feeds, lead to it
}

// start looks at what was pasted, and goes on from there: to the homepage of a feed, of an article, of a section.
func (r *run) start(address weburl.URL) {
	r.claim(address.String())
	at := r.arrive(address)
	r.emit(Event{Type: Reached, Reached: reached(at.result)})
	landed := at.result.FinalURL
	if to, err := weburl.Parse(landed); err == nil && to.Key() != address.Key() {
		r.lookUp(to, RedirectsTo)
		r.claim(to.String())
	}
	switch {
	case at.page != nil:
		page := r.look(at.page)
		home := rootOf(landed)
		if page.home {
			home = ""
		}
		r.pages(landed, home, page)
	case at.feed != nil:
		r.tell(at.feed)
		r.offer(at.feed.fields...)
		r.try(r.ration(at.children))
		r.pages(landed, cmp.Or(at.home, rootOf(landed)), nil)
	default:
		r.mayBeFeed = mayPass(at.result.Outcome) && feedLike.MatchString(pathOf(address.String()))
		r.around(address, at.result)
	}
}

// landing is what a pasted address turned out to be: a page, or something else that was read, or nothing that can be had.
type landing struct {
	result *fetch.Result // without its body
	page   *gist

	feed     *told
	home     string // that the feed names
	children []lead // sitemaps that it names
}

// arrive fetches what was pasted, and reads it.
func (r *run) arrive(address weburl.URL) (at landing) {
	h := r.holding(pageBytes)
	defer h.giveBack()
	result := r.get(r.ctx, fetch.Request{URL: address.String(), MaxBytes: maxBytes, ReserveMemory: h.take})
	at.result = result
	switch {
	case result.Outcome != fetch.OK && result.Outcome != fetch.TooLarge:
	case isFeed(feed.Sniff(result.Body, result.ContentType)):
		l := lead{URL: address.String(), From: FromGiven}
		candidate, document := r.judge(l, result)
		at.feed = newTold(candidate, document)
		if document != nil {
			at.home, at.children = document.HomeURL, l.children(document)
		}
	default:
		at.page = r.gist(result)
	}
	result.Body = nil
	return at
}

// around looks for what is near an address that can't be had: the homepage of its site, and where none can be had
// either, the usual places, since some sites show their feeds but not their pages.
func (r *run) around(address weburl.URL, result *fetch.Result) {
	if result.Outcome == fetch.RateLimited {
		return // a rate-limited site gets no further requests
	}
	root := rootOf(address.String())
	homes := []string{root}
	if above := homeAbove(address); above != root {
		homes = append(homes, above)
	}
	for i, home := range homes {
		if i == 0 && (home == result.FinalURL || home == address.String() || unreachable(result)) {
			continue // that is what failed
		}
		if page := r.home(home); page != nil {
			r.pages(page.url, "", page)
			return
		}
	}
	if !unreachable(result) {
		r.pages(root, "", nil)
	}
}

// unreachable says that no address of the host that was asked can be had.
func unreachable(result *fetch.Result) bool {
	if len(result.Hops) > 0 { // it answered, and another one didn't
		return false
	}
	switch result.Outcome {
	case fetch.DNS, fetch.Refused, fetch.TLS, fetch.Blocked, fetch.InvalidAddress, fetch.Cancelled:
		return true
	case fetch.Timeout:
		return result.Phase == fetch.PhaseDNS || result.Phase == fetch.PhaseConnect || result.Phase == fetch.PhaseTLS
	}
	return false
}

// home fetches a homepage and offers what it says. It is nil when there is none.
func (r *run) home(address string) *gist {
	if r.ctx.Err() != nil {
		return nil
	}
	r.claim(address)
	if page := r.fetchPage(address); page != nil {
		return r.look(page)
	}
	return nil
}

func (r *run) fetchPage(address string) *gist {
	h := r.holding(pageBytes)
	defer h.giveBack()
	result := r.get(r.ctx, fetch.Request{URL: address, MaxBytes: maxBytes, ReserveMemory: h.take})
	if result.Outcome != fetch.OK && result.Outcome != fetch.TooLarge {
		return nil
	}
	return r.gist(result)
}

// look offers what a page says, or the one that it leads to by itself, and returns which.
func (r *run) look(page *gist) *gist {
	if next := r.further(page); next != nil {
		r.drop(page)
		page = next
	}
	r.offer(page.fields...)
	r.pagesRead = append(r.pagesRead, page)
	return page
}

// pages goes on from a page that was pasted, if it is one: it looks at the homepage as well, if that is another, tries all
// leads in the order of their promise, and where that leads to no news, the usual places.
func (r *run) pages(at, home string, pasted *gist) {
	var leads []lead
	if pasted != nil {
		leads = pasted.leads
	}
	var first *gist
	if home != "" {
		if first = r.home(home); first != nil {
			leads, at = append(leads, first.leads...), first.url
		}
	}
	r.draw(first, pasted)
	if r.try(inOrder(leads, r.sitemaps(at))) == 0 {
		r.try(wellKnown(at))
	}
}

// searchOrder is that of the places where leads are found, since only so many are tried: what a site says comes before
// what only looks like a feed.
var searchOrder = []string{FromLink, FromPlatform, FromRobots, FromAnchor}

// maxAnnounced feeds come before sitemaps: some papers announce one for each of fifty sections, and all news is in one
// sitemap.
const maxAnnounced = maxCandidates - maxNamed - maxUnnamed - 1 // the page itself

func inOrder(leads, sitemaps []lead) []lead {
	leads = append(leads, sitemaps...)
	slices.SortStableFunc(leads, func(a, b lead) int {
		return slices.Index(searchOrder, a.From) - slices.Index(searchOrder, b.From)
	})
	if last := slices.IndexFunc(leads, func(l lead) bool { return l.From != FromLink }); last > maxAnnounced {
		late := slices.Clone(leads[maxAnnounced:last])
		leads = append(slices.Delete(leads, maxAnnounced, last), late...)
	}
	return leads
}
