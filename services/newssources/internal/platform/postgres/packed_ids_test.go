package postgres

import (
	"slices"
	"testing"

	"github.com/google/uuid"
)

func TestPackedIDs(t *testing.T) {
	t.Parallel()
	for _, ids := range [][]uuid.UUID{nil, {}, {uuid.New()}, {uuid.New(), uuid.New(), uuid.New()}} {
		value, err := PackedIDs(ids).Value()
		if err != nil {
			t.Fatal(err)
		}
		var got PackedIDs
		if err := got.Scan(value); err != nil || !slices.Equal(got, ids) || (value == nil) != (ids == nil) {
			t.Errorf("%v becomes %v: %v", ids, got, err)
		}
	}
	if err := new(PackedIDs).Scan(make([]byte, 17)); err == nil {
		t.Error("17 bytes are accepted")
	}
}
