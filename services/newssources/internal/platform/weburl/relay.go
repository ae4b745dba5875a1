package weburl

import (
	"net/url"
	"regexp"
	"strings"
)

var (
	// relayParameter matches the parameters that name the page or feed of which a service makes a
	// feed: "/makefulltextfeed.php?url=…", "/v1/api.json?rss_url=…". See also notTarget.
	relayParameter = regexp.MustCompile(`(?i)(?:ur[il]|feed|rss|atom|href|link|site|page)$`)
	// relayedPath matches paths that end with an address: "/feed/https://example.org/news".
	relayedPath = regexp.MustCompile(`(?i)/(https?(?::|%3a)(?:/|%2f){1,2}[^/].*)$`)
	// relayedHost matches paths that begin with an address without a scheme, as relays have them.
	relayedHost = regexp.MustCompile(`^(?:/:[^/]*)?(?:/feed)?/((?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}(?:/.*)?)$`)
)

// relayedOutlet returns the outlet of the page or feed that a service relays. p is the row of the
// service, if any: the rules of the row name the outlets with a domain of their own.
func relayedOutlet(u URL, p *platform) (domain, pathPrefix string, ok bool) {
	page, ok := relayedPage(u, p)
	if !ok || p != nil && !IsHosted(page) {
		return "", "", false
	}
	domain, pathPrefix, isNamed := matchOutlet(page)
	if !isNamed || p != nil && domain == p.domain || p == nil && domain == withoutWWW(u.RegistrableDomain()) {
		return "", "", false
	}
	return domain, pathPrefix, true
}

// relayedPage returns the page or feed that the address of a service names in its path or query.
func relayedPage(u URL, p *platform) (URL, bool) {
	path := u.RequestPath()
	if found := relayedPath.FindStringSubmatch(path); found != nil {
		return parseRelayed(found[1])
	}
	if p != nil && p.relays {
		if found := relayedHost.FindStringSubmatch(path); found != nil {
			return parseRelayed("https://" + found[1])
		}
	}
	for parameter := range strings.SplitSeq(u.query, "&") {
		name, value, _ := strings.Cut(parameter, "=")
		value, err := url.QueryUnescape(value)
		if err != nil || !relayParameter.MatchString(name) || notTarget.MatchString(name) || !hasHTTP.MatchString(value) {
			continue
		}
		if page, ok := parseRelayed(value); ok {
			return page, true
		}
	}
	return URL{}, false
}

func parseRelayed(text string) (URL, bool) {
	if encodedScheme.MatchString(text) {
		text = percentDecode(text)
	}
	page, err := Parse(oneSlash.ReplaceAllString(text, "$1://$2"))
	return page, err == nil
}

// accounts has the rules for software, such as Mastodon, whose hosts have accounts of several
// publishers. It may run on any host and is recognized by the addresses of its feeds.
var accounts = platform{paths: []string{
	"/feeds/videos.{format}?videoChannelId={id} -> /video-channels/{id}", // PeerTube
	"/feeds/videos.{format}?videoChannelName={id} -> /video-channels/{id}",
	"/feeds/videos.{format}?accountId={id} -> /accounts/{id}/video-channels",
	"/feeds/videos.{format}?accountName={id} -> /accounts/{id}/video-channels",
	"/@{name}.rss -> /@{name}", "/@{name}.atom -> /@{name}", "/@{name}.json -> /@{name}", // Mastodon, Misskey
	"/users/{name}/feed.{format} -> /@{name}", // Pleroma
	"/users/{name}.atom -> /@{name}", "/users/{name}.rss -> /@{name}",
}}

// accountPath returns the path of the account that an address names on a host with accounts of
// several publishers, or "".
func accountPath(u URL) string {
	for _, rules := range [][]string{accounts.paths, accounts.outletPaths()} {
		for _, rule := range rules {
			if path, ok := accounts.matchPath(rule, u); ok {
				return path
			}
		}
	}
	return ""
}
