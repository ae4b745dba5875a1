// Package sourcelist reads the register: lists, searches, counts and facets of sources, and the list of all endpoints. The
// cost of a read does not grow with the register (ADR 14).
package sourcelist

import (
	"sync/atomic"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/postgres"
)

// Reader reads lists and counts. It is safe for concurrent use.
type Reader struct {
	db          *postgres.DB
	caches      caches
	manyDueFrom int
	// incidentSince is the start of the open incident of the service that the last read found, or nil.
	incidentSince atomic.Pointer[time.Time]
}

// NewReader returns a reader of the register in db.
func NewReader(db *postgres.DB) *Reader {
	return &Reader{db: db, caches: newCaches(), manyDueFrom: manyDueFrom}
}
