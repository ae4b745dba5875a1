package checker

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/bench"
)

const (
	// pollEvery is the pause between queries for the end of a round. The query reads only the
	// endpoints that are due.
	pollEvery = 50 * time.Millisecond
	// roundTimeout bounds a round of the product.
	roundTimeout = 5 * time.Minute
)

type measurement struct {
	database, binary       string
	sites, dns             string
	endpoints, concurrency int
	conn                   *pgx.Conn
	limit                  *limit
}

func cutPort(address string) (host, port string, found bool) { return strings.Cut(address, ":") }

// publish sets what the sites publish: with change, validators or latency.
func (m *measurement) publish(ctx context.Context, settings ...string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet,
		"http://"+m.sites+"/control?"+strings.Join(settings, "=&")+"=", nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err == nil {
		response.Body.Close()
	}
	return err
}

// product makes all endpoints due and measures until they are checked. The CPU time is that of the
// workers and PostgreSQL.
func (m *measurement) product(ctx context.Context, workers ...*worker) (t timing, err error) {
	var session int
	if err := m.conn.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&session); err != nil {
		return t, err
	}
	postmaster := bench.Postmaster(session)
	cpu := func() (total time.Duration) {
		for _, w := range workers {
			total += bench.ProcessCPU(w.pid)
		}
		return total + bench.PostgresCPU(postmaster)
	}
	for _, statement := range []string{
		"UPDATE endpoint_states SET checks = 0, next_check_at = now()", "UPDATE check_hosts SET free_at = now()",
		"CHECKPOINT",
	} {
		if _, err := m.conn.Exec(ctx, statement); err != nil {
			return t, err
		}
	}
	databaseBefore := bench.PostgresCPU(postmaster)
	before, start := cpu(), time.Now()
	if _, err := m.conn.Exec(ctx, "UPDATE check_hosts SET ready_at = now()"); err != nil {
		return t, err
	}
	for isBusy := true; isBusy; {
		time.Sleep(pollEvery)
		if err := m.conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM endpoint_states WHERE checks = 0 AND enabled AND "+
			"next_check_at <= now())").Scan(&isBusy); err != nil {
			return t, err
		}
		if time.Since(start) > roundTimeout {
			return t, fmt.Errorf("not all endpoints were checked within %s", roundTimeout)
		}
	}
	took := time.Since(start)
	t = timing{(cpu() - before) / time.Duration(m.endpoints), float64(m.endpoints) / took.Seconds(),
		(bench.PostgresCPU(postmaster) - databaseBefore) / time.Duration(m.endpoints)}
	var repeated int
	err = m.conn.QueryRow(ctx, "SELECT count(*) FROM endpoint_states WHERE checks <> 1").Scan(&repeated)
	if err == nil && repeated > 0 {
		err = fmt.Errorf("%d endpoints were checked twice", repeated)
	}
	return t, err
}

// baseline runs the limit program. The CPU time is that of this process and PostgreSQL.
func (m *measurement) baseline(ctx context.Context, concurrency int) (t timing, err error) {
	var session int
	if err := m.conn.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&session); err != nil {
		return t, err
	}
	postmaster := bench.Postmaster(session)
	if _, err := m.conn.Exec(ctx, "CHECKPOINT"); err != nil {
		return t, err
	}
	before, start := bench.OwnCPU()+bench.PostgresCPU(postmaster), time.Now()
	if err := m.limit.check(ctx, concurrency); err != nil {
		return t, err
	}
	took := time.Since(start)
	return timing{cpu: (bench.OwnCPU() + bench.PostgresCPU(postmaster) - before) / time.Duration(m.endpoints),
		rate: float64(m.endpoints) / took.Seconds()}, nil
}

// kind is a case in which the responses are alike.
type kind struct {
	name     string
	settings []string
}

var kinds = []kind{
	{"all changed (+2 items)", []string{"change", "validators"}},
	{"all 304", []string{"validators"}},
	{"body unchanged, no validators", []string{"none"}},
}

