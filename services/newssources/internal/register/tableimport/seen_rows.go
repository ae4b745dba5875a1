package tableimport

import (
	"context"
	"hash/maphash"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// seenRows has the number of the first row of each outlet and of the last row of each feed.
type seenRows struct {
	outlets, feeds maphash.Seed // distinguish the outlet of a row from a feed with the same text
	numbers        rowIndex
}

func newSeenRows() seenRows { return seenRows{outlets: maphash.MakeSeed(), feeds: maphash.MakeSeed()} }

// read adds the stored rows that were checked.
func (s *seenRows) read(ctx context.Context, db *postgres.DB, table *Table) error {
	rows, err := db.Pool.Query(ctx, `
		SELECT r.number, r.result, r.outlet, r.url_keys
		FROM table_rows r
		WHERE r.import_id = $1 AND r.number <= $2
		ORDER BY r.number`, table.ID, table.Checked)
	if err != nil {
		return err
	}
	var r Row
	_, err = pgx.ForEachRow(rows, []any{&r.Number, &r.Result, &r.outlet, &r.urlKeys}, func() error {
		s.add(&r)
		return nil
	})
	return err
}

// add adds a checked row.
func (s *seenRows) add(r *Row) {
	if !r.claims() {
		return
	}
	if outlet := maphash.String(s.outlets, r.outlet); s.numbers.get(outlet) == 0 {
		s.numbers.set(outlet, r.Number)
	}
	for _, key := range r.urlKeys {
		s.numbers.set(maphash.String(s.feeds, key), r.Number)
	}
}

// find adds the numbers of the earlier rows with the outlet or a feed of a row.
func (s *seenRows) find(p *parsed, numbers map[int32]bool) {
	if p.err != nil {
		return
	}
	var hashes []uint64
	for _, suffix := range []string{"", archivedSuffix, archivedSuffix + " " + p.id.String()} {
		for _, o := range []source.Outlet{p.outlet, p.parent, listfile.WithoutSubdomain(p.parent)} {
			hashes = append(hashes, maphash.String(s.outlets, o.Domain+o.PathPrefix+suffix))
		}
		for _, f := range p.feeds {
			hashes = append(hashes, maphash.String(s.feeds, f.key()+suffix))
		}
	}
	for _, hash := range hashes {
		if number := s.numbers.get(hash); number > 0 {
			numbers[int32(number)] = true
		}
	}
}

// rowIndex maps hashes to the numbers of rows in 11 to 22 bytes per hash, less than half of what a Go map takes. It
// is a list of hash tables with linear probing. A full table is followed by one of twice the size, so that nothing is
// copied. A slot holds the upper 44 bits of the hash and the number; 0 is an empty slot. A lookup compares up to
// 80 slots: two of 3,000,000 hashes collide in about 1 of 80,000 imports. A duplicate that is missed because
// of that is refused when the import is applied.
type rowIndex struct {
	tables [][]uint64
	free   int // slots of the last table that may still be used
}

const (
	// numberBits is the number of bits of the number of a row, which is at most tablefile.MaxStreamedRows.
	numberBits = 20
	// firstSlots is the number of slots of the first hash table.
	firstSlots = 1 << 12
)

// get returns the number of a hash, or 0.
func (x *rowIndex) get(hash uint64) int {
	for _, slots := range x.tables {
		if slot := slotOf(slots, hash); *slot != 0 {
			return int(*slot & (1<<numberBits - 1))
		}
	}
	return 0
}

// set sets the number of a hash.
func (x *rowIndex) set(hash uint64, number int) {
	var slot *uint64
	for _, slots := range x.tables {
		if slot = slotOf(slots, hash); *slot != 0 {
			break
		}
	}
	if slot == nil || *slot == 0 {
		if x.free == 0 {
			size := firstSlots << len(x.tables)
			x.tables, x.free = append(x.tables, make([]uint64, size)), size*3/4
		}
		x.free--
		slot = slotOf(x.tables[len(x.tables)-1], hash)
	}
	*slot = hash>>numberBits<<numberBits | uint64(number)
}

// slotOf returns the slot of a hash, or the empty slot in which it belongs.
func slotOf(slots []uint64, hash uint64) *uint64 {
	last := uint64(len(slots) - 1)
	i := hash & last
	for slots[i] != 0 && slots[i]>>numberBits != hash>>numberBits {
		i = (i + 1) & last
	}
	return &slots[i]
}
