package outlet

import "slices"

// learnRate is the weight of a document in the means of a profile.
const learnRate = 0.2

// Profile is what the documents of an endpoint had in common so far. The JSON names are stored.
type Profile struct {
	Outline
	Words []byte `json:"words,omitempty"` // hashes of the words of the titles
	// Coverage is the mean share of the words of new titles that earlier titles have, and Overlap the
	// mean share of known items in a document.
	Coverage  float64 `json:"coverage"`
	Overlap   float64 `json:"overlap"`
	Documents int     `json:"documents"`
}

// NewProfile returns the profile after the first document.
func NewProfile(o Outline) *Profile {
	p := &Profile{Outline: o, Words: addWords(nil, o.Titles), Documents: 1, Overlap: 1}
	p.KnownShare = 0
	if hits, total := innerCoverage(o.Titles); total > 0 {
		p.Coverage = float64(hits) / float64(total)
	}
	return p
}

// Learn adds a document of the same outlet.
func (p *Profile) Learn(o Outline) {
	if hits, total := coverage(wordSet(p.Words), o.Titles); total >= minTokens {
		p.Coverage += learnRate * (float64(hits)/float64(total) - p.Coverage)
	}
	p.Overlap += learnRate * (o.KnownShare - p.Overlap)
	p.Documents++
	p.Words = addWords(p.Words, o.Titles)
	before := p.Outline
	p.Outline = o
	p.KnownShare = 0
	p.Domains = addBefore(o.Domains, before.Domains, maxDomains)
	p.Forms = addBefore(o.Forms, before.Forms, maxForms)
	p.Authors = addBefore(o.Authors, before.Authors, maxBylines)
	p.Categories = addBefore(o.Categories, before.Categories, maxBylines)
	p.Hosts = addBefore(o.Hosts, before.Hosts, maxPageParts)
	p.Titles = addBefore(o.Titles, before.Titles, maxTitles)
	if o.Name == "" {
		p.Name = before.Name
	}
	if len(o.Classes) == 0 {
		p.Classes = before.Classes
	}
	if len(o.Certificate) == 0 {
		p.Certificate = before.Certificate
	}
}

// addBefore returns the values of both lists, first those of the newer one.
func addBefore(newer, older []string, limit int) []string {
	list := slices.Clone(newer[:min(len(newer), limit)])
	for _, value := range older {
		list = addFirst(list, limit, value)
	}
	return list
}
