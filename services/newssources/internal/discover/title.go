package discover

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/unicode/norm"
)

// titleSeparators stand between the name of an outlet and the rest of a title.
var titleSeparators = strings.NewReplacer(" – ", "\n", " — ", "\n", " | ", "\n", " - ", "\n", " :: ", "\n", " · ", "\n", " » ", "\n")

// titlePart is the part of a title that is the outlet's name, as far as one can guess: the one that the name of its site
// is made of, or else the first. It is sure of the former.
func titlePart(title, host string) (part string, sure bool) {
	title = strings.Join(strings.Fields(title), " ")
	site := siteName(host)
	best, distance := "", -1
	for part := range strings.SplitSeq(titleSeparators.Replace(title), "\n") {
		if part = strings.TrimSpace(part); len(part) < 2 {
			continue
		}
		if best == "" {
			best = part
		}
		before, _, _ := strings.Cut(part, ": ") // "The Paper: news of the town"
		for _, name := range [...]string{part, before} {
			if d, alike := unlikeness(squash(name), site); alike && (distance < 0 || d < distance) {
				best, distance = name, d
			}
		}
	}
	if best == "" {
		best = title
	}
	return best, distance >= 0
}

// minSite is how long a site's name is at least that says something about a title: shorter ones are in many words.
const minSite = 4

// unlikeness is how much longer one name is than the other one, which it holds.
func unlikeness(part, site string) (letters int, alike bool) {
	if len(site) < minSite || len(part) < minSite {
		return 0, part == site && part != ""
	}
	return max(len(part)-len(site), len(site)-len(part)), strings.Contains(part, site) || strings.Contains(site, part)
}

// siteName is what a host is called below its domain's ending: of www.la-voz.com.ar, "lavoz".
func siteName(host string) string {
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return ""
	}
	name, _, _ := strings.Cut(domain, ".")
	return squash(name)
}

// squash leaves the letters and digits of a name, without accents and in small letters.
func squash(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(name))
}

// formatTitle recognises what a page calls a feed when it only says that it is one: "RSS 2.0", "Atom feed".
var formatTitle = regexp.MustCompile(`(?i)^((rss|atom|rdf|xml|json|feeds?|news|subscribe|v?[0-9]?\.[0-9]+)[\s()/:–-]*)+$`)

func saysNothing(title string) bool { return formatTitle.MatchString(title) }
