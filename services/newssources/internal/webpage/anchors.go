package webpage

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/text/unicode/norm"

	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

const (
	// maxAnchors of a page are kept: pages of feeds have hundreds.
	maxAnchors = 400
	// maxExternalAnchors to other domains are kept, and maxSubscribeAnchors whose only hint is a word for "subscribe".
	maxExternalAnchors  = 12
	maxSubscribeAnchors = 3
	// maxHintWords of a text that can be a hint, and maxHintElements of a link that are examined.
	maxHintWords    = 5
	maxHintElements = 8
)

// feedHost matches the name of a host that only serves feeds.
var feedHost = regexp.MustCompile(`^(feeds?|newsfeeds?|rss)\.`)

// feedHint matches texts, titles and classes of links to feeds; subscribeHint matches words for "subscribe", which often lead
// to newsletters or subscriptions instead.
var (
	feedHint      = regexp.MustCompile(`(?i)rss|рсс|آر\s?[إا]س\s?[إا]س|تغذية|تلقيم|ฟีด|피드|फ़ीड|फ़ीड|फीड|ফিড|フィード|订阅源|訂閱源|خلاصات|خلاصة|خوراک|הזנת|hírcsatorn|(^|[^\p{L}])(atom|(web|news|xml-?)?feeds?|syndication|syndicate|syndiquer|syndikation|flux|kanały?|syöte|besleme|umpan|flöde|nyhedsstrøm|фид|ροή)([^\p{L}]|$)`)
	subscribeHint = regexp.MustCompile(`(?i)subscri|abonni|abonne|s'abonner|suscri|assin(e|ar)|iscriv|abbonati|subskry|prenumer|odebírat|odoberať|feliratkoz|aboneaz|pretplat|naročit|tilaa|abone ol|abonament|εγγραφ|подпис|підпис|абонир|اشترك|اشتراك|הירש|מנוי|สมัคร|đăng ký|berlangganan|सदस्य|सब्सक्राइब|সাবস্ক্রাইব|订阅|訂閱|購読|구독`)
)

// readerHosts are sites that receive links with a feed's address, or that never are an outlet's feed.
var readerHosts = regexp.MustCompile(`(^|\.)(feedly|inoreader|newsblur|netvibes|theoldreader|feedspot|bloglovin|facebook|twitter|x|instagram|linkedin|pinterest|whatsapp|telegram|t|google|yahoo|msn|bing|apple|spotify|amazon|wikipedia|whatisrss|rssboard)\.(com|org|me|de|fr|es|it|co\.uk)$`)

// anchors returns the links in the page that may lead to feeds, judged by address, text, title, icon and class.
// Links by address come first, links with nothing but a word for "subscribe" last.
func (p *Page) anchors(ownDomains []string) []Link {
	var byAddress, byHint, bySubscribe []Link
	external, maxExternal := 0, maxExternalAnchors
	isIndex := p.isFeedIndex()
	if isIndex {
		maxExternal = maxAnchors
	}
	p.document.Find("a[href],area[href]").EachWithBreak(func(i int, s *goquery.Selection) bool {
		url := p.Resolve(s.AttrOr("href", ""))
		if url.IsZero() || isAPI(url) || url.Key() == p.URL.Key() {
			return i < maxLinks
		}
		hints := anchorHints(s)
		domain := url.RegistrableDomain()
		isExternal := domain != p.URL.RegistrableDomain() && !slices.Contains(ownDomains, domain)
		hasFeedAddress := HasFeedPath(url) || url.Host() != p.URL.Host() && feedHost.MatchString(url.Host())
		hasHint := feedHint.MatchString(hints)
		isBeside := isIndex && !hasFeedAddress && !hasHint && p.hasFeedsBeside(s, url)
		if isExternal {
			isRelay := domain == "feedburner.com"
			if external >= maxExternal || readerHosts.MatchString(url.Host()) || !isRelay && !hasHint && !isBeside && !(isIndex && hasFeedAddress) {
				return i < maxLinks
			}
			external++
		}
		l := Link{URL: url, Title: anchorTitle(s), From: FromAnchor, HasFeedAddress: hasFeedAddress}
		switch {
		case hasFeedAddress:
			byAddress = append(byAddress, l)
		case hasHint:
			byHint = append(byHint, l)
		case isBeside:
			l.HasFeedAddress = true // its siblings are feeds
			byHint = append(byHint, l)
		case !isExternal && subscribeHint.MatchString(hints) && len(bySubscribe) < maxSubscribeAnchors:
			l.IsWeak = true
			bySubscribe = append(bySubscribe, l)
		}
		return i < maxLinks && len(byAddress)+len(byHint) < maxAnchors
	})
	if isIndex && len(byAddress)+len(byHint) == 0 {
		bySubscribe = append(p.uniformLinks(), bySubscribe...)
	}
	return append(append(byAddress, byHint...), bySubscribe...)
}

const (
	// minUniform is the number of links of a list to one folder that may be the feeds of a page of feeds.
	minUniform = 3
	// maxLists of a page are examined.
	maxLists = 40
)

