package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/postgres"
)

const (
	blockTime = 300 * time.Millisecond // of calls in a round, so that CPU can be told from it
	blockMin  = 5                      // calls
	tick      = 10 * time.Millisecond  // of /proc/PID/stat: USER_HZ is 100 on every Linux
)

// taken is what one side of a row took: the median of a call's wall time, the slowest hundredth, and the CPU of a call.
type taken struct{ p50, p99, cpu time.Duration }

type row struct {
	measured
	product, limit taken
}

// measureAll alternates the product and the limit in each round, so that noise hits both.
func measureAll(ctx context.Context, db *postgres.DB, cases []measured, rounds int, only string) ([]row, error) {
	var server int
	if err := db.Pool.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&server); err != nil {
		return nil, err
	}
	meter := newMeter(server)
	var rows []row
	for _, c := range cases {
		if !strings.Contains(c.name, only) {
			continue
		}
		sides := []func(context.Context) error{c.product, func(ctx context.Context) error { return reach(ctx, db, c.limit) }}
		walls, cpus := make([][]time.Duration, 2), make([][]time.Duration, 2)
		for _, call := range sides { // once to prepare the statements and to fill the caches
			if err := call(ctx); err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
		}
		for range rounds {
			for i, call := range sides {
				wall, cpu, err := meter.block(ctx, call)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", c.name, err)
				}
				walls[i], cpus[i] = append(walls[i], wall...), append(cpus[i], cpu)
			}
		}
		r := row{measured: c, product: sum(walls[0], cpus[0]), limit: sum(walls[1], cpus[1])}
		fmt.Fprintf(os.Stderr, "%s: %.1f ms\n", r.name, millis(r.product.p50))
		rows = append(rows, r)
	}
	return rows, nil
}

func sum(walls, cpus []time.Duration) taken {
	slices.Sort(walls)
	slices.Sort(cpus)
	return taken{walls[len(walls)/2], walls[len(walls)*99/100], cpus[len(cpus)/2]}
}

// meter reads the CPU that this process and PostgreSQL have used.
type meter struct{ postmaster int }

// newMeter finds PostgreSQL's first process by one of its sessions; 0 when it doesn't run here.
func newMeter(session int) meter {
	fields := stat(session)
	if len(fields) < 2 {
		return meter{}
	}
	parent, _ := strconv.Atoi(fields[1])
	return meter{parent}
}

func (m meter) block(ctx context.Context, call func(context.Context) error) (walls []time.Duration, cpu time.Duration, err error) {
	start, before := time.Now(), m.cpu()
	for len(walls) < blockMin || time.Since(start) < blockTime {
		began := time.Now()
		if err := call(ctx); err != nil {
			return nil, 0, err
		}
		walls = append(walls, time.Since(began))
	}
	return walls, (m.cpu() - before) / time.Duration(len(walls)), nil
}

func (m meter) cpu() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	total := time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	if m.postmaster == 0 {
		return total
	}
	ticks := 0
	for _, pid := range children(m.postmaster) {
		ticks += number(stat(pid), 11) + number(stat(pid), 12) // user, system
	}
	ended := stat(m.postmaster)
	ticks += number(ended, 13) + number(ended, 14) // of those that ended, such as parallel workers
	return total + time.Duration(ticks)*tick
}

// stat gives the fields of a process behind its name; the first is its state.
func stat(pid int) []string {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	_, rest, _ := strings.Cut(string(data), ") ")
	return strings.Fields(rest)
}

func number(fields []string, at int) int {
	if len(fields) <= at {
		return 0
	}
	n, _ := strconv.Atoi(fields[at])
	return n
}

func children(pid int) (list []int) {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for _, field := range strings.Fields(string(data)) {
		if child, err := strconv.Atoi(field); err == nil {
			list = append(list, child)
		}
	}
	return list
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
