package weburl

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Outlet returns the outlet that an address belongs to, judged by the address alone: the
// registrable domain, the publisher's own domain for one of its other domains (aliases.go) or, on
// hosting platforms (platforms.go), the subdomain or the domain with the path that names the
// outlet. If nothing names the outlet, as in "https://feeds.feedburner.com/", the domain is the
// host without "www.".
func Outlet(u URL) (domain, pathPrefix string) {
	domain, pathPrefix, _ = outlet(u)
	return domain, pathPrefix
}

// IsPlatform reports whether an address lies on a hosting platform and names none of its outlets.
func IsPlatform(u URL) bool {
	_, _, isNamed := outlet(u)
	return !isNamed
}

// HasManyOutlets reports whether many outlets share an address and its path names none of them: it is on a public
// suffix, a hosting platform, a link shortener, cloud storage or a content delivery network.
func HasManyOutlets(u URL) bool {
	domain, pathPrefix, isNamed := outlet(u)
	return pathPrefix == "" && (!isNamed || u.IsPublicSuffix() || slices.Contains(sharedDomains, domain))
}

// IsHosted reports whether an address lies on a hosting platform.
func IsHosted(u URL) bool { return findPlatform(platformHost(u)) != nil }

// PlatformFeeds returns the addresses at which a hosting platform keeps the feeds of the outlet at
// u. hasRules reports whether the table has rules for the feeds of that platform.
func PlatformFeeds(u URL) (feeds []URL, hasRules bool) {
	host := platformHost(u)
	p := findPlatform(host)
	if p == nil || len(p.feeds) == 0 {
		return nil, false
	}
	isOutletHost := p.outletName(host) != ""
	if !isOutletHost && !p.isServiceHost(host) {
		return nil, true
	}
	for _, rule := range p.feeds {
		pattern, targets, _ := strings.Cut(rule, " -> ")
		if (pattern == "*") != isOutletHost {
			continue
		}
		for target := range strings.FieldsSeq(targets) {
			address, ok := target, true
			if !isOutletHost {
				address, ok = p.matchRule(pattern, target, u)
			}
			if !ok {
				break
			}
			if feed, err := u.Resolve(address); err == nil {
				feeds = append(feeds, feed)
			}
		}
		if len(feeds) > 0 {
			break
		}
	}
	return feeds, true
}

// maxOutletSteps bounds the search for an outlet whose own address belongs to it. The rules of the
// table need one step; more are needed only for addresses such as "feed43.com/1.xml.xml".
const maxOutletSteps = 4

// outlet returns the outlet of an address. The address of the outlet itself ("https://" + domain +
// pathPrefix) belongs to the same outlet, so that a homepage derived from the outlet leads back to
// it.
func outlet(u URL) (domain, pathPrefix string, isNamed bool) {
	domain, pathPrefix, isNamed = matchOutlet(u)
	if pathPrefix == "" && !IsHosted(u) {
		return domain, pathPrefix, isNamed
	}
	for range maxOutletSteps {
		home, err := Parse("https://" + domain + pathPrefix)
		if err != nil {
			break
		}
		nextDomain, nextPrefix, isNextNamed := matchOutlet(home)
		if nextDomain == domain && nextPrefix == pathPrefix {
			break
		}
		domain, pathPrefix, isNamed = nextDomain, nextPrefix, isNextNamed
	}
	return domain, pathPrefix, isNamed
}

func matchOutlet(u URL) (domain, pathPrefix string, isNamed bool) {
	host := platformHost(u)
	if domain := publisherDomain(host); domain != "" {
		return domain, "", true
	}
	p := findPlatform(host)
	if domain, pathPrefix, ok := relayedOutlet(u, findPlatform(unifyHost(u.host))); ok {
		return domain, pathPrefix, true
	}
	if p == nil {
		if pathPrefix := accountPath(u); pathPrefix != "" {
			return withoutWWW(host), pathPrefix, true
		}
		return withoutWWW(u.RegistrableDomain()), "", true
	}
	if name := p.outletName(host); name != "" {
		return name + "." + p.domain, "", true
	}
	if !p.isServiceHost(host) {
		return host, "", true // a site of the vendor: its blog, its documentation
	}
	rules := p.paths
	if withoutWWW(host) == p.domain {
		rules = slices.Concat(p.paths, p.outletPaths())
	}
	for _, rule := range rules {
		if section := p.vendorSection(host, u); section != "" && strings.HasPrefix(rule, "/{") {
			return p.domain, "/" + section, true
		}
		if outlet, ok := p.matchPath(rule, u); ok {
			domain, rest, hasPath := strings.Cut(outlet, "/")
			if hasPath {
				pathPrefix = "/" + rest
			}
			if domain == "" {
				domain = p.domain
			}
			return domain, pathPrefix, true
		}
	}
	return withoutWWW(host), "", false
}

