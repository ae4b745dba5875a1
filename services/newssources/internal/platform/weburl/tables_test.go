package weburl

import (
	"slices"
	"strings"
	"testing"
)

// TestPlatformsAreCovered checks that the golden table has a row for every rule of every platform,
// and that every row of the table of platforms is valid.
func TestPlatformsAreCovered(t *testing.T) {
	t.Parallel()
	covered := map[string]bool{}
	for _, r := range golden(t) {
		u, err := Parse(r.given)
		if err != nil {
			continue
		}
		p := findPlatform(unifyHost(u.Host()))
		if p == nil {
			continue
		}
		if p.outletName(unifyHost(u.Host())) != "" {
			covered[p.domain] = true
			continue
		}
		for _, rule := range p.paths {
			if _, ok := p.matchPath(rule, u); ok {
				covered[p.domain+rule] = true
				break
			}
		}
	}
	domains := map[string]bool{}
	for _, p := range platforms {
		switch {
		case p.domain != strings.ToLower(p.domain) || !isHostName(p.domain):
			t.Errorf("%q is not a host name", p.domain)
		case domains[p.domain]:
			t.Errorf("%s has two rows", p.domain)
		case !p.names && len(p.paths) == 0:
			t.Errorf("%s: neither subdomains nor paths name an outlet", p.domain)
		case p.names && !covered[p.domain]:
			t.Errorf("%s: the golden table has no subdomain of it", p.domain)
		}
		domains[p.domain] = true
		for _, rule := range p.paths {
			if !strings.HasPrefix(rule, "/") {
				t.Errorf("%s: %q must begin with a slash", p.domain, rule)
			}
			if !covered[p.domain+rule] {
				t.Errorf("%s: no row of the golden table matches %q", p.domain, rule)
			}
		}
	}
}

func TestTablesAreLowerCaseAndUnique(t *testing.T) {
	t.Parallel()
	tables := map[string][]string{
		"tracking parameters": trackingParameters, "tracking prefixes": trackingPrefixes, "schemes": otherSchemes,
		"local domains": localDomains, "service names": serviceNames,
	}
	for name, table := range tables {
		for i, s := range table {
			if s != strings.ToLower(s) || s == "" || slices.Contains(table[:i], s) {
				t.Errorf("%s: %q is empty, a duplicate or not in lower case", name, s)
			}
		}
	}
}

func TestPlatformFeeds(t *testing.T) {
	t.Parallel()
	const youTube = "https://www.youtube.com/feeds/videos.xml?"
	for _, c := range []struct {
		address, feeds string
		hasRules       bool
	}{
		{"https://paper.blogspot.com/2026/01/x.html", "https://paper.blogspot.com/feeds/posts/default", true},
		{"https://paper.blogspot.com.es/", "https://paper.blogspot.com.es/feeds/posts/default", true},
		{"https://letter.substack.com/p/one", "https://letter.substack.com/feed", true},
		{"https://substack.com/", "", true},
		{"https://medium.com/@Writer/story", "https://medium.com/feed/@Writer", true},
		{"https://medium.com/tag/news", "", true},
		{"https://writer.medium.com/x", "https://writer.medium.com/feed", true},
		{"https://m.youtube.com/watch?v=x&list=PL0123456789", youTube + "playlist_id=PL0123456789", true},
		{"https://www.youtube.com/watch?v=x&list=RDx", "", true},
		{"https://www.youtube.com/channel/UCx", youTube + "channel_id=UCx", true},
		{"https://old.reddit.com/r/News/top", "https://www.reddit.com/r/News/.rss", true},
		{"https://github.com/a/b/issues", "https://github.com/a/b/releases.atom https://github.com/a/b/tags.atom " +
			"https://github.com/a/b/commits.atom", true},
		{"https://github.com/features/actions", "", true},
		{"https://docs.github.com/en/rest", "", true},
		{"https://example.org/", "", false},
		{"https://paper.tumblr.com/", "https://paper.tumblr.com/rss", true},
		{"https://bsky.app/profile/paper.example.org", "https://bsky.app/profile/paper.example.org/rss", true},
		{"https://paper.wordpress.com/2026/x/", "https://paper.wordpress.com/feed/", true},
		{"https://blog.naver.com/Paper/1", "https://rss.blog.naver.com/Paper.xml", true},
		{"https://www.instagram.com/paper", "", false},
	} {
		u, err := Parse(c.address)
		if err != nil {
			t.Fatal(err)
		}
		feeds, hasRules := PlatformFeeds(u)
		var got []string
		for _, feed := range feeds {
			got = append(got, feed.String())
		}
		if strings.Join(got, " ") != c.feeds || hasRules != c.hasRules {
			t.Errorf("%s: %v, %t", c.address, got, hasRules)
		}
	}
}

func TestPublisherAliasesAreFinal(t *testing.T) {
	t.Parallel()
	for alias, domain := range publisherAliases {
		if !isHostName(alias) || !isHostName(domain) || publisherDomain(domain) != "" {
			t.Errorf("%s is an alias of %s, which is no host name or an alias itself", alias, domain)
		}
	}
}
