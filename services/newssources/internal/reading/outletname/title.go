// Package outletname finds the names of outlets in the titles of their pages and feeds, and tells
// them from the names of sections.
package outletname

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"

	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
)

var (
	// titleSeparator separates the outlet's name from the rest of a title: "World news | The
	// Guardian".
	titleSeparator = regexp.MustCompile(`\s+(?:--?|::|[–—|>»·•/])\s+`)
	// titleOrColonSeparator also splits "WSJ.com: World News".
	titleOrColonSeparator = regexp.MustCompile(titleSeparator.String() + `|\s+:\s+|:\s+`)
)

// Outlet is the domain of an outlet and, on a host shared by several outlets, its path
// (weburl.Outlet).
type Outlet struct{ Domain, PathPrefix string }

// InTitle returns the part of a page's or feed's title that is most likely the outlet's name:
// the part that resembles the registrable domain of host, else the first part. isSure reports that
// a part resembles the domain.
func InTitle(title, host string) (name string, isSure bool) {
	title = strings.Join(strings.Fields(title), " ")
	site := siteLabel(host)
	distance := -1
	for _, part := range titleSeparator.Split(title, -1) {
		if len(part) < 2 {
			continue
		}
		if name == "" {
			name = part
		}
		beforeColon, _, _ := strings.Cut(part, ": ") // "The Paper: news of the town"
		for _, candidate := range [...]string{part, beforeColon} {
			if d, isSimilar := nameDistance(textkey.FoldLetters(candidate), site); isSimilar && (distance < 0 || d < distance) {
				name, distance = candidate, d
			}
		}
	}
	if name == "" {
		name = title
	}
	return name, distance >= 0
}

// InFeedTitles returns the outlet's name as the titles of its feeds show it: the part that
// resembles the domain ("The Guardian" in "World news | The Guardian", "This Week in Science" for
// twis.org), else a part that several titles share, else the title if all are equal, else the most
// general one. Names of sections are no names of outlets. It returns "" if the titles show no name.
func InFeedTitles(outlet Outlet, titles []string) string {
	var best, shared string
	var bestSimilarity int
	spelling := map[string]string{} // first spelling of each part, by its folded text
	for _, title := range titles {
		parts := titleOrColonSeparator.Split(parenthesesAtEnd.ReplaceAllString(title, ""), -1)
		for i, part := range parts {
			if similarity := domainSimilarity(part, outlet); similarity > bestSimilarity {
				best, bestSimilarity = part, similarity
			}
			key := textkey.Fold(part)
			if IsSectionTitle(part) || slices.ContainsFunc(parts[:i], func(p string) bool { return textkey.Fold(p) == key }) {
				continue // or repeated within one title
			}
			if first, ok := spelling[key]; !ok {
				spelling[key] = part
			} else if shared == "" {
				shared = first
			}
		}
	}
	only := onlyTitle(titles)
	switch {
	case best != "":
		return cleanName(best, outlet)
	case only != "":
		return nameInOnlyTitle(outlet, only)
	}
	return cmp.Or(shared, sharedWords(titles), sharedBeginning(titles), mostGeneralTitle(outlet, titles))
}

// onlyTitle returns the title if all titles that name more than a section are equal, else "".
func onlyTitle(titles []string) (only string) {
	for _, title := range titles {
		switch {
		case IsSectionTitle(title):
		case only == "":
			only = title
		case only != title:
			return ""
		}
	}
	return only
}

// nameInOnlyTitle returns the name of an outlet whose feeds have one title: for a hosted outlet the
// title without the platform's name and the section, else the part that resembles the domain, else
// the first part that names no section. It returns "" if all parts name sections.
func nameInOnlyTitle(outlet Outlet, title string) string {
	if outlet.PathPrefix != "" {
		platform, _, _ := strings.Cut(outlet.Domain, ".")
		rest, last, ok := cutLast(titleSeparator, title)
		if ok && (textkey.FoldLetters(last) == platform || IsSectionTitle(last)) {
			return rest
		}
		return title
	}
	var first string
	for _, part := range titleOrColonSeparator.Split(title, -1) {
		if IsSectionTitle(part) {
			continue
		}
		if mayNameDomain(part, outlet) {
			return cleanName(part, outlet)
		}
		first = cmp.Or(first, part)
	}
	return cleanName(first, outlet)
}

