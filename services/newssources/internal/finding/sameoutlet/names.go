package sameoutlet

import (
	"context"
	"hash/maphash"
	"slices"
	"strings"
	"unicode"

	"github.com/google/uuid"
	"golang.org/x/net/publicsuffix"

	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// minFuzzyName is the minimum length in characters of a name that may differ by a letter.
const minFuzzyName = 8

// sourceName is a name of a source. Other names than the main one have no domain.
type sourceName struct {
	id           uuid.UUID
	name, domain string
}

// A hashed spelling has the hash in its upper 40 bits and the index of the name in its lower 24 bits:
// 8 bytes for each, of which a name has about 15.
const (
	indexBits = 24
	indexMask = 1<<indexBits - 1
)

// selectNames selects the sources by country, with their other names. The index by country gives the order.
const selectNames = `
	SELECT s.id, s.country, s.name, s.canonical_domain,
		CASE WHEN s.aliases = '[]' THEN '{}' ELSE ARRAY(
			SELECT a.value FROM jsonb_to_recordset(s.aliases) a(kind text, value text) WHERE a.kind = $1
		) END
	FROM sources s
	WHERE s.country <> '' AND s.lifecycle <> 'archived'
	ORDER BY s.country, s.id`

// findNames finds the sources of each country with nearly equal names. It holds the hashes of the
// names of one country in memory.
func (f *Finder) findNames(ctx context.Context, p pairs) error {
	g := countryNames{seed: maphash.MakeSeed()}
	var id uuid.UUID
	var country, name, domain, last string
	var aliases []string
	err := f.each(ctx, selectNames, []any{&id, &country, &name, &domain, &aliases}, func() {
		if country != last {
			g.pair(p)
			last = country
		}
		g.add(id, name, domain)
		for _, alias := range aliases {
			g.add(id, alias, "")
		}
	}, source.AliasName)
	g.pair(p)
	return err
}

// countryNames collects the names of the sources of one country.
type countryNames struct {
	seed    maphash.Seed
	entries []sourceName
	hashes  []uint64
}

func (n *countryNames) add(id uuid.UUID, name, domain string) {
	index := uint64(len(n.entries))
	n.entries = append(n.entries, sourceName{id, name, domain})
	for _, spelling := range spellings(name, domain) {
		n.hashes = append(n.hashes, maphash.String(n.seed, spelling)>>indexBits<<indexBits|index)
	}
}

// pair adds the pairs of sources with nearly equal names and removes the names.
func (n *countryNames) pair(p pairs) {
	slices.Sort(n.hashes)
	n.hashes = slices.Compact(n.hashes)
	for from := 0; from < len(n.hashes); {
		to := from + 1
		for to < len(n.hashes) && n.hashes[to]>>indexBits == n.hashes[from]>>indexBits {
			to++
		}
		if group := n.hashes[from:to]; len(group) > 1 && n.countSources(group) <= maxGroup {
			n.addGroup(p, group)
		}
		from = to
	}
	n.entries, n.hashes = n.entries[:0], n.hashes[:0]
}

// countSources counts the sources of names, up to maxGroup+1.
func (n *countryNames) countSources(group []uint64) int {
	var ids []uuid.UUID
	for _, hash := range group {
		if id := n.entries[hash&indexMask].id; !slices.Contains(ids, id) {
			if ids = append(ids, id); len(ids) > maxGroup {
				break
			}
		}
	}
	return len(ids)
}

// addGroup adds the pairs of sources whose names have equal hashes and share a spelling.
func (n *countryNames) addGroup(p pairs, group []uint64) {
	for i, a := range group {
		for _, b := range group[i+1:] {
			x, y := n.entries[a&indexMask], n.entries[b&indexMask]
			others := spellings(y.name, y.domain)
			shares := func(s string) bool { return slices.Contains(others, s) }
			if slices.ContainsFunc(spellings(x.name, x.domain), shares) {
				p.add(x.id, y.id, suggestion.SimilarName, x.name+" · "+y.name)
			}
		}
	}
}

// spellings returns the spellings of a name that are compared: its Latin letters and digits without spaces,
// the same without articles and endings such as .com, that of the domain, and, if the second is long
// enough, each of it without one letter. Two names that differ by a letter share such a spelling.
func spellings(name, domain string) []string {
	isSpace := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	words := strings.FieldsFunc(textkey.Fold(name), isSpace)
	whole := textkey.Latin(strings.Join(words, ""))
	short := textkey.Latin(strings.Join(slices.DeleteFunc(words, isFiller), ""))
	if short == "" {
		short = whole
	}
	all := []string{whole, short}
	if site, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil && site == domain {
		label, _, _ := strings.Cut(site, ".")
		all = append(all, textkey.Latin(strings.ReplaceAll(label, "-", "")))
	}
	if letters := []rune(short); len(letters) >= minFuzzyName {
		for i, letter := range letters {
			if unicode.IsDigit(letter) { // Radio 1 and Radio 2 are different outlets
				continue
			}
			all = append(all, string(letters[:i])+string(letters[i+1:]))
		}
	}
	all = slices.DeleteFunc(all, func(s string) bool { return len(s) < 3 })
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
