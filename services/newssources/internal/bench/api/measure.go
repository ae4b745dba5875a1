package api

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/bench"
)

// Minimum duration and number of requests of a block, so that its CPU time, measured in steps of 10
// ms, is precise.
const (
	blockTime = 700 * time.Millisecond
	blockMin  = 40
)

// members is the number of members who send the requests. A single member would exceed the limit of
// searches per second.
const members = 32

// timing holds the wall times of a request and its CPU times, all in ms.
type timing struct {
	p50, p99, api, database float64
	slowest                 string // the path of the slowest request
}

func (t timing) cpu() float64 { return t.api + t.database }

type row struct {
	benchCase
	size, clients     int
	product, baseline timing
}

type meter struct {
	product             *bench.Service
	baseline            *baselineProcess
	postmaster          int
	ids                 []string
	middleKey, middleID string
}

func (m *meter) measureAll(ctx context.Context, size int, o options) ([]row, error) {
	var rows []row
	for _, c := range m.cases() {
		for _, clients := range c.clients {
			r := row{benchCase: c, size: size, clients: clients}
			if !strings.Contains(r.label(), o.only) {
				continue
			}
			if err := m.measure(ctx, &r, o.rounds); err != nil {
				return nil, fmt.Errorf("%s: %w", r.label(), err)
			}
			fmt.Fprintf(os.Stderr, "%s: p50 %.1f ms, p99 %.1f ms, CPU of the API %.2f ms, of PostgreSQL %.2f ms, slowest %s\n",
				r.label(), r.product.p50, r.product.p99, r.product.api, r.product.database, r.product.slowest)
			rows = append(rows, r)
		}
	}
	return rows, nil
}

func (r row) label() string {
	return fmt.Sprintf("%s, %d sources, %d clients", r.name, r.size, r.clients)
}

// measure measures the product and the baseline alternately in each round, so that noise affects
// both.
func (m *meter) measure(ctx context.Context, r *row, rounds int) error {
	targets := []*target{m.newTarget(m.product.URL, m.product.PID, r.benchCase.product, r.clients)}
	if r.benchCase.baseline != nil {
		targets = append(targets, m.newTarget(m.baseline.url, m.baseline.cmd.Process.Pid, r.benchCase.baseline, r.clients))
	}
	for _, s := range targets {
		if err := s.signIn(ctx, m.product); err != nil {
			return err
		}
	}
	for round := range rounds + 1 {
		for _, s := range targets {
			if err := s.block(ctx, m.postmaster, round > 0); err != nil { // the first round is a warm-up
				return err
			}
		}
	}
	r.product = targets[0].summary()
	if len(targets) > 1 {
		r.baseline = targets[1].summary()
	}
	return nil
}

// wall is the wall time of a request in ms.
type wall struct {
	ms   float64
	path string
}

// target sends requests to one of the two programs and collects their times.
type target struct {
	url     string
	pid     int
	paths   []string
	members []*bench.Member // send requests in turn, because the requests of each are limited
	clients int
	client  *http.Client
	next    atomic.Int64

	walls         []wall
	api, database []float64 // CPU time per request in ms, of each block
}

func (m *meter) newTarget(address string, pid int, paths []string, clients int) *target {
	transport := &http.Transport{MaxIdleConnsPerHost: clients}
	return &target{url: address, pid: pid, paths: paths, clients: clients, client: &http.Client{Transport: transport}}
}

func (s *target) signIn(ctx context.Context, service *bench.Service) error {
	for i := range members {
		member, err := service.SignIn(ctx, s.client, fmt.Sprintf("Member%d", i))
		if err != nil {
			return err
		}
		s.members = append(s.members, member)
	}
	return nil
}

// block sends requests with all clients for at least blockTime, and adds their times to the target
// if record is set.
func (s *target) block(ctx context.Context, postmaster int, record bool) error {
	start := time.Now()
	api, database := bench.ProcessCPU(s.pid), bench.PostgresCPU(postmaster)
	walls, errs := make([][]wall, s.clients), make([]error, s.clients)
	var group sync.WaitGroup
	for i := range s.clients {
		group.Go(func() {
			for errs[i] == nil && (len(walls[i]) < blockMin/s.clients || time.Since(start) < blockTime) {
				n := int(s.next.Add(1))
				began := time.Now()
				path := s.paths[n%len(s.paths)]
				errs[i] = s.request(ctx, s.members[n%len(s.members)], path)
				walls[i] = append(walls[i], wall{bench.Millis(time.Since(began)), path})
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	if record {
		all := slices.Concat(walls...)
		n := float64(len(all))
		s.walls = append(s.walls, all...)
		s.api = append(s.api, bench.Millis(bench.ProcessCPU(s.pid)-api)/n)
		s.database = append(s.database, bench.Millis(bench.PostgresCPU(postmaster)-database)/n)
	}
	return nil
}

func (s *target) request(ctx context.Context, member *bench.Member, path string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		return err
	}
	member.Sign(r)
	response, err := s.client.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s: %.300s", path, response.Status, body)
	}
	return err
}

func (s *target) summary() timing {
	slices.SortFunc(s.walls, func(a, b wall) int { return cmp.Compare(a.ms, b.ms) })
	slices.Sort(s.api)
	slices.Sort(s.database)
	return timing{p50: s.walls[len(s.walls)/2].ms, p99: s.walls[len(s.walls)*99/100].ms, api: s.api[len(s.api)/2],
		database: s.database[len(s.database)/2],
		slowest:  s.walls[len(s.walls)-1].path}
}
