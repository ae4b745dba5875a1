package httpapi

import (
	"cmp"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// pageLimit returns the requested number of rows, or the default of the contract.
func pageLimit(limit *int) int { return cmp.Or(valueOrZero(limit), 50) }

// idCursor parses the cursor of a list that is ordered by id.
func idCursor(text *string) (uuid.UUID, error) {
	if valueOrZero(text) == "" {
		return uuid.Nil, nil
	}
	id, err := uuid.Parse(*text)
	if err != nil {
		return uuid.Nil, problem.New(problem.InvalidCursor,
			"The cursor does not belong to this list. Start from the first page.")
	}
	return id, nil
}

// trimPage drops the row beyond limit, which was read to detect a next page, and returns the cursor
// of that page.
func trimPage[T any](list []T, limit int, id func(T) uuid.UUID) ([]T, *string) {
	if len(list) <= limit {
		return list, nil
	}
	next := id(list[limit-1]).String()
	return list[:limit], &next
}
