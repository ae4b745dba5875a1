package rightsignal

import (
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// machineLearningAgents are the product tokens of crawlers that collect texts for machine learning, as
// their operators document them.
var machineLearningAgents = []string{
	"AI2Bot", "Amazonbot", "anthropic-ai", "Applebot-Extended", "Bytespider", "CCBot", "Claude-Web", "ClaudeBot",
	"cohere-ai", "cohere-training-data-crawler", "Diffbot", "FacebookBot", "Google-CloudVertexBot", "Google-Extended",
	"GPTBot", "Meta-ExternalAgent", "omgili", "omgilibot", "PanguBot", "SemrushBot-OCOB", "Timpibot", "Webzio-Extended",
}

// robotsGroup is a group of robots.txt (RFC 9309 §2.1).
type robotsGroup struct {
	agents           []string // in lower case, without versions
	forbids, allows  bool     // the whole site
	usage, signal    []string // values of Content-Usage and Content-Signal
	hasRule, isFirst bool     // isFirst: the lines before the first group
}

// Robots returns the signals of a robots.txt: the groups of this service and of crawlers for machine
// learning (RFC 9309), Content-Usage (draft-ietf-aipref-attach), Content-Signal
// (draft-romm-aipref-contentsignals, contentsignals.org), and License (RSL 1.0 §4, rslstandard.org/rsl).
// agent is the product token of this service. Content-Usage and Content-Signal for some paths only are
// ignored.
func Robots(body []byte, address, agent string) []rights.Signal {
	l := list{address: address}
	groups, licenses := parseGroups(string(body))
	var excluded, usage, signal []string
	for _, g := range groups {
		forAll, forOwn := slices.Contains(g.agents, "*"), slices.Contains(g.agents, strings.ToLower(agent))
		if g.forbids && !g.allows {
			for _, name := range machineLearningAgents {
				if slices.Contains(g.agents, strings.ToLower(name)) {
					excluded = append(excluded, name)
				}
			}
		}
		if g.isFirst || forAll || forOwn {
			usage, signal = append(usage, g.usage...), append(signal, g.signal...)
		}
	}
	if own := ownGroup(groups, strings.ToLower(agent)); own != "" {
		l.add(rights.RobotsOwn, own)
	}
	l.add(rights.RobotsAgents, joinSorted(excluded))
	l.add(rights.ContentUsage, preferences(strings.Join(usage, ","), "y", "n"))
	l.add(rights.ContentSignal, preferences(strings.Join(signal, ","), "yes", "no"))
	for _, license := range licenses {
		l.add(rights.RobotsLicense, license)
	}
	return l.signals
}

// ownGroup returns the name of the group that excludes an agent from the whole site: the agent itself or
// "*". It is empty if no group does.
func ownGroup(groups []robotsGroup, agent string) string {
	for _, name := range []string{agent, "*"} {
		var isNamed, forbids, allows bool
		for _, g := range groups {
			if slices.Contains(g.agents, name) {
				isNamed, forbids, allows = true, forbids || g.forbids, allows || g.allows
			}
		}
		if isNamed {
			if forbids && !allows {
				return name
			}
			return ""
		}
	}
	return ""
}

// parseGroups returns the groups and the values of License.
func parseGroups(text string) (groups []robotsGroup, licenses []string) {
	g := robotsGroup{isFirst: true}
	isLineEnd := func(r rune) bool { return r == '\n' || r == '\r' }
	for line := range strings.FieldsFuncSeq(strings.TrimPrefix(text, "\ufeff"), isLineEnd) {
		line, _, _ = strings.Cut(line, "#")
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "user-agent", "useragent":
			if g.hasRule || g.isFirst {
				groups = append(groups, g)
				g = robotsGroup{}
			}
			name, _, _ := strings.Cut(strings.ToLower(value), "/")
			g.agents = append(g.agents, strings.TrimSpace(name))
		case "disallow":
			g.hasRule, g.forbids = true, g.forbids || isWholeSite(value)
		case "allow":
			g.hasRule, g.allows = true, g.allows || isWholeSite(value)
		case "content-usage":
			g.hasRule, g.usage = true, append(g.usage, wholeSite(value)...)
		case "content-signal":
			g.hasRule, g.signal = true, append(g.signal, wholeSite(value)...)
		case "license":
			if len(licenses) < maxSignals {
				licenses = append(licenses, value)
			}
		}
	}
	return append(groups, g), licenses
}

// isWholeSite reports whether a path pattern matches all paths.
func isWholeSite(pattern string) bool { return pattern == "/" || pattern == "/*" || pattern == "*" }

// wholeSite returns the preferences of a line "[path] preferences", unless they are for some paths only.
func wholeSite(value string) []string {
	path, rest, hasPath := strings.Cut(value, " ")
	switch {
	case !strings.HasPrefix(value, "/"):
		return []string{value}
	case hasPath && isWholeSite(path):
		return []string{rest}
	}
	return nil
}
