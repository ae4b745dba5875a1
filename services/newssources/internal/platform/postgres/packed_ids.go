package postgres

import (
	"database/sql/driver"
	"fmt"

	"github.com/google/uuid"
)

// PackedIDs are ids in a column of type bytea, 16 bytes each. Storing 100,000 of them takes 50 ms without
// compression, compared with 400 ms for a compressed uuid[].
type PackedIDs []uuid.UUID

// Value implements driver.Valuer.
func (p PackedIDs) Value() (driver.Value, error) {
	if p == nil {
		return nil, nil
	}
	packed := make([]byte, 0, len(p)*len(uuid.UUID{}))
	for _, id := range p {
		packed = append(packed, id[:]...)
	}
	return packed, nil
}

// Scan implements sql.Scanner.
func (p *PackedIDs) Scan(value any) error {
	packed, _ := value.([]byte)
	const size = len(uuid.UUID{})
	if len(packed)%size != 0 {
		return fmt.Errorf("%d bytes are not a multiple of %d", len(packed), size)
	}
	*p = make(PackedIDs, len(packed)/size)
	for i := range *p {
		copy((*p)[i][:], packed[i*size:])
	}
	return nil
}
