package fetch

import (
	"bytes"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

const (
	maxSitemaps   = 1_000          // of one robots.txt; typical files have a few
	maxCrawlDelay = 24 * time.Hour // caps larger values
)

// robotsRules is the part of a robots.txt that applies to our user agent (RFC 9309). The reasons
// for a parser of our own are in .github/adr/0004-own-robots-txt-parser.md.
type robotsRules struct {
	rules    []robotsRule
	sitemaps []string
	delay    time.Duration
}

type robotsRule struct {
	pattern string // with normalised percent-encoding; "*" and a final "$" are wildcards
	allow   bool
}

// parseRobots returns the rules of the agent's groups, or else of the groups for "*". Invalid lines
// are skipped. The last line of a truncated file is dropped, because half of "Disallow: /private"
// is "Disallow: /".
func parseRobots(data []byte, truncated bool, agent string) robotsRules {
	if truncated {
		data = data[:max(bytes.LastIndexAny(data, "\r\n"), 0)]
	}
	var agentRules, defaultRules robotsRules
	var sitemaps []string
	agentNamed := false                              // the file has a group for the agent, even if it is empty
	forAgent, forAll, inRules := false, false, false // of the current group
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
			if inRules { // a new group; consecutive user-agent lines share a group
				forAgent, forAll, inRules = false, false, false
			}
			forAgent = forAgent || agent == productOf(value)
			forAll = forAll || value == "*"
			agentNamed = agentNamed || forAgent
		case "allow", "disallow", "crawl-delay", "crawldelay":
			inRules = true
			if forAgent {
				agentRules.add(key, value)
			}
			if forAll {
				defaultRules.add(key, value)
			}
		case "sitemap":
			if value != "" && len(sitemaps) < maxSitemaps {
				sitemaps = append(sitemaps, strings.Clone(value))
			}
		}
	}
	if !agentNamed {
		agentRules = defaultRules
	}
	agentRules.sitemaps = sitemaps
	return agentRules
}

func (r *robotsRules) add(key, value string) {
	switch {
	case strings.HasPrefix(key, "crawl"):
		whole, fraction, _ := strings.Cut(value, ".")
		end := strings.IndexFunc(whole, func(c rune) bool { return c < '0' || c > '9' })
		if end >= 0 { // "10s"
			whole, fraction = whole[:end], ""
		}
		delay := parseSeconds(whole, maxCrawlDelay)
		if strings.Trim(fraction, "0") != "" { // fractions are rounded up to a second
			delay += time.Second
		}
		r.delay = max(r.delay, delay)
	case value != "": // an empty Disallow allows everything
		if value[0] != '/' && value[0] != '*' {
			value = "/" + value
		}
		r.rules = append(r.rules, robotsRule{normalisePercent(value), key == "allow"})
	}
}

// isAllowed applies the longest matching pattern; of two equally long ones Allow wins (RFC 9309
// §2.2.2).
func (r robotsRules) isAllowed(path string) bool {
	path = normalisePercent(path)
	best, allowed := -1, true
	for _, rule := range r.rules {
		if n := len(rule.pattern); (n > best || n == best && rule.allow) && weburl.MatchesPattern(rule.pattern, path) {
			best, allowed = n, rule.allow
		}
	}
	return allowed || path == robotsPath
}

// normalisePercent decodes the percent-encoding of unreserved characters and encodes all others.
func normalisePercent(s string) string {
	var b strings.Builder
	s = encodeStray(s)
	for i := 0; i < len(s); i++ {
		if c, ok := decodePercent(s[i:]); ok {
			i += 2
			if isUnreserved(c) {
				b.WriteByte(c)
			} else {
				b.WriteString(strings.ToUpper(s[i-2 : i+1]))
			}
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// size returns the approximate memory of the rules in bytes.
func (r robotsRules) size() int {
	n := 0
	for _, rule := range r.rules {
		n += len(rule.pattern) + 40 // struct and slice overhead
	}
	for _, sitemap := range r.sitemaps {
		n += len(sitemap) + 16
	}
	return n
}
