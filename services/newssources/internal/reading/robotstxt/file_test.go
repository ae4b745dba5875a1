package robotstxt

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// parse returns what a file says to newsources.
func parse(text string) Group {
	group, _ := Parse([]byte(text), false, "NewSources", []string{"GPTBot"}).GroupOfService()
	return group
}

func TestGroups(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text    string
		path    string
		allowed bool
	}{
		"empty file":           {"", "/a", true},
		"group for all agents": {"User-agent: *\nDisallow: /a", "/a", false},
		"own group instead of *": {"User-agent: *\nDisallow: /a\nUser-agent: newsources\nDisallow: /b", "/a",
			true},
		"own group before *": {"User-agent: newsources\nDisallow: /b\nUser-agent: *\nDisallow: /a", "/b",
			false},
		"own group without rules": {"User-agent: newsources\nDisallow:\n\nUser-agent: *\nDisallow: /", "/a",
			true},
		"own group without lines":   {"User-agent: *\nDisallow: /\nUser-agent: newsources", "/a", true},
		"own group in another case": {"USER-AGENT: NewSources\nDISALLOW: /a", "/a", false},
		"own group with a version":  {"User-agent: newsources/1.0\nDisallow: /a", "/a", false},
		"two own groups": {"User-agent: newsources\nDisallow: /a\nUser-agent: x\nDisallow: " +
			"/\nUser-agent: newsources\nDisallow: /b", "/b", false},
		"own group shared with other agents": {"User-agent: x\nUser-agent: newsources\nUser-agent: y\nDisallow: /a", "/a",
			false},
		"name that is a prefix of the own name": {"User-agent: news\nDisallow: /", "/a", true},
		"own name is a prefix of the name":      {"User-agent: newsources-images\nDisallow: /", "/a", true},
		"others":                                {"User-agent: x\nDisallow: /", "/a", true},
		"rules before a group":                  {"Disallow: /\nUser-agent: *\nDisallow: /b", "/a", true},
		"sitemap inside a group":                {"User-agent: *\nSitemap: https://a.test/s.xml\nDisallow: /a", "/a", false},
		"unknown lines":                         {"User-agent: *\nNoindex: /x\nhost: a.test\nDisallow: /a", "/a", false},
		"nonsense":                              {"\x00\xff:\xfe\n:::\nUser-agent: *\n\nDisallow: /a", "/a", false},
		"bad crawl delay":                       {"User-agent: *\nCrawl-delay: soon\nDisallow: /a", "/a", false},
		"blanks around the colon":               {"User-agent : *\n Disallow\t:\t/a ", "/a", false},
		"comments":                              {"# all\nUser-agent: * # all\nDisallow: /a # private", "/a", false},
		"carriage returns":                      {"User-agent: *\rDisallow: /a\r", "/a", false},
		"both ends of line":                     {"User-agent: *\r\nDisallow: /a\r\n", "/a", false},
		"byte order mark":                       {"\ufeffUser-agent: *\nDisallow: /a", "/a", false},
		"empty lines inside a group":            {"User-agent: *\n\n\nDisallow: /a\n\nDisallow: /b", "/b", false},
		"robots.txt itself":                     {"User-agent: *\nDisallow: /", "/robots.txt", true},
	}
	for name, test := range tests {
		if got := parse(test.text).Allows(test.path); got != test.allowed {
			t.Errorf("%s: allowed %v", name, got)
		}
	}
}

