package tableimport

import (
	"math/rand/v2"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
)

// TestRowIndex compares the index with a map, with hashes that share their first slots.
func TestRowIndex(t *testing.T) {
	if tablefile.MaxStreamedRows >= 1<<numberBits {
		t.Fatal("the number of a row may have too many bits")
	}
	random := rand.New(rand.NewPCG(1, 2))
	var index rowIndex
	want := map[uint64]int{}
	for number := 1; number <= 20*firstSlots; number++ {
		hash := random.Uint64()
		if number%100 == 0 {
			hash = hash>>numberBits<<numberBits | 7
		}
		want[hash] = number
		index.set(hash, number)
		if number%5 == 0 {
			want[hash] = number + 1
			index.set(hash, number+1)
		}
	}
	for hash, number := range want {
		if got := index.get(hash); got != number {
			t.Fatalf("%x: %d, want %d", hash, got, number)
		}
		if _, ok := want[hash+1<<numberBits]; !ok && index.get(hash+1<<numberBits) != 0 {
			t.Fatalf("%x was never set", hash+1<<numberBits)
		}
	}
	slots := 0
	for _, table := range index.tables {
		slots += len(table)
	}
	if slots > 3*len(want) {
		t.Errorf("%d slots for %d hashes", slots, len(want))
	}
}
