package fetch

import (
	"bytes"
	"strings"
	"time"
)

const (
	maxSitemaps   = 1_000          // of one robots.txt; real ones name a few
	maxCrawlDelay = 24 * time.Hour // what is more says "never"
)

// robotsRules is the part of a robots.txt that concerns us (RFC 9309). Why we read it ourselves:
// .github/adr/0004-own-robots-txt-parser.md.
type robotsRules struct {
	rules    []robotsRule
	sitemaps []string
	delay    time.Duration
}

type robotsRule struct {
	pattern string // percent-encoded in one way; "*" and a "$" at the end mean something
	allow   bool
}

// parseRobots keeps the groups of this agent, or else those for everybody. Lines that make no sense are skipped, and
// the others still count. The last line of a file that was cut off isn't read: half of "Disallow: /private" is
// "Disallow: /".
func parseRobots(data []byte, cut bool, agent string) robotsRules {
	if cut {
		data = data[:max(bytes.LastIndexAny(data, "\r\n"), 0)]
	}
	var ours, everybodys robotsRules
	var sitemaps []string
	named := false                                // a group with our name, however empty
	forUs, forAll, inRules := false, false, false // whom the lines at hand are for
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
			if inRules { // a new group begins; agents one after the other share theirs
				forUs, forAll, inRules = false, false, false
			}
			forUs = forUs || agent == productOf(value)
			forAll = forAll || value == "*"
			named = named || forUs
		case "allow", "disallow", "crawl-delay", "crawldelay":
			inRules = true
			if forUs {
				ours.add(key, value)
			}
			if forAll {
				everybodys.add(key, value)
			}
		case "sitemap":
			if value != "" && len(sitemaps) < maxSitemaps {
				sitemaps = append(sitemaps, strings.Clone(value))
			}
		}
	}
	if !named {
		ours = everybodys
	}
	ours.sitemaps = sitemaps
	return ours
}

func (r *robotsRules) add(key, value string) {
	switch {
	case strings.HasPrefix(key, "crawl"):
		whole, fraction, _ := strings.Cut(value, ".")
		end := strings.IndexFunc(whole, func(c rune) bool { return c < '0' || c > '9' })
		if end >= 0 { // "10s"
			whole, fraction = whole[:end], ""
		}
		delay := secondsUpTo(whole, maxCrawlDelay)
		if strings.Trim(fraction, "0") != "" { // "0.5" is 1 s: nobody is that much in a hurry
			delay += time.Second
		}
		r.delay = max(r.delay, delay)
	case value != "": // an empty Disallow forbids nothing
		if value[0] != '/' && value[0] != '*' {
			value = "/" + value
		}
		r.rules = append(r.rules, robotsRule{normalise(value), key == "allow"})
	}
}

// allow decides by the longest pattern that matches; of two of the same length the one that allows wins (RFC 9309 §2.2.2).
func (r robotsRules) allow(path string) bool {
	path = normalise(path)
	best, allowed := -1, true
	for _, rule := range r.rules {
		if n := len(rule.pattern); (n > best || n == best && rule.allow) && matches(rule.pattern, path) {
			best, allowed = n, rule.allow
		}
	}
	return allowed || path == "/robots.txt"
}

// matches takes time in proportion to the pattern and the path, whatever a site writes.
func matches(pattern, path string) bool {
	pattern, whole := strings.CutSuffix(pattern, "$")
	parts := strings.Split(pattern, "*")
	path, ok := strings.CutPrefix(path, parts[0])
	last := len(parts) - 1
	for i := 1; ok && i <= last; i++ {
		if i == last && whole {
			return strings.HasSuffix(path, parts[i])
		}
		_, path, ok = strings.Cut(path, parts[i])
	}
	return ok && (!whole || path == "")
}

// normalise writes a path or a pattern in one way: what needs no percent-encoding has none, everything else has.
func normalise(s string) string {
	var b strings.Builder
	s = encodeStray(s)
	for i := 0; i < len(s); i++ {
		if c, ok := decode(s[i:]); ok {
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

func (r robotsRules) size() int {
	n := 0
	for _, rule := range r.rules {
		n += len(rule.pattern) + 40 // for the rule itself
	}
	for _, sitemap := range r.sitemaps {
		n += len(sitemap) + 16
	}
	return n
}
