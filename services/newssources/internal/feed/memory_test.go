package feed

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// peakMemory is the most bytes of the heap that are in use while f runs, those that were before included. Tests that
// call it don't run beside others. The collector runs whenever the heap has grown by a tenth, so that little of what
// is counted is waste; a goroutine looks all the time.
func peakMemory(f func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	var peak atomic.Uint64
	look := func() {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(sample)
		if now := sample[0].Value.Uint64(); now > peak.Load() {
			peak.Store(now)
		}
	}
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(200 * time.Microsecond)
		defer tick.Stop()
		for {
			look()
			select {
			case <-tick.C:
			case <-done:
				return
			}
		}
	}()
	f()
	look()
	close(done)
	<-stopped
	return peak.Load()
}
