// Package robotstxt reads robots.txt files (RFC 9309). The reasons for a parser of our own are in
// .github/adr/0004-own-robots-txt-parser.md.
package robotstxt

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// Path is the path of a robots.txt, which is always allowed (RFC 9309 §2.2.2).
const Path = "/robots.txt"

const (
	maxAddresses  = 1_000          // sitemaps, and licences, of one file; typical files have a few
	maxCrawlDelay = 24 * time.Hour // caps larger values

	anyAgent = "*"
)

// File is what a robots.txt says to some agents.
type File struct {
	Sitemaps []string // as the file has them
	Licenses []string // values of License (RSL 1.0 §4)
	Start    Group    // the lines before the first group, without rules
	agent    string   // this service
	groups   []Group  // of the agents
}

// Group is what a robots.txt says to an agent.
type Group struct {
	Rules         []Rule
	CrawlDelay    time.Duration
	ContentUsage  []string // values, draft-ietf-aipref-attach
	ContentSignal []string // values, contentsignals.org
	agents        []string // product names in lower case, without versions; or "*"
}

// Rule allows or forbids paths.
type Rule struct {
	Pattern string // normalized; "*" and a final "$" are wildcards
	Allows  bool
}

// Parse reads the groups for agent, which is this service, for others, and for "*". Their product names are compared
// without regard to case. Invalid lines are skipped. The last line of a truncated file is dropped, because half of
// "Disallow: /private" is "Disallow: /".
func Parse(data []byte, isTruncated bool, agent string, others []string) *File {
	if isTruncated {
		data = data[:max(bytes.LastIndexAny(data, "\r\n"), 0)]
	}
	isKept := map[string]bool{anyAgent: true, strings.ToLower(agent): true}
	for _, other := range others {
		isKept[Product(other)] = true
	}
	f, group := &File{agent: agent}, Group{}
	isStart, hasLine := true, false // hasLine: the group has a line after its user agents
	end := func() {
		switch {
		case isStart:
			f.Start = Group{ContentUsage: group.ContentUsage, ContentSignal: group.ContentSignal}
		case len(group.agents) > 0:
			f.groups = append(f.groups, group)
		}
		group, isStart, hasLine = Group{}, false, false
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		line, _, _ = strings.Cut(line, "#")
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		value = strings.TrimSpace(value)
		switch key = strings.ToLower(strings.TrimSpace(key)); key {
		case "user-agent", "useragent":
			if isStart || hasLine { // consecutive lines share a group
				end()
			}
			if name := Product(value); isKept[name] {
				group.agents = append(group.agents, strings.Clone(name))
			}
		case "sitemap":
			f.Sitemaps = appendAddress(f.Sitemaps, value)
		case "license":
			f.Licenses = appendAddress(f.Licenses, value)
		default:
			hasLine = group.add(key, value, isStart || len(group.agents) > 0) || hasLine
		}
	}
	end()
	return f
}

func appendAddress(list []string, value string) []string {
	if value == "" || len(list) == maxAddresses {
		return list
	}
	return append(list, strings.Clone(value))
}

// add adds a line, if the group is kept. It reports whether the line is one of a group.
func (g *Group) add(key, value string, isKept bool) bool {
	switch key {
	case "allow", "disallow":
		if isKept && value != "" { // an empty Disallow allows everything
			if value[0] != '/' && value[0] != '*' {
				value = "/" + value
			}
			g.Rules = append(g.Rules, Rule{weburl.NormalizePercent(value), key == "allow"})
		}
	case "crawl-delay", "crawldelay":
		g.CrawlDelay = max(g.CrawlDelay, parseDelay(value))
	case "content-usage":
		if isKept {
			g.ContentUsage = append(g.ContentUsage, strings.Clone(value))
		}
	case "content-signal":
		if isKept {
			g.ContentSignal = append(g.ContentSignal, strings.Clone(value))
		}
	default:
		return false
	}
	return true
}

// parseDelay returns the seconds at the start of a value such as "10", "0.5" or "10s". Fractions are rounded up.
func parseDelay(value string) time.Duration {
	if end := strings.IndexFunc(value, func(c rune) bool { return c != '.' && (c < '0' || c > '9') }); end >= 0 {
		value = value[:end]
	}
	seconds, _ := strconv.ParseFloat(value, 64) // 0 if there is none, infinite if it is out of range
	return time.Duration(min(math.Ceil(seconds), maxCrawlDelay.Seconds())) * time.Second
}

// GroupOfService returns what the file says to this service: the groups that name it, or else those for "*". name is
// that of the groups, and empty if there are none.
func (f *File) GroupOfService() (group Group, name string) {
	for _, name := range []string{strings.ToLower(f.agent), anyAgent} {
		if group, ok := f.GroupFor(name); ok {
			return group, name
		}
	}
	return Group{}, ""
}

// GroupFor returns the groups that name an agent, as one. ok is false if there are none.
func (f *File) GroupFor(agent string) (group Group, ok bool) {
	agent = Product(agent) // "Kangaroo Bot" is found like "Kangaroo"
	for _, g := range f.groups {
		switch {
		case !slices.Contains(g.agents, agent):
		case !ok:
			group, ok = g, true
		default: // copies the slices, which other agents share
			group.Rules = slices.Concat(group.Rules, g.Rules)
			group.CrawlDelay = max(group.CrawlDelay, g.CrawlDelay)
			group.ContentUsage = slices.Concat(group.ContentUsage, g.ContentUsage)
			group.ContentSignal = slices.Concat(group.ContentSignal, g.ContentSignal)
		}
	}
	return group, ok
}

// Allows reports whether the agent may request a path with its query.
func (g Group) Allows(path string) bool {
	rule, ok := g.RuleFor(path)
	return !ok || rule.Allows || path == Path
}

// RuleFor returns the rule that decides about a path with its query: the longest pattern that matches; of two equally
// long ones, that of Allow (RFC 9309 §2.2.2). ok is false if none matches.
func (g Group) RuleFor(path string) (rule Rule, ok bool) {
	path = weburl.NormalizePercent(path)
	for _, r := range g.Rules {
		isBetter := len(r.Pattern) > len(rule.Pattern) || len(r.Pattern) == len(rule.Pattern) && r.Allows
		if isBetter && weburl.MatchesPattern(r.Pattern, path) {
			rule, ok = r, true
		}
	}
	return rule, ok
}

// Size returns the approximate memory of the file in bytes.
func (f *File) Size() int {
	n := sizeOf(f.Sitemaps) + sizeOf(f.Licenses) + f.Start.size()
	for _, g := range f.groups {
		n += g.size()
	}
	return n
}

func (g Group) size() int {
	n := 120 + sizeOf(g.ContentUsage) + sizeOf(g.ContentSignal) + sizeOf(g.agents) // the struct
	for _, rule := range g.Rules {
		n += len(rule.Pattern) + 40 // struct and slice overhead
	}
	return n
}

func sizeOf(texts []string) (n int) {
	for _, text := range texts {
		n += len(text) + 16
	}
	return n
}

// Product returns the product name of a user agent, which robots.txt files use: "newsources" for
// "NewSources/1.0 (+https://example.org)".
func Product(agent string) string {
	if end := strings.IndexAny(agent, "/ \t("); end >= 0 {
		agent = agent[:end]
	}
	return strings.ToLower(agent)
}
