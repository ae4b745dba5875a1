package httpapi

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// etag returns the ETag of a version.
func etag(version int) string { return strconv.Quote(strconv.Itoa(version)) }

// sourceETag returns the ETag of a source: its version, and a hash of the versions of its
// endpoints, which its response contains. A change of the source's own fields compares only the
// version: endpoints have ETags of their own.
func sourceETag(s *source.Source) string {
	if len(s.Endpoints) == 0 {
		return etag(s.Version)
	}
	hash := fnv.New32a()
	for _, e := range s.Endpoints {
		fmt.Fprintf(hash, "%s %d ", e.ID, e.Version)
	}
	return strconv.Quote(fmt.Sprintf("%d-%08x", s.Version, hash.Sum32()))
}

// ifMatch parses the If-Match header of a change. It is required, and `*` is rejected, because
// without the version that the client read, a change could overwrite another member's change.
func ifMatch(header *string) (int, error) {
	text := strings.TrimSpace(valueOrZero(header))
	if text == "" {
		return 0, problem.New(problem.VersionRequired, "Send the ETag that you read in the If-Match header, so that no "+
			"other change is overwritten.")
	}
	number, _, _ := strings.Cut(strings.Trim(strings.TrimPrefix(text, "W/"), `"`), "-")
	version, err := strconv.Atoi(number)
	if err != nil {
		return 0, problem.New(problem.StaleVersion, "The ETag in If-Match is not valid. Load the current version and "+
			"repeat the change.")
	}
	return version, nil
}
