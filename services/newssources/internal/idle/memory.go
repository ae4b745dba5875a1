// Package idle returns unused memory to the operating system while the process is idle.
package idle

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// interval is the time between two checks whether the process is idle. After a release, requests need up to half more CPU time until
	// their memory and the pages of the executable are mapped again, so a short pause between requests is not idle.
	interval = 30 * time.Second
	// maxAllocated is the maximum number of bytes that an idle process allocates in an interval: for probes, scrapes of its metrics and
	// periodic jobs.
	maxAllocated = 24 << 20
	// minAllocated is the minimum number of bytes that are allocated between two releases, so that a process without work does not run the
	// garbage collector repeatedly.
	minAllocated = 4 << 20
)

// ReleaseMemory returns unused memory to the operating system when the process has allocated little for an interval. It runs until ctx ends.
// Without it, the garbage of the start and of the last requests stays resident for minutes, because an idle process does not allocate
// enough for a garbage collection, and so do the pages of the executable that were only used to start.
func ReleaseMemory(ctx context.Context) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	before, released := allocated(), uint64(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := allocated()
		if now-before <= maxAllocated && now-released >= minAllocated {
			debug.FreeOSMemory()
			unmapExecutable()
			released = now
		}
		before = now
	}
}

// allocated returns the number of bytes that were allocated on the heap since the start of the process.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
