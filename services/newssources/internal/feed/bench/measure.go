package main

import (
	"runtime"
	"slices"
	"syscall"
	"time"
)

// runsPerRound is how often each contender runs in a round: often enough for the resolution of the CPU clock, and not so
// long that the load of the machine changes.
const runsPerRound = 300

type contender struct {
	name string
	run  func() error
}

type comparison struct {
	contenders []contender
	cpus       [][]float64 // CPU time in µs per feed, of each round
	walls      [][]float64 // wall time in µs of each feed
	bytes      []float64   // KB allocated per feed
	err        error
}

// measure runs the contenders alternately. Each round begins with another one, so that other load on the machine affects
// all of them.
func measure(rounds int, contenders []contender) *comparison {
	n := len(contenders)
	c := &comparison{contenders: contenders, cpus: make([][]float64, n), walls: make([][]float64, n), bytes: make([]float64, n)}
	for round := -1; round < rounds; round++ { // the first round is a warm-up
		for k := range n {
			i := (k + round + n) % n
			c.round(i, round >= 0)
			if c.err != nil {
				return c
			}
		}
	}
	return c
}

func (c *comparison) round(i int, counts bool) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := cpuTime()
	walls := make([]float64, 0, runsPerRound)
	for range runsPerRound {
		start := time.Now()
		if c.err = c.contenders[i].run(); c.err != nil {
			return
		}
		walls = append(walls, float64(time.Since(start).Nanoseconds())/1e3)
	}
	spent := cpuTime() - begin
	runtime.ReadMemStats(&after)
	if counts {
		c.cpus[i] = append(c.cpus[i], float64(spent.Nanoseconds())/1e3/runsPerRound)
		c.walls[i] = append(c.walls[i], walls...)
		c.bytes[i] = float64(after.TotalAlloc-before.TotalAlloc) / 1024 / runsPerRound
	}
}

// cpuTime returns the CPU time of this process in user and system mode, including the garbage collector.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func (c *comparison) cpu(i int) float64 { return quantile(c.cpus[i], 0.5) }

func (c *comparison) wall(i int, q float64) float64 { return quantile(c.walls[i], q) }

func (c *comparison) allocated(i int) float64 { return c.bytes[i] }

func quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}
