package transfer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/newsources/newsources/services/newssources/internal/source"
)

// outletNames says for each outline what a source of its outlet is to be called. Lists name feeds ("BBC News - World"), and
// a source is more than its feeds; so all titles that a list has for an outlet are looked at together. It is empty where
// the titles say nothing about it.
func outletNames(outlines []Outline) []string {
	titles := map[source.Outlet][]string{}
	outlets := make([]source.Outlet, len(outlines))
	for i, o := range outlines {
		p, err := placeOf(addressOf(o.XMLURL), addressOf(o.HTMLURL))
		if err != nil {
			continue
		}
		outlets[i] = p.outlet
		if title := titleOf(o); title != "" && !strings.Contains(title, "://") {
			titles[p.outlet] = append(titles[p.outlet], title)
		}
	}
	names := make([]string, len(outlines))
	named := make(map[source.Outlet]string, len(titles))
	for outlet, all := range titles {
		named[outlet] = outletName(outlet, all)
	}
	for i, outlet := range outlets {
		names[i] = named[outlet]
	}
	return names
}

// separators are what stands between the parts of a title.
var separators = regexp.MustCompile(`\s+(?:--?|::|[–—|>»:·•/])\s+|:\s+`)

// outletName finds the outlet's own name in the titles of its feeds: the part that is like its domain ("The Guardian" in
// "World news | The Guardian", "This Week in Science" for twis.org), else a part that several titles share, else the
// title itself when there is but one. It is empty when the titles have nothing in common: then they are names of feeds,
// and the domain says more.
func outletName(outlet source.Outlet, titles []string) string {
	var best string
	var bestLikeness int
	first := map[string]string{} // the parts by what they fold to
	var shared string
	for _, title := range titles {
		parts := separators.Split(title, -1)
		for i, part := range parts {
			if likeness := likeDomain(part, outlet); likeness > bestLikeness {
				best, bestLikeness = part, likeness
			}
			key := source.Fold(part)
			if slices.ContainsFunc(parts[:i], func(p string) bool { return source.Fold(p) == key }) {
				continue // it stands in this title twice
			}
			if there, ok := first[key]; !ok {
				first[key] = part
			} else if shared == "" {
				shared = there
			}
		}
	}
	same := !slices.ContainsFunc(titles, func(title string) bool { return title != titles[0] })
	switch {
	case best != "":
		return best
	case same:
		return titles[0]
	}
	return shared
}

// likeDomain says how many letters a part of a title has in common with the name that the outlet's domain carries; 0 is
// for no likeness. On hosts that many share, the domain isn't the outlet's own.
func likeDomain(part string, outlet source.Outlet) int {
	label, _, _ := strings.Cut(outlet.Domain, ".")
	letters := onlyLetters(part)
	switch {
	case outlet.PathPrefix != "" || letters == "":
		return 0
	case letters == label || initials(part) == label && len(label) > 2:
		return len(label)
	case strings.Contains(letters, label) && len(label) > 2:
		return len(label)
	case strings.HasPrefix(label, letters) && len(letters) > 2: // NYT of nytimes.com
		return len(letters)
	}
	// BBC News of bbci.co.uk
	if word := onlyLetters(strings.Fields(part)[0]); len(word) > 2 && word != "the" && strings.HasPrefix(label, word) {
		return len(word)
	}
	return 0
}

func onlyLetters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, source.Fold(text))
}

func initials(text string) string {
	var first []rune
	for word := range strings.FieldsSeq(source.Fold(text)) {
		first = append(first, []rune(word)[0])
	}
	return string(first)
}