// all measures all cases.
func (m *measurement) all(ctx context.Context, rounds int) ([]bench.Figure, error) {
	w, err := startWorker(m.binary, m.database, m.dns, m.concurrency)
	if err != nil {
		return nil, err
	}
	defer func() { w.stop() }()
	if err := m.publish(ctx, "change", "validators"); err != nil {
		return nil, err
	}
	if err := m.once(ctx, w); err != nil { // the first contact stores all items
		return nil, err
	}
	products, baselines := map[string][]timing{}, map[string][]timing{}
	for round := range rounds {
		for _, k := range kinds {
			if err := m.publish(ctx, k.settings...); err != nil {
				return nil, err
			}
			p, err := m.product(ctx, w)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", k.name, err)
			}
			b, err := m.baseline(ctx, m.concurrency)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", k.name, err)
			}
			products[k.name], baselines[k.name] = append(products[k.name], p), append(baselines[k.name], b)
			fmt.Fprintf(os.Stderr, "round %d, %s: %.2f ms of which PostgreSQL %.2f ms, limit %.2f ms\n", round+1, k.name,
				bench.Millis(p.cpu), bench.Millis(p.database), bench.Millis(b.cpu))
		}
	}
	var figures []bench.Figure
	medians := map[string]float64{}
	for i, k := range kinds {
		p, b := medianCPU(products[k.name]), medianCPU(baselines[k.name])
		medians[k.name] = p
		f := bench.NewFigure(k.name+", CPU per check", p, "ms", b)
		switch i {
		case 0:
			f = f.AtMost(1.5, f.Ratio)
			cost, err := outletCPU()
			if err != nil {
				return nil, err
			}
			share := bench.NewFigure("recognition of another outlet, relative to all changed", cost, "ms", p)
			figures = append(figures, share.AtMost(maxOutletShare, cost/p))
		case 1:
			f = f.AtMost(3, f.Ratio)
			figures = append(figures, bench.NewFigure(k.name+", CPU per check (absolute)", p, "ms", 0).AtMost(0.4, p))
		case 2:
			half := bench.NewFigure(k.name+", relative to all changed", p, "ms", medians[kinds[0].name])
			figures = append(figures, half.AtMost(0.5, half.Ratio))
		}
		figures = append(figures, f)
	}
	more, err := m.latency(ctx, w)
	return append(figures, more...), err
}

// once checks all endpoints without measuring.
func (m *measurement) once(ctx context.Context, w *worker) error {
	if _, err := m.product(ctx, w); err != nil {
		return err
	}
	_, err := m.baseline(ctx, m.concurrency)
	return err
}

// latency measures the throughput of slow sites, with one and with two workers, and the memory.
func (m *measurement) latency(ctx context.Context, w *worker) (figures []bench.Figure, err error) {
	run := func(workers ...*worker) (timing, error) {
		if err := m.publish(ctx, "change", "validators", "latency"); err != nil {
			return timing{}, err
		}
		return m.product(ctx, workers...)
	}
	one, err := run(w)
	if err != nil {
		return nil, err
	}
	b, err := m.baseline(ctx, m.concurrency)
	if err != nil {
		return nil, err
	}
	f := bench.NewFigure("slow sites, checks per second", one.rate, "1/s", b.rate)
	figures = append(figures, f.AtLeast(0.85, f.Ratio))
	memory := w.peakMemory()
	figures = append(figures,
		bench.NewFigure(fmt.Sprintf("peak memory with concurrency %d", m.concurrency), memory, "MB", 0).AtMost(120, memory))
	w.stop()

	first, err := startWorker(m.binary, m.database, m.dns, m.concurrency/2)
	if err != nil {
		return nil, err
	}
	defer first.stop()
	second, err := startWorker(m.binary, m.database, m.dns, m.concurrency/2)
	if err != nil {
		return nil, err
	}
	if err := m.publish(ctx, "change", "validators"); err != nil {
		return nil, err
	}
	// Caches the robots.txt of all sites, which the single worker has already cached.
	if _, err := m.product(ctx, first, second); err != nil {
		return nil, err
	}
	two, err := run(first, second)
	second.stop()
	first.stop()
	if err != nil {
		return nil, err
	}
	f = bench.NewFigure("slow sites, checks per second of two workers, relative to one", two.rate, "1/s", one.rate)
	figures = append(figures, f.AtLeast(0.9, f.Ratio))

	many, err := startWorker(m.binary, m.database, m.dns, 1000)
	if err != nil {
		return nil, err
	}
	defer many.stop()
	if _, err := run(many); err != nil {
		return nil, err
	}
	memory = many.peakMemory()
	return append(figures, bench.NewFigure("peak memory with concurrency 1000", memory, "MB", 0).AtMost(250, memory)), nil
}

func medianCPU(list []timing) float64 {
	times := make([]time.Duration, len(list))
	for i, t := range list {
		times[i] = t.cpu
	}
	return bench.Millis(bench.Percentile(times, 50))
}
