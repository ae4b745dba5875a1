// Package sourcelist reads the register: lists, searches, counts and facets of sources, and the list of all endpoints. The
// cost of a read does not grow with the register (ADR 14).
package sourcelist

import "github.com/newsources/newsources/services/newssources/internal/postgres"

// Reader reads lists and counts. It is safe for concurrent use.
type Reader struct {
	db          *postgres.DB
	caches      caches
	manyDueFrom int
}

// NewReader returns a reader of the register in db.
func NewReader(db *postgres.DB) *Reader { return &Reader{db, newCaches(), manyDueFrom} }
