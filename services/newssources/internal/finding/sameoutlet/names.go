package sameoutlet

import (
	"cmp"
	"context"
	"hash/maphash"
	"slices"
	"strings"
	"unicode"

	"github.com/google/uuid"
	"golang.org/x/net/publicsuffix"

	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
)

// minFuzzyName is the minimum length in characters of a name that may differ by a letter.
const minFuzzyName = 8

// named is a source of a country.
type named struct {
	id   uuid.UUID
	name string
}

// hashed is the hash of a spelling of a source's name.
type hashed struct {
	hash  uint64
	index int32 // of the source
}

// selectNames selects the sources by country. The index by country gives the order.
const selectNames = `
	SELECT s.id, s.country, s.name, s.canonical_domain
	FROM sources s
	WHERE s.country <> '' AND s.lifecycle <> 'archived'
	ORDER BY s.country, s.id`

// findNames finds the sources of each country with nearly equal names. It holds the hashes of the
// names of one country in memory, about 20 bytes for each letter of a name.
func (f *Finder) findNames(ctx context.Context, p pairs) error {
	g := names{seed: maphash.MakeSeed()}
	var id uuid.UUID
	var country, name, domain, last string
	err := f.each(ctx, selectNames, []any{&id, &country, &name, &domain}, func() {
		if country != last {
			g.pair(p)
			last = country
		}
		g.add(id, name, domain)
	})
	g.pair(p)
	return err
}

// names are the sources of one country.
type names struct {
	seed    maphash.Seed
	sources []named
	hashes  []hashed
}

func (n *names) add(id uuid.UUID, name, domain string) {
	index := int32(len(n.sources))
	n.sources = append(n.sources, named{id, name})
	for _, spelling := range spellings(name, domain) {
		n.hashes = append(n.hashes, hashed{maphash.String(n.seed, spelling), index})
	}
}

// pair adds the pairs of the sources and removes the sources.
func (n *names) pair(p pairs) {
	slices.SortFunc(n.hashes, func(a, b hashed) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.index, b.index))
	})
	for from := 0; from < len(n.hashes); {
		to := from + 1
		for to < len(n.hashes) && n.hashes[to].hash == n.hashes[from].hash {
			to++
		}
		if group := slices.Compact(slices.Clone(n.hashes[from:to])); len(group) >= 2 && len(group) <= maxGroup {
			for i, a := range group {
				for _, b := range group[i+1:] {
					x, y := n.sources[a.index], n.sources[b.index]
					p.add(x.id, y.id, suggestion.SimilarName, x.name+" · "+y.name)
				}
			}
		}
		from = to
	}
	n.sources, n.hashes = n.sources[:0], n.hashes[:0]
}

// spellings returns the spellings of a name that are compared: its letters and digits without spaces,
// the same without articles and endings such as .com, that of the domain, and, for a name that is long
// enough, each of them without one letter. Two names that differ by a letter share such a spelling.
func spellings(name, domain string) []string {
	words := strings.FieldsFunc(textkey.Fold(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	kept := slices.DeleteFunc(slices.Clone(words), isFiller)
	all := []string{strings.Join(words, "")}
	if len(kept) > 0 {
		all = append(all, strings.Join(kept, ""))
	}
	if site, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil && site == domain {
		label, _, _ := strings.Cut(site, ".")
		all = append(all, strings.ReplaceAll(label, "-", ""))
	}
	slices.Sort(all)
	all = slices.DeleteFunc(slices.Compact(all), func(s string) bool { return len(s) < 3 })
	for _, spelling := range all[:len(all):len(all)] {
		letters := []rune(spelling)
		if len(letters) < minFuzzyName {
			continue
		}
		for i := range letters {
			all = append(all, string(letters[:i])+string(letters[i+1:]))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// isFiller reports whether a word of a name is an article or the ending of a domain, which names of one
// outlet have or lack.
func isFiller(word string) bool {
	switch word {
	case "the", "a", "el", "la", "los", "las", "le", "les", "l", "lo", "il", "gli", "i", "o", "os", "as", "der", "die",
		"das", "de", "het", "al", "com", "net", "org", "www", "online", "digital":
		return true
	}
	suffix, isICANN := publicsuffix.PublicSuffix("x." + word)
	return isICANN && suffix == word && len(word) == 2
}