// outletPaths returns the paths on the platform's domain to which its rules map others. An outlet
// that was found from the address of a feed has such a path, so the address of the outlet itself
// belongs to the same outlet.
func (p *platform) outletPaths() (paths []string) {
	for _, rule := range p.paths {
		if _, path, ok := strings.Cut(rule, " -> "); ok && strings.HasPrefix(path, "/") {
			paths = append(paths, path)
		}
	}
	return paths
}

// platformHost returns the host of an address, or that of the platform whose software the host
// runs.
func platformHost(u URL) string {
	if u.Parameter("action") == "display" && u.Parameter("bridge") != "" {
		return "rss-bridge.org"
	}
	return unifyHost(u.host)
}

// instances maps the first label of hosts of feed makers that anyone may run ("rsshub.example.org")
// to the platform.
var instances = map[string]string{
	"rsshub": "rsshub.app", "rss-bridge": "rss-bridge.org", "rssbridge": "rss-bridge.org", "nitter": "nitter.net",
	"bibliogram": "bibliogram.art", "invidious": "yewtu.be", "libreddit": "libreddit.it", "redlib": "libreddit.it",
	"teddit": "libreddit.it", "proxitok": "proxitok.pabloferreiro.es",
}

var (
	// pathStyleS3 matches the hosts of all regions at which the path names the bucket.
	pathStyleS3 = regexp.MustCompile(`^s3(?:[.-][a-z0-9-]+)*\.amazonaws\.com(?:\.cn)?$`)
	fc2Server   = regexp.MustCompile(`(^|\.)blog\d+\.fc2\.com$`)
)

// unifyHost maps hosts of the same service to that of its row: Blogger's country domains
// ("blogspot.com.es"), which serve the same blogs, the regions of a storage, the servers of a blog
// host, and instances.
func unifyHost(host string) string {
	suffix := icannSuffix(host)
	if rest, ok := strings.CutSuffix(host, "blogspot."+suffix); ok && (rest == "" || strings.HasSuffix(rest, ".")) {
		return rest + "blogspot.com"
	}
	if pathStyleS3.MatchString(host) {
		return "s3.amazonaws.com"
	}
	host = fc2Server.ReplaceAllString(host, "${1}blog.fc2.com")
	label, _, _ := strings.Cut(host, ".")
	return cmp.Or(instances[label], host)
}

var platformByDomain = func() map[string]*platform {
	index := make(map[string]*platform, len(platforms))
	for i := range platforms {
		index[platforms[i].domain] = &platforms[i]
	}
	return index
}()

// findPlatform returns the row with the longest domain that host is equal to or below, or nil.
func findPlatform(host string) *platform {
	for ok := true; ok; _, host, ok = strings.Cut(host, ".") {
		if p := platformByDomain[host]; p != nil {
			return p
		}
	}
	return nil
}

// outletName returns the label directly below the platform's domain if it names an outlet.
func (p *platform) outletName(host string) string {
	below, ok := strings.CutSuffix(host, "."+p.domain)
	if !ok || !p.names {
		return ""
	}
	name := below[strings.LastIndexByte(below, '.')+1:]
	if p.isService(name) {
		return ""
	}
	return name
}

// isServiceHost reports whether host is the platform's domain or one of its service hosts.
func (p *platform) isServiceHost(host string) bool {
	label, ok := strings.CutSuffix(host, "."+p.domain)
	return host == p.domain || ok && p.isService(label)
}

