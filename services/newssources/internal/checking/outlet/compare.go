package outlet

import (
	"math"
	"slices"
	"strings"
)

const (
	// OtherScore is the minimum score of a document of another outlet. A lookalike domain, another language,
	// another vocabulary, promotion or advice can reach it alone; signals of the same outlet lower it.
	OtherScore = 3.25
	// minTokens is the number of words of new titles from which their vocabulary counts, and minHits
	// that of the known words that the profile lets expect among them.
	minTokens, minHits  = 12, 3
	otherLanguagePoints = 4.5
	// maxLanguagePoints are for a document that still declares the earlier language.
	maxLanguagePoints = otherLanguagePoints + 1
	// lookalikePoints decide: a homograph is made to look like the outlet in all other respects.
	lookalikePoints = 20
	// otherVocabulary is by how much fewer known words a text of another outlet has.
	otherVocabulary = 1. / 4
	// New titles are about one event, such as an election, if at least minRepeated of their words are in another
	// one, and this share is at least minRepeatedRise larger than in the known titles.
	minRepeated, minRepeatedRise = 0.6, 0.35
	// In a replacement, at least minReplaced of authors, sections, paths and publishing system were known and none
	// is kept, and wordPoints are at least minReplacedRatio, or minFirstReplacedRatio if the profile has one document.
	// In 8,000 generated moves of 24 newsrooms to another publishing system, they stayed below 2.0 and 2.8.
	minReplaced, minReplacedRatio, minFirstReplacedRatio, replacementPoints = 3, 2.2, 3.0, 2.5
	// contentPoints are added if vocabulary, authors or sections, and style or topic differ; or if no article is known,
	// the links have other forms and the share of titles of promotion and advice has risen by minOtherTopics.
	contentPoints, minOtherTopics = 2.5, 0.5
	// Points for another language fall from all at a known share of fewKnown to none at manyKnown: an outlet with a
	// new edition lists articles in both languages.
	fewKnown, manyKnown = 0.2, 0.45
	// doubtfulScore is the score above which a profile does not learn from a document at once.
	doubtfulScore = 0
)

// Signal is one difference or similarity between a document and the profile. Positive points show
// another outlet, negative ones the same outlet.
type Signal struct {
	Name   string  `json:"name"`
	Before string  `json:"before,omitempty"`
	After  string  `json:"after,omitempty"`
	Points float64 `json:"points"`
}

// Comparison is the result of comparing a document with a profile.
type Comparison struct {
	Score   float64
	Signals []Signal
}

// IsOther reports whether the document belongs to another outlet.
func (c Comparison) IsOther() bool { return c.Score >= OtherScore }

// IsDoubtful reports whether a profile does not learn from the document at once.
func (c Comparison) IsDoubtful() bool { return c.Score > doubtfulScore }

// DoubtfulComparison returns a comparison whose document is doubtful: it is compared again with the next items.
func DoubtfulComparison() Comparison { return Comparison{Score: doubtfulScore + 1} }

func (c *Comparison) add(name, before, after string, points float64) {
	if points != 0 {
		c.Score += points
		c.Signals = append(c.Signals, Signal{name, before, after, points})
	}
}

// remove removes signals with positive points.
func (c *Comparison) remove(names ...string) {
	c.Signals = slices.DeleteFunc(c.Signals, func(s Signal) bool {
		isRemoved := s.Points > 0 && slices.Contains(names, s.Name)
		if isRemoved {
			c.Score -= s.Points
		}
		return isRemoved
	})
}

// points returns the points of a signal.
func (c *Comparison) points(name string) float64 {
	for _, s := range c.Signals {
		if s.Name == name {
			return s.Points
		}
	}
	return 0
}

