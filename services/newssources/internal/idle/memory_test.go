package idle

import (
	"context"
	"runtime/metrics"
	"testing"
	"testing/synctest"
	"time"
)

// TestReleaseMemory checks that memory is released once after a busy interval, and neither during it nor again without allocations.
func TestReleaseMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go ReleaseMemory(ctx)
		synctest.Wait()
		start := releases()
		block = make([]byte, 2*maxAllocated)
		for i, want := range []uint64{0, 1, 1} {
			time.Sleep(interval)
			synctest.Wait()
			if got := releases() - start; got != want {
				t.Errorf("after %d intervals, memory was released %d times, want %d", i+1, got, want)
			}
		}
	})
}

// block keeps the compiler from omitting the allocation.
var block []byte

// releases returns the number of garbage collections that the program has requested.
func releases() uint64 {
	sample := []metrics.Sample{{Name: "/gc/cycles/forced:gc-cycles"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
