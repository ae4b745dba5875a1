package sameoutlet

import (
	"fmt"
	"hash/maphash"
	"runtime"
	"testing"

	"github.com/google/uuid"
)

// BenchmarkNames compares the names of 1,000,000 sources in 20 countries, and reports the memory in use.
func BenchmarkNames(b *testing.B) {
	for b.Loop() {
		p, n := pairs{}, countryNames{seed: maphash.MakeSeed()}
		var used, most runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&used)
		for range 20 {
			for i := range 50_000 {
				n.add(uuid.New(), fmt.Sprintf("Diario de Villa %x", i*2654435761), fmt.Sprintf("villa-%x.example", i))
			}
			runtime.ReadMemStats(&most)
			n.pair(p)
		}
		b.ReportMetric(float64(most.HeapAlloc-used.HeapAlloc)/(1<<20), "MiB")
		b.ReportMetric(float64(len(p)), "pairs")
	}
}