// TestPatterns covers the examples of RFC 9309 §2.2.2 and §5, and patterns of real sites.
func TestPatterns(t *testing.T) {
	t.Parallel()
	tests := []struct {
		rules             string // "-" forbids and "+" allows
		allowed, disallow string // paths
	}{
		{"-/", "", "/ /a /a?b"},
		{"-/$", "/a /feed/ /?a", "/"},
		{"-/a +/a", "/a", ""},
		{"+/a -/a", "/a", ""},
		{"+/example/page/ -/example/page/disallowed.gif", "/example/page/ /example/page/a", "/example/page/disallowed.gif"},
		{"-/ +/feed", "/feed /feed/", "/ /a"},
		{"-/fish", "/Fish /catfish /?id=fish", "/fish /fish.html /fishheads /fish?id=1"},
		{"-/fish*", "/catfish", "/fish /fish/salmon"},
		{"-/fish/", "/fish /fish.html", "/fish/ /fish/salmon"},
		{"-/*.php", "/ /windows.PHP", "/index.php /a/b.php?c /a.php/b /a.php5"},
		{"-/*.php$", "/a.php?b /a.php/ /a.php5 /aphp", "/index.php /a/b.php"},
		{"-/fish*.php", "/Fish.PHP", "/fish.php /fishheads/catfish.php?a=b"},
		{"-/*/feed/$", "/feed /a/feed /a/feed/b", "/a/feed/ /a/b/feed/"},
		{"-/a*b*c$", "/abcd /ab", "/abc /aXbXc /abcc"},
		{"-*", "", "/ /a"},
		{"-*/print", "/a", "/a/print /print /printer"},
		{"-/a$b", "/a /ab", "/a$b"},
		{"-private", "/a", "/private"},
		{"-/caf%C3%A9", "/cafe", "/café /caf%c3%a9 /caf%C3%A9"},
		{"-/café", "/cafe", "/caf%C3%A9"},
		{"-/%7Ejoe/ -/a%2fb", "/a/b", "/~joe/ /%7ejoe/ /a%2Fb"},
		{"-/%a", "/a", "/%a"},
		{"-/?", "/a?b", "/? /?a"},
		{"-/*? +/*?id=", "/ /a?id=1", "/a?b"},
	}
	for _, test := range tests {
		text := "User-agent: *\n"
		for _, rule := range strings.Fields(test.rules) {
			text += map[byte]string{'-': "Disallow: ", '+': "Allow: "}[rule[0]] + rule[1:] + "\n"
		}
		rules := parse(text)
		for _, path := range strings.Fields(test.allowed) {
			if !rules.Allows(path) {
				t.Errorf("%s forbids %s", test.rules, path)
			}
		}
		for _, path := range strings.Fields(test.disallow) {
			if rules.Allows(path) {
				t.Errorf("%s allows %s", test.rules, path)
			}
		}
	}
}

func TestCrawlDelays(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{
		"10": 10 * time.Second, "10s": 10 * time.Second, " 10 seconds": 10 * time.Second, "0.5": time.Second,
		"1.5": 2 * time.Second, "2.0": 2 * time.Second,
		"": 0, "-1": 0, "soon": 0, "NaN": 0, "99999999999999999999": maxCrawlDelay, "0": 0, ".5": time.Second,
	} {
		text := "User-agent: *\nCrawl-delay: " + value + "\nUser-agent: x\nCrawl-delay: 77"
		if got := parse(text).CrawlDelay; got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
}

// TestTruncatedFile checks that a truncated last line is ignored, because it may mean the
// opposite of the whole one.
func TestTruncatedFile(t *testing.T) {
	t.Parallel()
	text := "User-agent: *\nDisallow: /a\nDisallow: /"
	rules, _ := Parse([]byte(text), true, "newsources", nil).GroupOfService()
	if !rules.Allows("/b") || rules.Allows("/a") {
		t.Error("the last line was read")
	}
	Parse([]byte("no line end"), true, "newsources", nil)
}

func TestSitemaps(t *testing.T) {
	t.Parallel()
	file := Parse([]byte("Sitemap: https://a.test/1.xml\nUser-agent: x\nSITEMAP:https://a.test/2.xml#x\n"+
		strings.Repeat("Sitemap: /many\n", 2000)), false, "newsources", nil)
	if len(file.Sitemaps) != maxAddresses ||
		!slices.Equal(file.Sitemaps[:2], []string{"https://a.test/1.xml", "https://a.test/2.xml"}) {
		t.Errorf("%d sitemaps, %v", len(file.Sitemaps), file.Sitemaps[:2])
	}
}
