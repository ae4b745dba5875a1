package rightsignal

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/robotstxt"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// MachineLearningAgents are the product names that robots.txt files exclude to reserve machine learning. The rule: the
// crawler, or the one for which a control token stands, collects texts by itself to train models, for data sets that
// are made or sold for this, or as the input of answers that models write, as its operator documents it. Crawlers of
// search results (OAI-SearchBot, Claude-SearchBot, Applebot) and requests that a person causes (ChatGPT-User,
// Perplexity-User, MistralAI-User) are left out.
var MachineLearningAgents = []string{
	"AI2Bot", "Ai2Bot-Dolma", "Amazonbot", "anthropic-ai", "Applebot-Extended", "bedrockbot", "Bytespider",
	"CCBot", "Claude-Web", "ClaudeBot", "cohere-ai", "cohere-training-data-crawler", "Cotoyogi", "Diffbot",
	"DuckAssistBot", "FacebookBot", "FriendlyCrawler", "Google-CloudVertexBot", "Google-Extended", "GPTBot",
	"ICC-Crawler", "ImagesiftBot", "img2dataset", "ISSCyberRiskCrawler", "Kangaroo Bot", "Meta-ExternalAgent",
	"omgili", "omgilibot", "PanguBot", "PerplexityBot", "SBIntuitionsBot", "SemrushBot-OCOB", "Sidetrade indexer bot",
	"TikTokSpider", "Timpibot", "VelenPublicWebCrawler", "Webzio-Extended", "YandexAdditional", "YandexAdditionalBot",
	"YouBot",
}

// maxArticles is the number of articles on the host of a robots.txt whose paths are compared with it.
const maxArticles = 20

// Robots returns what a robots.txt declares about the whole site: the groups of this service and of crawlers for
// machine learning (RFC 9309), Content-Usage (draft-ietf-aipref-attach), Content-Signal
// (draft-romm-aipref-contentsignals, contentsignals.org), and License (RSL 1.0 §4, rslstandard.org/rsl).
func Robots(file *robotstxt.File, address string) []rights.Signal {
	l := list{address: address}
	if group, name := file.GroupOfService(); excludesAll(group) {
		l.add(rights.RobotsOwn, name)
	}
	var excluded []string
	for _, name := range MachineLearningAgents {
		if group, ok := file.GroupFor(name); ok && excludesAll(group) {
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
// group counts if its rules exclude at least half of the urls on the host of the robots.txt, and a preference if its
// pattern applies to at least half of them. The value ends with the pattern, or with the one that excludes the most
// urls: "GPTBot for /news/". A pattern that matches all paths is left out.
func RobotsOfArticles(file *robotstxt.File, address string, urls []string) []rights.Signal {
	l, paths := list{address: address}, pathsOnHost(address, urls)
	paths = paths[:min(len(paths), maxArticles)]
	if group, name := file.GroupOfService(); !excludesAll(group) {
		if pattern := excludedArticles(group, paths); pattern != "" {
			l.add(rights.RobotsOwn, name+forPattern(pattern))
		}
	}
	excluded := map[string][]string{} // agents by pattern
	for _, name := range MachineLearningAgents {
		group, ok := file.GroupFor(name)
		if !ok || excludesAll(group) {
			continue
		}
		if pattern := excludedArticles(group, paths); pattern != "" {
			excluded[pattern] = append(excluded[pattern], name)
		}
	}
	for _, pattern := range slices.Sorted(maps.Keys(excluded)) {
		l.add(rights.RobotsAgents, joinSorted(excluded[pattern])+forPattern(pattern))
	}
	usage, signal := preferenceLines(file)
	l.addPreferences(rights.ContentUsage, usage, paths, "y", "n")
	l.addPreferences(rights.ContentSignal, signal, paths, "yes", "no")
	return l.signals
}

// forPattern returns the end of a value that is about the paths of a pattern.
func forPattern(pattern string) string {
	if pattern == everywhere {
		return ""
	}
	return rights.ForPath + pattern
}

// everywhere is the pattern of lines without a path, and of those about the whole site.
const everywhere = "/"

// minorFile matches a pattern that only matches the start page and files that are no articles, such as "/robots.txt",
// "/*.css$" and "/.well-known/".
var minorFile = regexp.MustCompile(`(?i)^/(?:\$|\.well-known(?:/.*)?|[^?]*\.(?:txt|xml|json|webmanifest|ico|svg|png|jpe?g|gif|` +
	`webp|avif|css|m?js|map|woff2?|ttf)\$?)$`)

// excludesAll reports whether a group excludes its agent from the whole site. It may allow minor files; if it allows
// other paths, the articles decide.
func excludesAll(group robotstxt.Group) bool {
	return hasRule(group, func(r robotstxt.Rule) bool { return !r.Allows && isWholeSite(r.Pattern) }) &&
		!hasRule(group, func(r robotstxt.Rule) bool { return r.Allows && !minorFile.MatchString(r.Pattern) })
}

func hasRule(group robotstxt.Group, matches func(robotstxt.Rule) bool) bool {
	return slices.ContainsFunc(group.Rules, matches)
}

// excludedArticles returns the pattern by which a group excludes its agent from the most paths, or "" if it excludes
// the agent from less than half of the paths. Without paths, it is that of the whole site, if a rule
// excludes all of it and none allows all of it.
func excludedArticles(group robotstxt.Group, paths []string) string {
	counts := map[string]int{}
	excluded := 0
	if len(paths) == 0 {
		paths = []string{everywhere}
		group.Rules = slices.DeleteFunc(slices.Clone(group.Rules), func(r robotstxt.Rule) bool {
			return !isWholeSite(r.Pattern)
		})
	}
	for _, path := range paths {
		if rule, ok := group.RuleFor(path); ok && !rule.Allows {
			pattern := rule.Pattern
			if isWholeSite(pattern) {
				pattern = everywhere
			}
			counts[pattern]++
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
	group, _ := file.GroupOfService()
	all, _ := file.GroupFor("*")
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