// isService reports whether a subdomain belongs to the platform. Where subdomains name no outlets,
// those of a country or language do ("de-de.facebook.com").
func (p *platform) isService(label string) bool {
	matches := func(pattern string) bool {
		prefix, isPrefix := strings.CutSuffix(pattern, "*")
		return pattern == label || isPrefix && strings.HasPrefix(label, prefix)
	}
	return slices.Contains(serviceNames, label) || slices.ContainsFunc(p.service, matches) || !p.names &&
		localeLabel.MatchString(label)
}

var localeLabel = regexp.MustCompile(`^[a-z]{2}(-[a-z]{2,4})?$`)

// vendorSections are first path segments of a platform's domain at which the vendor itself
// publishes.
var vendorSections = []string{"blog", "changelog", "developers", "docs", "documentation", "engineering", "newsroom"}

// vendorSection returns the section of the vendor's own site at u, or "".
func (p *platform) vendorSection(host string, u URL) string {
	segments := u.Segments()
	if len(segments) == 0 || host != p.domain && host != "www."+p.domain {
		return ""
	}
	if section := strings.ToLower(segments[0]); slices.Contains(vendorSections, section) {
		return section
	}
	return ""
}

// matchPath matches an address against a rule of paths and returns the outlet as "domain/path" or
// "/path".
func (p *platform) matchPath(rule string, u URL) (outlet string, ok bool) {
	pattern, outlet, isExplicit := strings.Cut(rule, " -> ")
	if !isExplicit {
		outlet, _, _ = strings.Cut(pattern, "?")
	}
	if outlet, ok = p.matchRule(pattern, outlet, u); !ok {
		return "", false
	}
	if domain, _, _ := strings.Cut(outlet, "/"); domain != "" && !isHostName(domain) {
		return "", false // the path segment is not a valid subdomain
	}
	return outlet, true
}

// matchRule matches an address against a pattern and returns target with its words in braces
// replaced by what they matched.
func (p *platform) matchRule(pattern, target string, u URL) (filled string, ok bool) {
	path, query, _ := strings.Cut(pattern, "?")
	segments := u.Segments()
	for i, want := range strings.FieldsFunc(path, func(r rune) bool { return r == '/' }) {
		if i >= len(segments) || i == 0 && want[0] == '{' && slices.Contains(p.reserved, strings.ToLower(segments[0])) {
			return "", false
		}
		if target, ok = matchSegment(want, segments[i], target); !ok {
			return "", false
		}
	}
	if query == "" {
		return target, true
	}
	for parameter := range strings.SplitSeq(query, "&") {
		name, want, _ := strings.Cut(parameter, "=")
		value := u.Parameter(name)
		if name == "url" {
			value = pageHost(value)
		}
		if value == "" || strings.Contains(value, "/") {
			return "", false
		}
		if target, ok = matchSegment(want, value, target); !ok {
			return "", false
		}
	}
	return target, true
}

// pageHost returns the host of the page in a parameter, of which a service makes a feed, or "".
func pageHost(parameter string) string {
	text, err := url.PathUnescape(parameter)
	if err != nil {
		return ""
	}
	page, err := Parse(text)
	if err != nil {
		return ""
	}
	return withoutWWW(page.host)
}

// matchSegment compares one segment with its pattern and fills the matched text into target.
func matchSegment(want, have, target string) (string, bool) {
	before, rest, ok := strings.Cut(want, "{")
	if !ok {
		return target, strings.EqualFold(want, have)
	}
	word, after, _ := strings.Cut(rest, "}")
	value, ok := strings.CutPrefix(have, before)
	if !ok {
		return "", false
	}
	if value, ok = strings.CutSuffix(value, after); !ok || value == "" {
		return "", false
	}
	switch word {
	case "name":
		value = foldCase(value)
	case "number":
		value, _, _ = strings.Cut(value, "-")
	}
	return strings.Replace(target, "{"+word+"}", value, 1), true
}

// foldCase lowers letters except the hexadecimal digits of percent-encodings, which are upper case
// in canonical addresses.
func foldCase(s string) string {
	b := []byte(s)
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] == '%':
			i += 2
		case 'A' <= b[i] && b[i] <= 'Z':
			b[i] |= 0x20
		}
	}
	return string(b)
}

func isHostName(s string) bool {
	return !slices.ContainsFunc(strings.Split(s, "."), func(label string) bool { return !isLabel(label) })
}
