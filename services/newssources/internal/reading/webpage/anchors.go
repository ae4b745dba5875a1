package webpage

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/text/unicode/norm"
)

const (
	// maxAnchors of a page are kept: pages of feeds have hundreds.
	maxAnchors = 400
	// maxExternalAnchors to other domains are kept, and maxSubscribeAnchors whose only hint is a word
	// for "subscribe".
	maxExternalAnchors  = 12
	maxSubscribeAnchors = 3
	// maxHintWords of a text that can be a hint, and maxHintElements of a link that are examined.
	maxHintWords    = 5
	maxHintElements = 8
)

// feedHost matches the name of a host that only serves feeds.
var feedHost = regexp.MustCompile(`^(feeds?|newsfeeds?|rss)\.`)

// feedHint matches texts, titles and classes of links to feeds; subscribeHint matches words for
// "subscribe", which often lead to newsletters or subscriptions instead.
var (
	feedHint      = regexp.MustCompile(`(?i)rss|рсс|آر\s?[إا]س\s?[إا]س|تغذية|تلقيم|ฟีด|피드|फ़ीड|फ़ीड|फीड|ফিড|フィード|订阅源|訂閱源|خلاصات|خلاصة|خوراک|הזנת|hírcsatorn|(^|[^\p{L}])(atom|(web|news|xml-?)?feeds?|syndication|syndicate|syndiquer|syndikation|flux|fluxuri|fils? d['’]infos?|kanały?|syötteet|syöte|beslemeler|besleme|umpan|(nyhets)?flöden?|nyhe[dt]sstrøm|nieuwsfeeds?|фиды?|ροή|ροές)([^\p{L}]|$)`)
	subscribeHint = regexp.MustCompile(`(?i)subscri|abonni|abonne|s'abonner|suscri|assin(e|ar)|iscriv|abbonati|subskry|prenumer|odebírat|odoberať|feliratkoz|aboneaz|pretplat|naročit|tilaa|abone ol|abonament|εγγραφ|подпис|підпис|абонир|اشترك|اشتراك|הירש|מנוי|สมัคร|đăng ký|berlangganan|सदस्य|सब्सक्राइब|সাবস্ক্রাইব|订阅|訂閱|購読|구독`)
)

// readerHosts are sites that receive links with a feed's address, or that never are an outlet's
// feed.
var readerHosts = regexp.MustCompile(`(^|\.)(feedly|inoreader|newsblur|netvibes|theoldreader|feedspot|bloglovin|facebook|twitter|x|instagram|linkedin|pinterest|whatsapp|telegram|t|google|yahoo|msn|bing|apple|spotify|amazon|wikipedia|whatisrss|rssboard)\.(com|org|me|de|fr|es|it|co\.uk)$`)

// anchors returns the links in the page that may lead to feeds, judged by address, text, title,
// icon and class. Links by address come first, links with nothing but a word for "subscribe" last.
func (p *Page) anchors(ownDomains []string) []Link {
	var byAddress, byHint, bySubscribe []Link
	external, maxExternal := 0, maxExternalAnchors
	isIndex := p.listsFeeds()
	if isIndex {
		maxExternal, p.sharedTexts = maxAnchors, p.findSharedTexts()
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
			if external >= maxExternal || readerHosts.MatchString(url.Host()) || !isRelay && !hasHint && !isBeside &&
				!(isIndex && hasFeedAddress) {
				return i < maxLinks
			}
			external++
		}
		l := Link{URL: url, Title: p.anchorTitle(s), From: FromAnchor, HasFeedAddress: hasFeedAddress,
			IsHinted: hasFeedAddress || hasHint}
		switch {
		case hasFeedAddress:
			byAddress = append(byAddress, l)
		case hasHint:
			if isIndex {
				l.Siblings = siblingsKey(url)
			}
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
	if isIndex && len(byAddress) < minFeedsBeside {
		if siblings := p.siblingLinks(byHint); len(siblings) > 0 {
			bySubscribe = siblings
		}
	}
	return append(append(byAddress, byHint...), bySubscribe...)
}

// listsFeeds reports whether the page states in its address, title or heading that it lists feeds,
// or a link to it does.
func (p *Page) listsFeeds() bool {
	return p.IsFeedIndex || HasFeedPath(p.URL) || feedHint.MatchString(p.Title()) ||
		feedHint.MatchString(p.document.Find("h1").First().Text())
}

// iconHint matches classes, ids and file names of icons of feeds. Classes with "feed" alone often
// mark lists of articles.
var iconHint = regexp.MustCompile(`(?i)rss|feed-?icon|icon-?feed|fa-feed|(^|[/_-])xml(-?(icon|button|feed))?\.(gif|png|svg|jpe?g)`)

// anchorHints returns the texts of a link that may say that it leads to a feed: text, labels,
// classes and icons.
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

// anchorTitle returns the title that a link gives to the feed: its text or, if other links have the
// same text, the label beside it.
func (p *Page) anchorTitle(s *goquery.Selection) string {
	format := "" // names nothing else
	for _, text := range []string{s.Text(), s.AttrOr("title", ""), s.AttrOr("aria-label", ""),
		s.Find("img").AttrOr("alt", "")} {
		switch text = Shorten(text, MaxTitle); {
		case text == "", p.sharedTexts[text] && !NamesOnlyFormat(text):
		case !NamesOnlyFormat(text):
			return text
		case format == "":
			format = text
		}
	}
	return cmp.Or(nearbyLabel(s), format)
}
