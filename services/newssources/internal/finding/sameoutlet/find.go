// Package sameoutlet finds pairs of sources that may be the same outlet, and makes a suggestion for
// each (ADR 68).
package sameoutlet

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

const (
	// maxPairs is the number of pairs up to which a search continues. A person decides each pair, so
	// more are of no use, and each takes about 300 bytes.
	maxPairs = 20_000
	// maxGroup is the maximum number of sources that share a name or a domain. More sources with one
	// name, such as “La Voz”, are different outlets.
	maxGroup = 4
)

// Finder finds pairs of sources. It is safe for concurrent use.
type Finder struct {
	// Enqueue starts the job that calls Run now instead of at its next interval. It does nothing while there
	// is such a job.
	Enqueue func(context.Context) error

	db          *postgres.DB
	suggestions *suggestion.Suggestions
}

// New returns the finder for a database.
func New(db *postgres.DB, suggestions *suggestion.Suggestions) *Finder {
	return &Finder{db: db, suggestions: suggestions}
}

// Run searches all sources for pairs and stores them.
func (f *Finder) Run(ctx context.Context) error {
	p := pairs{}
	for _, find := range []func(context.Context, pairs) error{
		f.findItems, f.findAddresses, f.findRedirects, f.findAliases, f.findDomains, f.findNames,
	} {
		if err := find(ctx, p); err != nil {
			return err
		}
	}
	isComplete := len(p) < maxPairs
	if err := f.dropParts(ctx, p); err != nil {
		return err
	}
	return f.suggestions.SavePairs(ctx, p.list(), isComplete)
}

// dropParts removes the pairs of a source and its parent, which are separate sources on purpose.
func (f *Finder) dropParts(ctx context.Context, p pairs) error {
	var part, parent uuid.UUID
	return f.each(ctx, "SELECT id, parent_id FROM sources WHERE parent_id IS NOT NULL", []any{&part, &parent}, func() {
		delete(p, keyOf(part, parent))
	})
}

// key identifies a pair: the source that was added later, and the other one.
type key struct{ newer, older uuid.UUID }

// keyOf returns the key of a pair in any order.
func keyOf(a, b uuid.UUID) key {
	if bytes.Compare(a[:], b[:]) < 0 { // ids begin with the time
		return key{b, a}
	}
	return key{a, b}
}

// pairs are the reasons of pairs, in the order in which they were found.
type pairs map[key][]suggestion.Reason

// add adds a reason of a pair. It drops new pairs when there are maxPairs.
func (p pairs) add(a, b uuid.UUID, kind suggestion.ReasonKind, text string) {
	k := keyOf(a, b)
	reasons, isKnown := p[k]
	isRepeated := slices.ContainsFunc(reasons, func(r suggestion.Reason) bool { return r.Kind == kind })
	if a == b || isRepeated || !isKnown && len(p) >= maxPairs {
		return
	}
	p[k] = append(reasons, suggestion.Reason{Kind: kind, Text: text})
}

// list returns the pairs in a fixed order, those with most reasons last, because lists show the newest
// suggestions first.
func (p pairs) list() []suggestion.Pair {
	list := make([]suggestion.Pair, 0, len(p))
	for k, reasons := range p {
		list = append(list, suggestion.Pair{ID: k.newer, OtherID: k.older, Reasons: reasons})
	}
	slices.SortFunc(list, func(a, b suggestion.Pair) int {
		return cmp.Or(cmp.Compare(len(a.Reasons), len(b.Reasons)), bytes.Compare(a.ID[:], b.ID[:]),
			bytes.Compare(a.OtherID[:], b.OtherID[:]))
	})
	return list
}

// addGroup adds the pairs of a group of sources.
func (p pairs) addGroup(ids []uuid.UUID, kind suggestion.ReasonKind, text string) {
	for i, a := range ids {
		for _, b := range ids[i+1:] {
			p.add(a, b, kind, text)
		}
	}
}
