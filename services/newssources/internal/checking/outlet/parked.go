package outlet

import (
	_ "embed"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

const (
	// MaxOwnLinks is the number of links to articles of its own from which a page is no parking page, and
	// maxParkedText the size of its text in bytes.
	MaxOwnLinks, maxParkedText = 10, 6000
	// maxUnusedText is the size of the text of a page that says that its domain is not used, and maxPageLinks the number
	// of its links to pages of the domain.
	maxUnusedText, maxPageLinks = 1500, 5
	// minArticleWords is the number of words from which the text of a link is that of an article.
	minArticleWords = 4
)

// parkingDomains are the registrable domains of services that park and sell domains.
var parkingDomains = strings.Fields(`above.com afternic.com atom.com bodis.com brandbucket.com buydomains.com
	cashparking.com dan.com domainmarket.com domainsponsor.com dsparking.com dynadot.com epik.com flippa.com
	hugedomains.com namebright.com parkingcrew.net parklogic.com perfectdomain.com searchvity.com sedo.com sedoparking.com
	skenzo.com smartname.com squadhelp.com undeveloped.com uniregistry.com voodoo.com domainnamesales.com efty.com
	internettraffic.com nameloft.com rookdns.com zeropark.com namedrive.com`)

// parkingScripts are parts of the addresses of scripts that only parking pages have.
var parkingScripts = []string{"adsense/domains/", "parking-lander", "d38psrni17bvxu.cloudfront.net", "parkingpage",
	"/parking.js", "/domainpark"}

// saleWords are how a page says that a domain is for sale or is not used.
var saleWords = regexp.MustCompile(`(?i)for sale|buy (this|the) domain|make (an|your) offer|domain (is|may be) (parked|available)|own this (domain|name)|` +
	`parked (free|domain)|inquire about this domain|zu verkaufen|steht zum verkauf|domain kaufen|à vendre|acheter ce domaine|` +
	`en venta|se vende|comprar (este )?dominio|à venda|a venda|comprar (este )?dom[íi]nio|in vendita|te koop|till salu|til salgs?|` +
	`myytävänä|na sprzedaż|na prodej|na predaj|eladó|de vânzare|на продажу|прода[её]тся|продажа домена|купить домен|` +
	`продається|se prodaje|na prodaju|naprodaj|satılık|dijual|bán tên miền|出售|域名转让|販売中|ドメイン.{0,4}(販売|売り)|` +
	`판매|매매|للبيع|פרסום למכירה|למכירה|πωλείται|ขายโดเมน|बिक्री के लिए|satılıktır`)

// unusedText has a regular expression per line for how the pages of registrars and hosting providers say that a domain
// is parked, expired, suspended or only registered.
//
//go:embed unused.txt
var unusedText string

var unusedWords = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?i)" + strings.ReplaceAll(strings.TrimSpace(unusedText), "\n", "|"))
})

// parkingCode matches inline scripts that only parking pages have, such as a redirect to "/lander".
var parkingCode = regexp.MustCompile(`(?i)location(\.href|\.replace|\.assign)?\s*(=|\()\s*["'` + "`" + `](https?://[^"'/]+)?/lander\b|` +
	`LANDER_SYSTEM|window\.park\s*=|parkingcrew|sedoparking`)

// suspendedPage is the page to which the control panels of hosting providers redirect.
const suspendedPage = "/cgi-sys/suspendedpage"

// IsParkedPage reports whether a page that was sent for the address says that its domain is for sale or
// is not used. finalURL is the address after redirects.
func IsParkedPage(body []byte, contentType, address, finalURL string) bool {
	own := domainOf(address)
	if own == "" {
		return false
	}
	if offersDomain(finalURL, own) || strings.Contains(finalURL, suspendedPage) {
		return true
	}
	root, err := markup.ParsePage(body, contentType)
	if err != nil {
		return false
	}
	p := parkedPage{own: own, base: finalURL}
	p.read(root)
	if p.ownLinks > MaxOwnLinks || p.text > maxParkedText {
		return false
	}
	if p.isOffered || p.hasParkingScript || p.hasLittleContent() && (p.saysUnused() || parkingCode.Match(body)) {
		return true
	}
	// A short page headed by its domain name may offer the domain in its text and link to advertisements.
	return saleWords.MatchString(p.heading) && (p.ownLinks == 0 || p.namesItself()) ||
		p.namesItself() && p.text <= maxUnusedText && saleWords.MatchString(p.words.String())
}

// parkedPage is what a page has of a parking page.
type parkedPage struct {
	own, base        string
	heading          string // the title and the headings
	words            strings.Builder
	text             int  // bytes
	ownLinks         int  // to articles
	pageLinks        int  // to pages of the domain
	isOffered        bool // it links to an offer of its domain
	hasParkingScript bool
}