// Compare compares the new items of a document, and what the document says of its outlet, with the profile.
func (p *Profile) Compare(o Outline) Comparison {
	c := Comparison{}
	if len(o.Titles) == 0 && o.Items == 0 {
		return c
	}
	weight := documentWeight(o.KnownShare)
	c.add("name", p.Name, o.Name, weight*namePoints(p.Name, o.Name))
	c.add("description", p.Description, o.Description, weight*descriptionPoints(p.Description, o.Description))
	c.add("continuity", "", "", continuityPoints(p, o))
	c.add("domains", list(p.Domains), list(o.Domains), domainPoints(p.Domains, o.Domains, weight))
	c.add("authors", list(p.Authors), list(o.Authors), authorPoints(p.Authors, o))
	// Common categories are a weak signal: many outlets have "sport".
	c.add("categories", list(p.Categories), list(o.Categories), overlapPoints(p.Categories, o.Categories, 0.3, 1, -0.5))
	c.add("generator", p.Generator, o.Generator, weight*generatorPoints(p.Generator, o.Generator))
	c.add("forms", list(p.Forms), list(o.Forms), weight*overlapPoints(p.Forms, o.Forms, 0.2, 0.5, -0.5))
	c.add("hosts", list(p.Hosts), list(o.Hosts), weight*overlapPoints(p.Hosts, o.Hosts, 0.3, 1, -1))
	c.add("certificate", list(p.Certificate), list(o.Certificate), certificatePoints(p.Certificate, o.Certificate))
	c.add("template", "", "", weight*overlapPoints(p.Classes, o.Classes, 0.3, 1, -1))
	c.add("style", "", "", stylePoints(p.Titles, o.Titles))
	c.add("vocabulary", "", "", p.vocabularyPoints(o.Titles))
	c.add("replacement", "", "", p.replacementPoints(o))
	c.add("promotion", "", "", promotionPoints(p.Titles, o.Titles))
	c.add("advice", "", "", advicePoints(p.Titles, o.Titles))
	// The detection takes milliseconds, so it is left out if the score cannot reach OtherScore.
	if c.Score+maxLanguagePoints >= OtherScore {
		p.compareLanguage(&c, o)
	}
	topic := max(c.points("promotion"), c.points("advice"))
	switch {
	case c.points("vocabulary") >= 1.5 && max(c.points("authors"), c.points("categories")) > 0 &&
		max(c.points("style"), topic) > 0:
		// The words differ, and so do the people or sections, and the style or topic of the titles.
		c.add("content", "", "", contentPoints)
	case topic > 0 && c.points("continuity") > 0 && c.points("forms") >= 0 &&
		promotionShare(o.Titles)-promotionShare(p.Titles) >= minOtherTopics:
		// No article is known, the links have other forms, and the share of promotion and advice has risen by half of
		// all titles. A paper publishes seasonal guides at addresses like the others.
		c.add("content", "", "", contentPoints)
	}
	return c
}

// documentWeight returns the weight of the signals of the document, such as its name and publishing system: from 1
// without known items to 0. While articles are kept, these signals say little, because an outlet may change them
// and a new owner may keep them.
func documentWeight(knownShare float64) float64 {
	rest := max(0, 1-1.5*knownShare)
	return rest * rest
}

// compareLanguage adds the signal of the detected language, or of the declared one if none is
// detected. Titles with the usual words are not in another language. Another language, a close one that the document
// declares, and another script explain other words, categories, capital letters and authors, whose signals are then
// removed.
func (p *Profile) compareLanguage(c *Comparison, o Outline) {
	before, after := languagesOf(p.Titles), languagesOf(o.Titles)
	isOther, isKnown := haveOtherLanguage(before, after)
	isDeclared := p.Language != "" && o.Language != "" && p.Language != o.Language
	points := 0.0
	switch {
	case (isOther || isDeclared && !isKnown) && c.points("vocabulary") >= 0:
		c.remove("vocabulary", "categories", "style", "authors")
		points = otherLanguagePoints
	case isKnown && !isOther:
		points = -0.5
		if isDeclared || isCyrillic(p.Titles) != isCyrillic(o.Titles) {
			c.remove("vocabulary", "categories", "style", "authors")
		}
	case isDeclared:
		points = 1
	}
	if points == otherLanguagePoints {
		switch {
		case p.Language != "" && p.Language == o.Language: // an edition in another language would declare it
			points = maxLanguagePoints
		case c.points("name") < 0: // it may be an edition
			points--
		}
		points *= min(max((manyKnown-o.KnownShare)/(manyKnown-fewKnown), 0), 1)
	}
	c.add("language", list(before), list(after), points)
}

func namePoints(before, after string) float64 {
	if before == "" || after == "" {
		return 0
	}
	switch similarity := nameSimilarity(before, after); {
	case similarity >= 0.7:
		return -1.5
	case similarity > 0.35: // such as “Northfield Gazette” and “Westfield Gazette”
		return 1.5
	}
	return 3
}

func descriptionPoints(before, after string) float64 {
	if before == "" || after == "" {
		return 0
	}
	switch similarity := nameSimilarity(before, after); {
	case similarity >= 0.6:
		return -0.5
	case similarity <= 0.35:
		return 1
	}
	return 0
}

// continuityPoints: a document without a known item, although the documents before had some, began anew.
func continuityPoints(p *Profile, o Outline) float64 {
	switch {
	case o.KnownShare > 0:
		return -0.5 - 1.5*o.KnownShare
	case o.Items >= 3 && p.Overlap >= 0.3:
		return 2
	}
	return 0
}

