package rightsignal

import (
	"maps"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/robotstxt"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// MachineLearningAgents are the product names of crawlers that collect texts for machine learning, as
// their operators document them.
var MachineLearningAgents = []string{
	"AI2Bot", "Amazonbot", "anthropic-ai", "Applebot-Extended", "Bytespider", "CCBot", "Claude-Web", "ClaudeBot",
	"cohere-ai", "cohere-training-data-crawler", "Diffbot", "FacebookBot", "Google-CloudVertexBot", "Google-Extended",
	"GPTBot", "Meta-ExternalAgent", "omgili", "omgilibot", "PanguBot", "SemrushBot-OCOB", "Timpibot", "Webzio-Extended",
}

// maxArticles is the number of articles whose paths are compared with a robots.txt.
const maxArticles = 20

// Robots returns what a robots.txt declares about the whole site: the groups of this service and of crawlers for
// machine learning (RFC 9309), Content-Usage (draft-ietf-aipref-attach), Content-Signal
// (draft-romm-aipref-contentsignals, contentsignals.org), and License (RSL 1.0 §4, rslstandard.org/rsl).
func Robots(file *robotstxt.File, address string) []rights.Signal {
	l := list{address: address}
	if group, name := file.Own(); excludesAll(group) {
		l.add(rights.RobotsOwn, name)
	}
	var excluded []string
	for _, name := range MachineLearningAgents {
		if group, ok := file.Named(name); ok && excludesAll(group) {
			excluded = append(excluded, name)
		}
	}
	l.add(rights.RobotsAgents, joinSorted(excluded))
	usage, signal := preferenceLines(file)
	l.add(rights.ContentUsage, preferences(strings.Join(usage[everywhere], ","), "y", "n"))
	l.add(rights.ContentSignal, preferences(strings.Join(signal[everywhere], ","), "yes", "no"))
	for _, license := range file.Licenses {
		l.add(rights.RobotsLicense, license)
	}
	return l.signals
}

// RobotsOfArticles returns what a robots.txt declares about the paths of articles, but not about the whole site. A
// pattern counts if it decides about at least half of the urls on the host of the robots.txt; the value ends with it:
// "GPTBot for /news/".
func RobotsOfArticles(file *robotstxt.File, address string, urls []string) []rights.Signal {
	l, paths := list{address: address}, pathsOnHost(address, urls[:min(len(urls), maxArticles)])
	if group, name := file.Own(); !excludesAll(group) {
		if pattern := excludedArticles(group, paths); pattern != "" {
			l.add(rights.RobotsOwn, name+rights.ForPath+pattern)
		}
	}
	excluded := map[string][]string{} // agents by pattern
	for _, name := range MachineLearningAgents {
		group, ok := file.Named(name)
		if !ok || excludesAll(group) {
			continue
		}
		if pattern := excludedArticles(group, paths); pattern != "" {
			excluded[pattern] = append(excluded[pattern], name)
		}
	}
	for _, pattern := range slices.Sorted(maps.Keys(excluded)) {
		l.add(rights.RobotsAgents, joinSorted(excluded[pattern])+rights.ForPath+pattern)
	}
	usage, signal := preferenceLines(file)
	l.addPreferences(rights.ContentUsage, usage, paths, "y", "n")
	l.addPreferences(rights.ContentSignal, signal, paths, "yes", "no")
	return l.signals
}

// everywhere is the pattern of lines without a path, and of those about the whole site.
const everywhere = "/"

// excludesAll reports whether a group excludes its agent from the whole site.
func excludesAll(group robotstxt.Group) bool {
	isWhole := func(allows bool) bool {
		return slices.ContainsFunc(group.Rules, func(r robotstxt.Rule) bool {
			return r.Allows == allows && isWholeSite(r.Pattern)
		})
	}
	return isWhole(false) && !isWhole(true)
}

// excludedArticles returns the pattern by which a group excludes its agent from most of the paths that it excludes.
// It is empty if these are less than half of the paths.
func excludedArticles(group robotstxt.Group, paths []string) string {
	counts := map[string]int{}
	excluded := 0
	for _, path := range paths {
		if rule, ok := group.RuleFor(path); ok && !rule.Allows {
			counts[rule.Pattern]++
			excluded++
		}
	}
	if excluded == 0 || 2*excluded < len(paths) {
		return ""
	}
	return slices.MaxFunc(slices.Sorted(maps.Keys(counts)), func(a, b string) int { return counts[a] - counts[b] })
}

// preferenceLines returns the preferences of Content-Usage and Content-Signal for this service, by pattern: those of
// its own groups, or else of "*", and those before the first group.
func preferenceLines(file *robotstxt.File) (usage, signal map[string][]string) {
	group, _ := file.Own()
	all, _ := file.Named("*")
	if len(group.ContentUsage) == 0 {
		group.ContentUsage = all.ContentUsage
	}
	if len(group.ContentSignal) == 0 {
		group.ContentSignal = all.ContentSignal
	}
	return byPattern(slices.Concat(file.Start.ContentUsage, group.ContentUsage)),
		byPattern(slices.Concat(file.Start.ContentSignal, group.ContentSignal))
}

// byPattern returns the preferences of lines "[path] preferences".
func byPattern(lines []string) map[string][]string {
	found := map[string][]string{}
	for _, line := range lines {
		pattern := everywhere
		if path, rest, ok := strings.Cut(line, " "); ok && (path[:min(len(path), 1)] == "/" || isWholeSite(path)) {
			pattern, line = weburl.NormalizePercent(path), rest
			if isWholeSite(path) {
				pattern = everywhere
			}
		}
		found[pattern] = append(found[pattern], line)
	}
	return found
}

// addPreferences adds the preferences of patterns for at least half of the paths. Of several patterns that match a
// path, the longest counts.
func (l *list) addPreferences(kind rights.Kind, lines map[string][]string, paths []string, yes, no string) {
	counts := map[string]int{}
	for _, path := range paths {
		best := everywhere
		for pattern := range lines {
			isBetter := len(pattern) > len(best) || len(pattern) == len(best) && pattern > best
			if isBetter && weburl.MatchesPattern(pattern, path) {
				best = pattern
			}
		}
		counts[best]++
	}
	for _, pattern := range slices.Sorted(maps.Keys(counts)) {
		text := preferences(strings.Join(lines[pattern], ","), yes, no)
		if pattern != everywhere && 2*counts[pattern] >= len(paths) && text != "" {
			l.add(kind, text+rights.ForPath+pattern)
		}
	}
}

// isWholeSite reports whether a path pattern matches all paths.
func isWholeSite(pattern string) bool { return pattern == "/" || pattern == "/*" || pattern == "*" }
