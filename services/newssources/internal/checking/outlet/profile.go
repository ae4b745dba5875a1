package outlet

import (
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

const (
	// learnRate is the weight of a document in the means of a profile.
	learnRate = 0.2
	// usualCoverage is the assumed Coverage of a profile whose first document has too few words.
	usualCoverage = 0.08
	// maxPending is the number of doubtful documents in a row after which a profile learns from them.
	maxPending = 2
)

// Profile is what the documents of an endpoint had in common so far. The JSON names are stored.
type Profile struct {
	Outline
	Words []byte `json:"content_words,omitempty"` // hashes of the words of the titles without stop words
	// Coverage is the mean share of the words of new titles that earlier titles have, and Overlap the
	// mean share of known items in a document.
	Coverage  float64 `json:"content_coverage"`
	Overlap   float64 `json:"overlap"`
	Documents int     `json:"documents"`
	// Pending is the outline of the doubtful documents since the profile last learned. Their items are compared
	// again, together with those of the next document.
	Pending          *Outline `json:"pending,omitempty"`
	PendingDocuments int      `json:"pending_documents,omitempty"`
}

// NewProfile returns the profile after the first document.
func NewProfile(o Outline) *Profile {
	p := &Profile{Outline: o, Words: addWords(nil, o.Titles), Documents: 1, Overlap: 1, Coverage: usualCoverage}
	p.KnownShare = 0
	if hits, total := innerCoverage(o.Titles); total >= minTokens {
		// The titles of later documents have about twice as many known words. The mean is less uncertain.
		p.Coverage = (usualCoverage + 2*float64(hits)/float64(total)) / 2
	}
	return p
}

// IsPending reports whether an item is one of the pending ones.
func (p *Profile) IsPending(item *feed.Item) bool {
	return p.Pending != nil && slices.Contains(p.Pending.Titles, titleOf(item))
}

// AddPending returns the outline of a document with the pending items.
func (p *Profile) AddPending(o Outline) Outline {
	if p.Pending == nil {
		return o
	}
	o.Domains = addBefore(o.Domains, p.Pending.Domains, maxDomains)
	o.Forms = addBefore(o.Forms, p.Pending.Forms, maxForms)
	o.Authors = addBefore(o.Authors, p.Pending.Authors, maxBylines)
	o.Categories = addBefore(o.Categories, p.Pending.Categories, maxBylines)
	o.Titles = addBefore(o.Titles, p.Pending.Titles, 2*maxTitles)
	return o
}

// DropPending forgets the pending items.
func (p *Profile) DropPending() { p.Pending, p.PendingDocuments = nil, 0 }

// Learn adds a document and the pending items to the profile. A doubtful document becomes pending instead, unless
// maxPending documents already are.
func (p *Profile) Learn(o Outline, c Comparison) {
	if c.IsDoubtful() && p.PendingDocuments < maxPending {
		p.Pending, p.PendingDocuments = &o, p.PendingDocuments+1
		return
	}
	p.DropPending()
	if len(p.Words) == 0 { // a new profile, or one of a version that stored other words
		p.Coverage = usualCoverage
	} else if hits, total := coverage(wordSet(p.Words), o.Titles); total >= minTokens {
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
