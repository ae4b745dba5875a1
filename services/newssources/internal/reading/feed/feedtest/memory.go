package feedtest

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// PeakMemory returns the most bytes of the heap that are in use while f runs, including those in
// use before. Tests that call it must not run in parallel with others. The garbage collector runs
// whenever the heap has grown by a tenth, so that few of the bytes are garbage; a goroutine samples
// the heap.
func PeakMemory(f func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	var peak atomic.Uint64
	measure := func() {
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
			measure()
			select {
			case <-tick.C:
			case <-done:
				return
			}
		}
	}()
	f()
	measure()
	close(done)
	<-stopped
	return peak.Load()
}

// CheckLinearTime checks that parsing takes CPU time in proportion to the size of the document that
// generate returns. A document of four times the size may take four times as long; quadratic time
// would be sixteen times. CPU time hardly depends on other processes. Tests that call it are not
// parallel, because it is the time of the whole process.
func CheckLinearTime[T any](t *testing.T, size int, generate func(size int) T, parse func(T)) {
	t.Helper()
	fastest := func(document T) time.Duration {
		best := time.Hour
		for range 3 {
			start := CPUTime(t)
			parse(document)
			best = min(best, CPUTime(t)-start)
		}
		return best
	}
	small, large := generate(size/4), generate(size)
	for attempt := 1; ; attempt++ {
		quick, slow := fastest(small), fastest(large)
		if slow < 20*time.Millisecond || slow < 12*quick { // very short times are not reliable
			return
		}
		if attempt == 3 {
			t.Fatalf("a quarter takes %s, the whole %s", quick, slow)
		}
	}
}

// CPUTime returns the CPU time of the process so far.
func CPUTime(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