// IsDomain reports whether a name says no more than the outlet's domain: it is the domain or
// the beginning of it, such as "CNN.com", "NYT" of nytimes.com, or "tagesschau.de".
func IsDomain(name string, outlet Outlet) bool {
	return strings.HasPrefix(textkey.FoldLetters(outlet.Domain+outlet.PathPrefix), textkey.FoldLetters(name))
}

// cutLast splits text around the last match of a separator.
func cutLast(separator *regexp.Regexp, text string) (before, after string, ok bool) {
	matches := separator.FindAllStringIndex(text, -1)
	if len(matches) == 0 {
		return text, "", false
	}
	last := matches[len(matches)-1]
	return text[:last[0]], text[last[1]:], true
}

// minSiteLabel is the minimum length of a domain label that is searched in titles: shorter ones
// occur in many words.
const minSiteLabel = 4

// nameDistance compares two names in letters and digits. They are similar if one contains the
// other; distance is the difference of their lengths.
func nameDistance(name, site string) (distance int, isSimilar bool) {
	if len(site) < minSiteLabel || len(name) < minSiteLabel {
		return 0, name == site && name != ""
	}
	return max(len(name)-len(site), len(site)-len(name)), strings.Contains(name, site) || strings.Contains(site, name)
}

// siteLabel returns the first label of the registrable domain in letters and digits: "lavoz" for
// www.la-voz.com.ar.
func siteLabel(host string) string {
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return ""
	}
	label, _, _ := strings.Cut(domain, ".")
	return textkey.FoldLetters(label)
}

// domainSimilarity returns how many letters a part of a title shares with the outlet's domain, 0 if
// they do not resemble each other. It returns 0 for hosting platforms, because their domain does
// not name the outlets.
func domainSimilarity(part string, outlet Outlet) int {
	label, _, _ := strings.Cut(outlet.Domain, ".")
	letters := textkey.FoldLetters(part)
	switch {
	case outlet.PathPrefix != "" || letters == "":
		return 0
	case letters == label || len(label) > 2 && (hasInitials(part, label) || isContraction(part, label)):
		return len(label) + 1
	case strings.Contains(letters, label) && len(label) > 2:
		return len(label)
	case IsSectionTitle(part): // "World News" of worldcrunch.com
		return 0
	case strings.HasPrefix(label, letters) && len(letters) > 2: // NYT of nytimes.com
		return len(letters)
	}
	// BBC News of bbci.co.uk
	word := textkey.FoldLetters(strings.Fields(part)[0])
	if len(word) > 2 && word != "the" && strings.HasPrefix(label, word) {
		return len(word)
	}
	return 0
}

// hasInitials reports whether the words of a title begin with the letters of label. A first word
// such as "The" may be left out.
func hasInitials(title, label string) bool {
	words := strings.Fields(textkey.Fold(title))
	var initials strings.Builder
	for _, word := range words {
		first, _ := utf8.DecodeRuneInString(word)
		initials.WriteRune(first)
	}
	rest, ok := strings.CutSuffix(initials.String(), label)
	return ok && (rest == "" || sectionWords[words[0]] && utf8.RuneCountInString(rest) == 1)
}

// isContraction reports whether label consists of beginnings of the words of a title and its whole
// last word: "jpost" of "Jerusalem Post", "washpost" of "Washington Post".
func isContraction(title, label string) bool {
	words := strings.Fields(textkey.Fold(title))
	if len(words) < 2 {
		return false
	}
	rest, ok := strings.CutSuffix(label, words[len(words)-1])
	return ok && len(rest) < len(label) && consistsOfBeginnings(rest, words[:len(words)-1])
}

// consistsOfBeginnings reports whether text consists of a beginning of each word, in their order.
func consistsOfBeginnings(text string, words []string) bool {
	if len(words) == 0 {
		return text == ""
	}
	for n := 1; n <= min(len(text), len(words[0])) && text[:n] == words[0][:n]; n++ {
		if consistsOfBeginnings(text[n:], words[1:]) {
			return true
		}
	}
	return false
}
