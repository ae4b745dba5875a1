// Package sourcelist reads the register: lists, searches, counts and facets of sources, and the
// list of all endpoints. The cost of a read does not grow with the register (ADR 49).
package sourcelist

import (
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/ttlcache"
)

const (
	// countLimit is the number of matches up to which a list is sorted, and totals and facets are
	// exact. Reading that many takes about 10 ms; larger totals need no precision, because people
	// narrow such a search instead of reading hundreds of pages.
	countLimit = 10_000
	// readTimeout bounds the database statements of lists and facets. It is longer than the slowest
	// useful search in 1,000,000 sources on a busy server.
	readTimeout = 2 * time.Second
	// languagesTTL is how long the languages in use are reused; a new one is found after this time.
	languagesTTL = 5 * time.Second
)

// Reader reads lists and counts. It is safe for concurrent use.
type Reader struct {
	db        *postgres.DB
	languages *ttlcache.Cache[struct{}, []string] // the languages in use
	limit     int                                 // countLimit; lower in tests
}

// NewReader returns a reader of the register in db.
func NewReader(db *postgres.DB) *Reader {
	return &Reader{db: db, languages: ttlcache.New[struct{}, []string](1), limit: countLimit}
}

// searchProblem converts the time-out of a database statement to a search_too_broad problem.
func searchProblem(err error) error {
	if !postgres.IsStatementTimeout(err) {
		return err
	}
	return problem.Wrap(err, problem.SearchTooBroad,
		"This search takes too long. Add a longer word or a filter to narrow it.")
}
