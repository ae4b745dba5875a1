package convert

import (
	"github.com/google/uuid"
)

// TrimPage drops the row beyond limit, which was read to detect a next page, and returns the cursor
// of that page.
func TrimPage[T any](list []T, limit int, id func(T) uuid.UUID) ([]T, *string) {
	if len(list) <= limit {
		return list, nil
	}
	next := id(list[limit-1]).String()
	return list[:limit], &next
}