func (p *parkedPage) read(root *html.Node) {
	for n := range root.Descendants() {
		if n.Type == html.TextNode && !isInvisible(n.Parent) {
			p.text += len(strings.TrimSpace(n.Data))
			if p.text <= maxUnusedText {
				p.words.WriteString(n.Data + " ")
			}
		}
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "title", "h1", "h2":
			p.heading += " " + string(markup.NodeText(n))
		case "a":
			p.link(n)
		case "form":
			p.isOffered = p.isOffered || offersDomain(p.resolve(markup.Attribute(n, "action")), p.own)
		case "iframe", "frame", "script", "img":
			p.resource(p.resolve(markup.Attribute(n, "src")))
		case "meta":
			if strings.EqualFold(markup.Attribute(n, "http-equiv"), "refresh") {
				_, target, _ := strings.Cut(markup.Attribute(n, "content"), "=")
				target = p.resolve(strings.Trim(target, ` '"`))
				p.isOffered = p.isOffered || offersDomain(target, p.own) || strings.Contains(target, suspendedPage)
			}
		}
	}
}

func isInvisible(n *html.Node) bool {
	return n != nil && slices.Contains([]string{"script", "style", "noscript", "template"}, n.Data)
}

func (p *parkedPage) resolve(reference string) string {
	base, err := url.Parse(p.base)
	if err != nil {
		return reference
	}
	resolved, err := base.Parse(strings.TrimSpace(reference))
	if err != nil {
		return ""
	}
	return resolved.String()
}

func (p *parkedPage) link(n *html.Node) {
	target := p.resolve(markup.Attribute(n, "href"))
	p.isOffered = p.isOffered || offersDomain(target, p.own)
	if u, err := url.Parse(target); err == nil && domainOf(target) == p.own && strings.Trim(u.Path, "/") != "" {
		p.pageLinks++
	}
	if domainOf(target) == p.own && len(strings.Fields(string(markup.NodeText(n)))) >= minArticleWords {
		p.ownLinks++
	}
}

func (p *parkedPage) resource(address string) {
	domain := domainOf(address)
	p.hasParkingScript = p.hasParkingScript || slices.Contains(parkingDomains, domain) ||
		slices.ContainsFunc(parkingScripts, func(part string) bool { return strings.Contains(address, part) })
}

// hasLittleContent reports whether the page has no articles, few links to other pages and little text.
func (p *parkedPage) hasLittleContent() bool {
	return p.ownLinks == 0 && p.pageLinks <= maxPageLinks && p.text <= maxUnusedText
}

// saysUnused reports whether the page says that its domain is not used. The name of the domain may be there instead of
// "domain".
func (p *parkedPage) saysUnused() bool {
	words := strings.ToLower(strings.Join(strings.Fields(p.words.String()), " ")) + " "
	return unusedWords().MatchString(strings.ReplaceAll(words, p.own, "domain "+p.own))
}

// namesItself reports whether the headings have the name of the domain.
func (p *parkedPage) namesItself() bool { return strings.Contains(strings.ToLower(p.heading), p.own) }

// offersDomain reports whether an address on another domain names the domain as a whole part of its path
// or as a value of its query, as "sedo.com/search/details/?domain=example.org". Addresses that share a
// page contain its address instead.
func offersDomain(address, own string) bool {
	u, err := url.Parse(address)
	domain := domainOf(address)
	if err != nil || domain == "" || domain == own {
		return false
	}
	isOwn := func(value string) bool {
		value = strings.TrimPrefix(strings.ToLower(strings.TrimSuffix(value, ".html")), "www.")
		return value == own
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	for _, values := range u.Query() {
		parts = append(parts, values...)
	}
	return slices.ContainsFunc(parts, isOwn) && (slices.Contains(parkingDomains, domain) || isOffer(u))
}

var offerWords = regexp.MustCompile(`(?i)buy|sale|offer|domain|parking|kauf|vend|venta|acheter|comprar`)

// isOffer reports whether the words of an address are those of an offer.
func isOffer(u *url.URL) bool { return offerWords.MatchString(u.Host + u.Path + "?" + u.RawQuery) }

// IsParkedFeed reports whether a feed at the address offers its domain: most of its items link to offers,
// or its title says so.
func IsParkedFeed(d *feed.Document, address string) bool {
	own, offers := domainOf(address), 0
	if own == "" || d.Comments {
		return false
	}
	isNamed := func(text string) bool {
		return strings.Contains(strings.ToLower(text), own) && saleWords.MatchString(text)
	}
	for i := range d.Items {
		if !isOn(d.Items[i].URL, own) && offersDomain(d.Items[i].URL, own) || isNamed(d.Items[i].Title) {
			offers++
		}
	}
	return isNamed(d.Title+" "+d.Description) || offers > 0 && 2*offers >= len(d.Items)
}

// isOn reports whether the host of an address ends with a domain.
func isOn(address, domain string) bool {
	_, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	return strings.HasSuffix(strings.ToLower(host), domain)
}

// domainOf returns the registrable domain of an address, or "".
func domainOf(address string) string {
	u, err := weburl.Parse(address)
	if err != nil {
		return ""
	}
	return u.RegistrableDomain()
}