// domainPoints compares the domains of the links. A lookalike counts regardless of weight.
func domainPoints(before, after []string, weight float64) float64 {
	if len(before) == 0 || len(after) == 0 {
		return 0
	}
	for _, a := range after {
		for _, b := range before {
			if isLookalike(a, b) {
				return lookalikePoints
			}
		}
	}
	switch known := shareOf(after, before); {
	case len(before) > maxDomains/2 && known == 0: // a feed that links to many sites
		return 0
	case known == 0:
		return 2.5 * weight
	case known >= 0.5: // weak, because a buyer of the domain also links to it
		return -0.5 * weight
	}
	return 0
}

// overlapPoints returns none if no value of after is among before, some if at least a share is.
func overlapPoints(before, after []string, share, none, some float64) float64 {
	if len(before) < 2 || len(after) == 0 {
		if len(before) == 1 && slices.Contains(after, before[0]) {
			return some
		}
		return 0
	}
	switch known := shareOf(after, before); {
	case known == 0 && len(after) >= min(2, len(before)):
		return none
	case known >= share:
		return some
	}
	return 0
}

// authorPoints compares the authors of new items. No author, or a single other one, is weaker evidence than
// several others.
func authorPoints(before []string, o Outline) float64 {
	if len(before) >= 2 && len(o.Titles) >= 5 {
		switch {
		case len(o.Authors) == 0:
			return 0.75
		case len(o.Authors) == 1 && !slices.Contains(before, o.Authors[0]):
			return 1
		}
	}
	return overlapPoints(before, o.Authors, 0.2, 2, -4)
}

// shareOf returns the share of the values that are in a list.
func shareOf(values, in []string) float64 {
	n := 0
	for _, v := range values {
		if slices.Contains(in, v) {
			n++
		}
	}
	return float64(n) / float64(len(values))
}

func generatorPoints(before, after string) float64 {
	switch {
	case before == after && before == "":
		return 0
	case before == after:
		return -0.5
	case before == "" || after == "":
		return 1
	}
	return 1.5
}

// stylePoints compares the use of capital letters and the length of titles.
func stylePoints(before, after []string) float64 {
	if len(before) < 3 || len(after) < 3 {
		return 0
	}
	caseBefore, lengthBefore := titleCase(before)
	caseAfter, lengthAfter := titleCase(after)
	if lengthBefore == 0 || lengthAfter == 0 {
		return 0
	}
	ratio := lengthAfter / lengthBefore
	if math.Abs(caseAfter-caseBefore) > 0.35 || ratio > 1.8 || ratio < 1/1.8 {
		return 1.5
	}
	return -0.5
}

// vocabularyPoints compares the number of known words among those of new titles with what is usual for
// the endpoint. The words of titles about one event do not count.
func (p *Profile) vocabularyPoints(titles []string) float64 {
	ratio, usual, total := p.wordPoints(titles)
	repeated := repeatedShare(titles)
	isOneEvent := repeated >= minRepeated && repeated >= repeatedShare(p.Titles)+minRepeatedRise
	if total < minTokens || usual*float64(total) < minHits || isOneEvent {
		return 0
	}
	most := min(4, 1.5+0.5*float64(p.Documents)) // Coverage is uncertain at first
	return min(max(ratio, -2), most)
}

// wordPoints returns the logarithm of the ratio of the likelihoods of the known words among those of titles in another
// outlet and in the same one, divided by 1.5; the share of known words that is usual; and the number of words.
func (p *Profile) wordPoints(titles []string) (ratio, usual float64, total int) {
	hits, total := coverage(wordSet(p.Words), titles)
	usual = min(max(p.Coverage, 0.02), 0.95)
	rare, known := usual*otherVocabulary, float64(hits)
	ratio = known*math.Log(rare/usual) + (float64(total)-known)*math.Log((1-rare)/(1-usual))
	return ratio / 1.5, usual, total
}

// replacementPoints returns points if only the name is left: no item is known, and the authors, sections,
// paths, publishing system and words are all others. A newsroom that moves to another publishing system may drop its
// archive, authors and sections, but its titles have words as before.
func (p *Profile) replacementPoints(o Outline) float64 {
	least := minReplacedRatio
	if p.Documents == 1 {
		least = minFirstReplacedRatio
	}
	ratio, _, _ := p.wordPoints(o.Titles)
	if ratio < least || continuityPoints(p, o) <= 0 {
		return 0
	}
	replaced := 0
	for _, values := range [][2][]string{{p.Authors, o.Authors}, {p.Categories, o.Categories}, {p.Forms, o.Forms},
		{{p.Generator}, {o.Generator}}} {
		switch before, after := values[0], values[1]; {
		case len(before) == 0 || before[0] == "":
		case len(after) == 0 || shareOf(after, before) == 0:
			replaced++
		default:
			return 0
		}
	}
	if replaced < minReplaced {
		return 0
	}
	return replacementPoints
}

// list returns the first values of a list for people.
func list(values []string) string { return strings.Join(values[:min(len(values), 3)], ", ") }
