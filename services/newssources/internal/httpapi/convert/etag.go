package convert

import (
	"fmt"
	"hash/fnv"
	"strconv"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// ETag returns the ETag of a version.
func ETag(version int) string { return strconv.Quote(strconv.Itoa(version)) }

// SourceETag returns the ETag of a source: its version, and a hash of the versions of its
// endpoints, which its response contains. A change of the source's own fields compares only the
// version: endpoints have ETags of their own.
func SourceETag(s *source.Source) string {
	if len(s.Endpoints) == 0 {
		return ETag(s.Version)
	}
	hash := fnv.New32a()
	for _, e := range s.Endpoints {
		fmt.Fprintf(hash, "%s %d ", e.ID, e.Version)
	}
	return strconv.Quote(fmt.Sprintf("%d-%08x", s.Version, hash.Sum32()))
}