// uniformLinks returns the links of the list of a page of feeds that all lead to one folder, as weak links: "/xml/1", "/xml/2".
func (p *Page) uniformLinks() (links []Link) {
	lists := p.document.Find("ul,ol,dl,table")
	lists.Slice(0, min(lists.Length(), maxLists)).EachWithBreak(func(_ int, list *goquery.Selection) bool {
		links = links[:0]
		anchors := list.Find("a[href]")
		anchors.Slice(0, min(anchors.Length(), maxAnchors)).EachWithBreak(func(_ int, s *goquery.Selection) bool {
			url := p.Resolve(s.AttrOr("href", ""))
			isUniform := path.Dir(url.Path()) != "/" && url.Host() == p.URL.Host() && (len(links) == 0 || path.Dir(url.Path()) == path.Dir(links[0].URL.Path()))
			if isUniform {
				links = append(links, Link{URL: url, Title: anchorTitle(s), From: FromAnchor, IsWeak: true})
			} else {
				links = links[:0]
			}
			return isUniform
		})
		return len(links) < minUniform
	})
	if len(links) < minUniform {
		return nil
	}
	return links
}

// isFeedIndex reports whether the page states in its address, title or heading that it lists feeds.
func (p *Page) isFeedIndex() bool {
	return HasFeedPath(p.URL) || feedHint.MatchString(p.Title()) || feedHint.MatchString(p.document.Find("h1").First().Text())
}

const (
	// minFeedsBeside is the number of links to feeds from which the other links of a list may be feeds.
	minFeedsBeside = 2
	// minFeedShare is the share of the links of such a list that lead to feeds, in percent: less in a menu with a few feeds.
	minFeedShare = 34
	// maxRowLinks is the number of links that are examined in a row of a list.
	maxRowLinks = 8
)

// hasFeedsBeside reports whether the list, table or group of rows around a link has links with addresses of feeds on the host of address,
// and the row of the link has none, for which it would be a label.
func (p *Page) hasFeedsBeside(link *goquery.Selection, address weburl.URL) bool {
	row := link.Closest("li,tr,dd,p,div")
	if p.countFeeds(row, address, maxRowLinks) > 0 {
		return false
	}
	list := link.Closest("ul,ol,dl,table")
	if list.Length() == 0 {
		list = row.Parent()
	}
	links := min(list.Find("a[href]").Length(), maxAnchors)
	feeds := p.countFeeds(list, address, maxAnchors)
	return feeds >= minFeedsBeside && 100*feeds >= minFeedShare*links
}

// countFeeds returns the number of addresses of feeds on the host of address among the first links in an element.
func (p *Page) countFeeds(element *goquery.Selection, address weburl.URL, examined int) (n int) {
	links := element.Find("a[href]")
	links.Slice(0, min(links.Length(), examined)).Each(func(_ int, s *goquery.Selection) {
		if other := p.Resolve(s.AttrOr("href", "")); other.Host() == address.Host() && HasFeedPath(other) {
			n++
		}
	})
	return n
}

// iconHint matches classes, ids and file names of icons of feeds. Classes with "feed" alone often mark lists of articles.
var iconHint = regexp.MustCompile(`(?i)rss|feed-?icon|icon-?feed|fa-feed|(^|[/_-])xml(-?(icon|button|feed))?\.(gif|png|svg|jpe?g)`)

// anchorHints returns the texts of a link that may say that it leads to a feed: text, labels, classes and icons.
func anchorHints(s *goquery.Selection) string {
	var hints []string
	if words := strings.Fields(s.Text()); len(words) <= maxHintWords { // longer texts are headlines
		hints = append(hints, strings.Join(words, " "))
	}
	elements := s.Find("img,svg,i,span,use,title")
	elements.Slice(0, min(elements.Length(), maxHintElements)).AddSelection(s).Each(func(_ int, e *goquery.Selection) {
		for _, name := range []string{"title", "alt", "aria-label", "type"} {
			if words := strings.Fields(e.AttrOr(name, "")); len(words) <= 2*maxHintWords {
				hints = append(hints, strings.Join(words, " "))
			}
		}
		for _, name := range []string{"class", "id", "data-icon", "src", "href", "xlink:href"} {
			if value := e.AttrOr(name, ""); iconHint.MatchString(value) && (name != "href" || goquery.NodeName(e) == "use") {
				hints = append(hints, "rss")
			}
		}
	})
	return norm.NFKC.String(strings.Join(hints, "\n")) // full-width "ＲＳＳ"
}

// anchorTitle returns the title that a link gives to the feed.
func anchorTitle(s *goquery.Selection) string {
	format := "" // names nothing else
	for _, text := range []string{s.Text(), s.AttrOr("title", ""), s.AttrOr("aria-label", ""), s.Find("img").AttrOr("alt", "")} {
		switch text = Shorten(text, MaxTitle); {
		case text == "":
		case !NamesOnlyFormat(text):
			return text
		case format == "":
			format = text
		}
	}
	return cmp.Or(nearbyLabel(s), format)
}
