package papers

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// Change is a change of a paper.
type Change struct {
	Name       string
	IsHandOver bool
	// KeepsArticles reports that the documents after the change still have articles from before.
	KeepsArticles bool
	// IsGradual reports that at least 70 % of the articles of the first document are from after the change.
	IsGradual bool
	// ChangesIdentities reports that the articles get other identities and links.
	ChangesIdentities bool
	Languages         []string // in which it occurs; all if empty
	apply             func(r *rand.Rand, p Paper) Paper
}

// Apply returns the paper after the change.
func (c Change) Apply(r *rand.Rand, before Paper) Paper { return c.apply(r, before) }

// NewArticles returns how many of the articles of a document are from after the change. size is the number of all
// of them, and published that of the articles since the change.
func (c Change) NewArticles(published, size int) int {
	switch {
	case c.IsGradual:
		return min(size, published+size*7/10)
	case c.KeepsArticles:
		return min(size, published)
	}
	return size
}

// Changes are the changes: first the hand-overs.
var Changes = []Change{
	{Name: "casino in the same language", IsHandOver: true, Languages: having(casino), apply: blog(casino, "")},
	{Name: "casino in another language", IsHandOver: true, apply: blog(casino, "id", "en", "ru")},
	{Name: "casino under the old name", IsHandOver: true, apply: keepsName(blog(casino, "id", "en", "ru"))},
	{Name: "casino in the same language under the old name", IsHandOver: true, Languages: having(casino),
		apply: keepsName(blog(casino, ""))},
	{Name: "pharmacy", IsHandOver: true, apply: blog(pharmacy, "en", "es")},
	{Name: "generated articles with a new name", IsHandOver: true, apply: blog(lifestyle, "en", "de", "fr", "es")},
	{Name: "generated articles under the old name", IsHandOver: true, Languages: having(lifestyle),
		apply: keepsName(blog(lifestyle, ""))},
	{Name: "template blog", IsHandOver: true, apply: blog(lifestyle, "en", "es")},
	{Name: "template blog under the old name and description", IsHandOver: true, Languages: having(lifestyle),
		apply: keepsDescription(blog(lifestyle, ""))},
	{Name: "template blog with some earlier articles", IsHandOver: true, IsGradual: true, Languages: having(lifestyle),
		apply: keepsDescription(blog(lifestyle, ""))},
	{Name: "casino with some earlier articles", IsHandOver: true, IsGradual: true, Languages: having(casino),
		apply: keepsName(blog(casino, ""))},
	{Name: "domain for sale with a feed", IsHandOver: true, apply: func(r *rand.Rand, p Paper) Paper {
		after := blog(lifestyle, "en")(r, p)
		after.Name, after.Description, after.IsParked = p.Host+" is for sale", "Buy this domain", true
		after.Authors, after.Categories = nil, nil
		return after
	}},
	{Name: "paper in another language", IsHandOver: true, apply: func(r *rand.Rand, p Paper) Paper {
		after := New(r, pick(r, slices.DeleteFunc(Languages(), func(l string) bool { return l == p.Language })))
		after.Host, after.Generator = p.Host, p.Generator
		return after
	}},
	{Name: "other newsroom, same publishing system", IsHandOver: true, apply: func(r *rand.Rand, p Paper) Paper {
		after := New(r, p.Language)
		after.Generator, after.Path = p.Generator, p.Path
		return after
	}},
	{Name: "other newsroom on the same domain", IsHandOver: true, apply: func(r *rand.Rand, p Paper) Paper {
		after := New(r, p.Language)
		after.Host = p.Host
		return after
	}},
	{Name: "address of a hosting platform reassigned", IsHandOver: true, apply: func(r *rand.Rand, p Paper) Paper {
		after := New(r, pick(r, Languages()))
		after.Generator, after.Path = p.Generator, p.Path
		after.Host = p.Host
		return after
	}},
	{Name: "links to a look-alike domain", IsHandOver: true, apply: func(r *rand.Rand, p Paper) Paper {
		after := p
		after.seed = r.Uint64()
		after.Host = lookalike(p.Host)
		return after
	}},
	{Name: "wire service takes over the address", IsHandOver: true, apply: func(r *rand.Rand, p Paper) Paper {
		after := New(r, p.Language)
		after.theme = wire
		return after
	}},

	{Name: "nothing", KeepsArticles: true, apply: same(func(*rand.Rand, *Paper) {})},
	{Name: "redesign", KeepsArticles: true, apply: same(func(r *rand.Rand, p *Paper) { p.Description = headline(r, *p) })},
	{Name: "other publishing system, articles kept", KeepsArticles: true, apply: same(func(r *rand.Rand, p *Paper) {
		p.Generator, p.Path = pick(r, generators), pick(r, paths)
	})},
	{Name: "other publishing system, without the archive", apply: same(func(r *rand.Rand, p *Paper) {
		p.Generator, p.Path, p.seed = pick(r, generators), pick(r, paths), r.Uint64()
		p.Certificate = []string{"shared-" + latin(r) + ".test"}
	})},
	{Name: "other publishing system, some articles kept", IsGradual: true, apply: same(func(r *rand.Rand, p *Paper) {
		p.Generator, p.Path, p.Description = pick(r, generators), pick(r, paths), headline(r, *p)
	})},
	{Name: "new sections and staff, some articles kept", IsGradual: true, apply: same(func(r *rand.Rand, p *Paper) {
		p.Authors = New(r, p.Language).Authors
		p.Categories = []string{word(r, p.Language), word(r, p.Language), word(r, p.Language)}
	})},
	{Name: "www and subdomains", ChangesIdentities: true, apply: same(func(r *rand.Rand, p *Paper) { p.Host = "www." + p.Host })},
	{Name: "edition in another language joins", KeepsArticles: true, apply: same(func(r *rand.Rand, p *Paper) {
		p.Declared = "en"
	})},
	{Name: "feed changes to another language edition", apply: same(func(r *rand.Rand, p *Paper) {
		edition := New(r, pick(r, slices.DeleteFunc(Languages(), func(l string) bool { return l == p.Language })))
		p.Language, p.Places, p.Categories, p.seed = edition.Language, edition.Places, sections[edition.Language], r.Uint64()
		if p.Authors != nil { // the authors of an edition write in its language
			p.Authors = edition.Authors
		}
	})},
	{Name: "sale, same newsroom", KeepsArticles: true, apply: same(func(r *rand.Rand, p *Paper) {
		p.Description, p.Generator = "Part of the "+word(r, "en")+" Media Group", pick(r, generators)
	})},
	{Name: "other hosting, shared certificate", apply: same(func(r *rand.Rand, p *Paper) {
		p.Certificate, p.Description = []string{"shared-" + latin(r) + ".test"}, headline(r, *p)
	})},
	{Name: "new name", KeepsArticles: true, apply: same(func(r *rand.Rand, p *Paper) {
		p.Name = nameOf(r, p.Language, word(r, p.Language))
	})},
	{Name: "new name and domain", KeepsArticles: true, apply: same(func(r *rand.Rand, p *Paper) {
		p.Name, p.Host = nameOf(r, p.Language, word(r, p.Language)), latin(r)+latin(r)+".test"
	})},
	{Name: "new domain", ChangesIdentities: true, apply: same(func(r *rand.Rand, p *Paper) {
		p.Host = latin(r) + latin(r) + ".test"
	})},
	{Name: "new addresses of articles", KeepsArticles: true, apply: same(func(r *rand.Rand, p *Paper) {
		p.Path = pick(r, paths)
	})},
	{Name: "new sections", apply: same(func(r *rand.Rand, p *Paper) {
		p.Categories = []string{word(r, p.Language), word(r, p.Language), word(r, p.Language)}
		p.Path = "/" + slugOf(latin(r)) + "/%s"
	})},
	{Name: "holiday topics", apply: same(func(r *rand.Rand, p *Paper) {
		p.extra, p.extraRate = holidays, 0.9
	})},
	{Name: "holiday topics, all articles new", apply: same(func(r *rand.Rand, p *Paper) {
		p.extra, p.extraRate, p.seed = holidays, 0.9, r.Uint64()
	})},
	{Name: "flood of wire articles", apply: same(func(r *rand.Rand, p *Paper) {
		p.extra, p.extraRate, p.seed = wire, 1, r.Uint64()
		if len(p.Authors) > 0 {
			p.Authors = []string{word(r, p.Language) + " Press", "AFP"}
		}
	})},
	{Name: "summer with few articles", KeepsArticles: true, apply: same(func(*rand.Rand, *Paper) {})},
	{Name: "new newsroom staff", KeepsArticles: true, apply: same(func(r *rand.Rand, p *Paper) {
		p.Authors = New(r, p.Language).Authors
	})},
	{Name: "feed title gets a section", KeepsArticles: true, apply: same(func(r *rand.Rand, p *Paper) {
		p.Name = pick(r, sections[p.Language]) + " | " + p.Name
	})},
}

