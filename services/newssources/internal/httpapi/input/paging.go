package input

import (
	"cmp"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// PageLimit returns the requested number of rows, or the default of the contract.
func PageLimit(limit *int) int { return cmp.Or(convert.OrZero(limit), 50) }

// IDCursor parses the cursor of a list that is ordered by id.
func IDCursor(text *string) (uuid.UUID, error) {
	if convert.OrZero(text) == "" {
		return uuid.Nil, nil
	}
	id, err := uuid.Parse(*text)
	if err != nil {
		return uuid.Nil, problem.New(problem.InvalidCursor,
			"The cursor does not belong to this list. Start from the first page.")
	}
	return id, nil
}
