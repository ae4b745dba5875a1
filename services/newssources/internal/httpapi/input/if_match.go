package input

import (
	"strconv"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// IfMatch parses the If-Match header of a change. It is required, and `*` is rejected, because
// without the version that the client read, a change could overwrite another member's change.
func IfMatch(header *string) (int, error) {
	text := strings.TrimSpace(convert.OrZero(header))
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