// same returns a change of a paper that stays the same outlet.
func same(change func(*rand.Rand, *Paper)) func(*rand.Rand, Paper) Paper {
	return func(r *rand.Rand, p Paper) Paper {
		after := p
		change(r, &after)
		return after
	}
}

// having returns the languages that have a theme.
func having(t theme) (languages []string) {
	for _, language := range Languages() {
		if _, exists := texts[language][t]; exists {
			languages = append(languages, language)
		}
	}
	return languages
}

// blog returns the hand-over to a blog with a theme in one of the languages, or in that of the paper. It
// is on the domain of the paper.
func blog(t theme, languages ...string) func(*rand.Rand, Paper) Paper {
	return func(r *rand.Rand, p Paper) Paper {
		language := pick(r, languages)
		if language == "" {
			language = p.Language
		}
		if _, exists := texts[language][t]; !exists {
			language = "en"
		}
		after := New(r, language)
		after.theme, after.Host = t, p.Host
		after.Generator, after.Path = "https://wordpress.org/?v=6.8", "/%s/"
		after.Name = strings.ToUpper(latin(r)) + " " + pick(r, []string{"Hub", "World", "Zone", "Magazine", "Today"})
		after.Categories = []string{"Uncategorized", word(r, language)}
		if len(after.Authors) > 0 {
			after.Authors = after.Authors[:1]
		}
		return after
	}
}

// keepsName returns a hand-over after which the paper has the old name.
func keepsName(change func(*rand.Rand, Paper) Paper) func(*rand.Rand, Paper) Paper {
	return func(r *rand.Rand, p Paper) Paper {
		after := change(r, p)
		after.Name = p.Name
		return after
	}
}

// keepsDescription returns a hand-over after which the paper has the old name and description.
func keepsDescription(change func(*rand.Rand, Paper) Paper) func(*rand.Rand, Paper) Paper {
	return func(r *rand.Rand, p Paper) Paper {
		after := keepsName(change)(r, p)
		after.Description = p.Description
		return after
	}
}

// lookalike returns a domain in which a Latin letter is replaced by the Cyrillic one that looks the same.
func lookalike(host string) string {
	for _, pair := range [][2]string{{"a", "а"}, {"o", "о"}, {"e", "е"}, {"i", "і"}} {
		if strings.Contains(host[:len(host)-5], pair[0]) {
			return strings.Replace(host, pair[0], pair[1], 1)
		}
	}
	return host
}
