package bench

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"time"
)

// A block of calls is long enough for the resolution of the CPU clock, and not so long that the
// load of the machine changes.
const (
	blockTime = 300 * time.Millisecond
	blockMin  = 5 // calls
)

// Side is one of the programs that Compare calls.
type Side struct {
	Name string
	Call func() error
}

// Times are the wall times of a call, its median CPU time, and the bytes that it allocates.
type Times struct {
	P50, P99, CPU time.Duration
	Allocated     uint64
}

// Compare calls the sides in blocks that alternate in each round. Each round begins with another
// side, so that other load on the machine affects all of them. cpu returns the CPU time so far.
func Compare(rounds int, cpu func() time.Duration, sides ...Side) ([]Times, error) {
	walls, cpus, times := make([][]time.Duration, len(sides)), make([][]time.Duration, len(sides)),
		make([]Times, len(sides))
	for round := range rounds + 1 {
		for k := range sides {
			i := (k + round) % len(sides)
			wall, spent, allocated, err := block(cpu, sides[i].Call)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", sides[i].Name, err)
			}
			if round > 0 { // the first round is a warm-up
				walls[i], cpus[i], times[i].Allocated = append(walls[i], wall...), append(cpus[i], spent), allocated
			}
		}
	}
	for i := range sides {
		times[i].P50, times[i].P99, times[i].CPU = Percentile(walls[i], 50), Percentile(walls[i], 99), Percentile(cpus[i], 50)
	}
	return times, nil
}

// block repeats call, and returns the wall times, and the CPU time and the allocated bytes of a
// call.
func block(cpu func() time.Duration, call func() error) (walls []time.Duration, spent time.Duration, allocated uint64,
	err error) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start, spentBefore := time.Now(), cpu()
	for len(walls) < blockMin || time.Since(start) < blockTime {
		began := time.Now()
		if err := call(); err != nil {
			return nil, 0, 0, err
		}
		walls = append(walls, time.Since(began))
	}
	spent = (cpu() - spentBefore) / time.Duration(len(walls))
	runtime.ReadMemStats(&after)
	return walls, spent, (after.TotalAlloc - before.TotalAlloc) / uint64(len(walls)), nil
}

// Percentile returns a percentile of the values, or 0 if there are none.
func Percentile[T cmp.Ordered](values []T, percent int) (value T) {
	if len(values) == 0 {
		return value
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)*percent/100, len(sorted)-1)]
}
