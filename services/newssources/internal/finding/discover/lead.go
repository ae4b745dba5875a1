package discover

import (
	"cmp"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/mainfeed"
	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
)

// lead is an address where a feed may be.
type lead struct {
	url         weburl.URL
	title       string
	from        string     // FromLink, FromAnchor …
	announcedBy weburl.URL // the page or sitemap that names it
	language    string     // of that page, for a feed that states none
	isVague     bool       // announced with a media type that is not specific to feeds
	// On a page that lists feeds, or with an address like that of a feed: shown even if it is not
	// fetched.
	isListed    bool
	isWeak      bool   // linked with nothing but a word for "subscribe", or a sitemap whose name does not suggest news
	isHinted    bool   // its address or the link to it says that it is a feed or lists feeds
	siblings    string // key of a group of links that are all feeds if one of them is
	isOfSection bool   // announced by the given page of a section, but not by the homepage
	order       int    // position among all announced addresses
	depth       int    // number of sitemap indexes or pages of feeds on the way to it
}

// leadsOf returns the addresses in a page that may be feeds (steps 3, 4 and 6).
func leadsOf(p *webpage.Page, ownDomains ...string) []lead {
	return newLeads(p.URL, p.FeedLinks(ownDomains...))
}

// newLeads returns the leads for links in a page.
func newLeads(page weburl.URL, links []webpage.Link) []lead {
	leads := make([]lead, len(links))
	for i, l := range links {
		leads[i] = lead{url: l.URL, title: l.Title, from: l.From, announcedBy: page, language: l.Language, isVague: l.IsVague,
			isListed: l.HasFeedAddress,
			isWeak:   l.IsWeak, isHinted: l.IsHinted, siblings: l.Siblings}
	}
	return leads
}

// markSectionLeads marks the feeds that the given page of a section announces and the homepage,
// which announces others, does not.
func markSectionLeads(pages []*pageSummary) {
	if len(pages) < 2 || !pages[0].isSection || !slices.ContainsFunc(pages[1].leads, lead.isAnnounced) {
		return
	}
	for i, l := range pages[0].leads {
		isSame := func(other lead) bool { return other.url.Key() == l.url.Key() }
		pages[0].leads[i].isOfSection = l.isAnnounced() && !slices.ContainsFunc(pages[1].leads, isSame)
	}
}

// isAnnounced reports whether a page announces the lead as a feed.
func (l lead) isAnnounced() bool { return l.from == FromHeader || l.from == FromLink }

// platformLeads returns the leads for the feeds that a platform has for the outlet at page.
func platformLeads(feeds []weburl.URL, page weburl.URL) []lead {
	leads := make([]lead, len(feeds))
	for i, feed := range feeds {
		leads[i] = lead{url: feed, from: FromPlatform, announcedBy: page}
	}
	return leads
}

// isOfComments reports whether the address or title of a lead is that of a feed of comments.
func (l lead) isOfComments() bool { return hasCommentsAddress(l.url.String(), l.title) }

// leadOrder is the order in which leads are fetched by their origin: announced feeds come before
// links that look like feeds.
var leadOrder = []string{FromHeader, FromLink, FromPlatform, FromAnchor, FromRobots}

// maxAnnounced is the maximum number of announced feeds that are fetched before the other leads.
// Some sites announce a feed for each of fifty sections, none of which has recent items.
const maxAnnounced = 8

// maxFollowUps is the number of further pages that are searched for feeds if the first ones lead to
// none.
const maxFollowUps = 3

// followUps returns the pages to search if the first ones lead to no feed: editions in several
// languages, and pages of the latest news.
func followUps(pages []*pageSummary, outletName string) (leads []lead) {
	for _, page := range pages {
		leads = append(leads, page.editions...)
		for _, l := range page.menu {
			if mainfeed.IsTitle(l.title, outletName) {
				leads = append(leads, l)
			}
		}
		leads = append(leads, page.news...)
	}
	return leads[:min(len(leads), maxFollowUps)]
}

// sortLeads sorts leads into the order in which they are fetched: by their origin, then by their
// value.
func (s *search) sortLeads(leads []lead) []lead {
	outletName := s.report.outletName()
	slices.SortStableFunc(leads, func(a, b lead) int {
		return cmp.Or(compareBools(a.isWeak, b.isWeak), slices.Index(leadOrder, a.from)-slices.Index(leadOrder, b.from),
			s.value(b, outletName)-s.value(a, outletName))
	})
	if end := slices.IndexFunc(leads, func(l lead) bool { return !l.isAnnounced() }); end > maxAnnounced {
		rest := slices.Clone(leads[maxAnnounced:end])
		leads = append(slices.Delete(leads, maxAnnounced, end), rest...)
	}
	return leads
}

// isShown reports whether the outcome of a lead becomes a candidate. Failed guesses do not.
func (l lead) isShown(document *feed.Document) bool {
	switch l.from {
	case FromWellKnown, FromAnchor, FromPlatform:
		return document != nil
	case FromLink, FromHeader:
		return document != nil || !l.isVague
	case FromSitemap:
		return document != nil &&
			(isNews(document.Kind) || document.Kind == feed.Sitemap && newsSitemapName.MatchString(l.url.RequestPath()))
	}
	return true
}

// mayBeFeedIndex reports whether the lead may be a page that lists the outlet's feeds, which most
// newspapers have and link to as "RSS".
func (l lead) mayBeFeedIndex() bool {
	isList := strings.HasSuffix(l.url.Path(), ".opml") // which a page of feeds may link to
	isPage := l.from == FromAnchor || l.from == FromLink || l.from == FromHeader || l.from == FromWellKnown
	return (l.depth == 0 || l.depth == 1 && isList) && isPage
}

// numberLeads sets the order of leads, continuing that of earlier leads.
func (s *search) numberLeads(leads []lead) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range leads {
		s.nextOrder++
		leads[i].order = s.nextOrder
	}
}

// mainFirst sorts the feeds that a page lists so that the most valuable ones are fetched first.
func (s *search) mainFirst(leads []lead) {
	outletName := s.report.outletName()
	slices.SortStableFunc(leads, func(a, b lead) int { return s.value(b, outletName) - s.value(a, outletName) })
}

// compareBools orders false before true.
func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// value rates how likely a lead is the feed that the person looks for, before it is fetched: that
// of the given section, or the main feed.
func (s *search) value(l lead, outletName string) (points int) {
	if l.isOfSection || isBelow(l.url, s.given) {
		points += scoreSection
	}
	if language := cmp.Or(webpage.EditionOfPage(l.url, ""), l.language); l.isAnnounced() || l.from == FromAnchor {
		points += editionPoints(s.edition, language)
	}
	if mainfeed.IsTitle(l.title, outletName) {
		points += mainTitlePoints
	}
	if mainfeed.IsPath(l.url) {
		points += mainPathPoints
	}
	return points
}
