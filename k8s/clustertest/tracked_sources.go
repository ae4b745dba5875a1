package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

// trackedSources are sources that the traffic creates, each with a unique name and an endpoint at a
// simulated site. Each source must exist exactly once, and each endpoint must be checked exactly
// once, because the interval of the tested release is 24 hours.
type trackedSources struct {
	lock      sync.Mutex
	next      int
	confirmed map[string]bool // sites of the sources whose creation returned 201
}

func newTrackedSources() *trackedSources { return &trackedSources{confirmed: map[string]bool{}} }

// create returns a function that creates the next source. With hasKey, its requests have an
// Idempotency-Key, so that a retry does not create the source twice.
func (m *trackedSources) create(hasKey bool) func(context.Context, *browser) error {
	m.lock.Lock()
	m.next++
	site := fmt.Sprintf("mark-%d.test", m.next)
	m.lock.Unlock()
	body := fmt.Sprintf(`{"name":%q,"homepage_url":"http://%s/","endpoints":[{"kind":"rss","url":"http://%s/feed"}]}`,
		site, site, site)
	return func(ctx context.Context, b *browser) error {
		options := b.signedWrite()
		if hasKey {
			options = append(options, header("Idempotency-Key", site))
		}
		created, err := b.send(ctx, http.MethodPost, "/newssources", body, options...)
		if err != nil {
			return err
		}
		if created.status != 201 {
			return fmt.Errorf("create %s: status %d, want 201: %.100s", site, created.status, created.body)
		}
		m.lock.Lock()
		defer m.lock.Unlock()
		m.confirmed[site] = true
		return nil
	}
}

// counts returns how often each site occurs in the lines of a query's result.
func counts(lines string) map[string]int {
	result := map[string]int{}
	for line := range strings.Lines(lines) {
		if site := strings.TrimSpace(line); site != "" {
			result[site]++
		}
	}
	return result
}

// countNotOnce returns the number of created sites that do not occur exactly once, and an example.
func (m *trackedSources) countNotOnce(found map[string]int) (count int, example string) {
	m.lock.Lock()
	defer m.lock.Unlock()
	for site := range m.confirmed {
		if found[site] != 1 {
			count++
			example = fmt.Sprintf("%s occurs %d times", site, found[site])
		}
	}
	return count, example
}

// checkWrites adds a row with the number of created sources that do not exist exactly once.
func checkWrites(ctx context.Context, t *test) error {
	names, err := query(ctx, "SELECT name FROM sources WHERE name LIKE 'mark-%'")
	if err != nil {
		return err
	}
	t.addNotOnceRow("writes not applied exactly once", "writes", counts(names))
	return nil
}

// addNotOnceRow adds a row with the number of created sites that do not occur exactly once.
func (t *test) addNotOnceRow(name, unit string, found map[string]int) {
	wrong, example := t.tracked.countNotOnce(found)
	t.addRow(name, float64(wrong), unit, 0, strings.TrimSpace(fmt.Sprintf("of %d %s", len(t.tracked.confirmed), example)))
}

// checkTracked waits until the endpoints of all created sources are checked, and adds the rows for
// writes and checks.
func checkTracked(ctx context.Context, t *test) error {
	if err := checkWrites(ctx, t); err != nil {
		return err
	}
	const unchecked = "SELECT count(*) FROM endpoints e WHERE e.url LIKE 'http://mark-%' AND NOT EXISTS (SELECT FROM " +
		"attempts a WHERE a.endpoint_id = e.id)"
	if err := eventually(ctx, 4*time.Minute, func(ctx context.Context) error {
		left, err := query(ctx, unchecked)
		if err == nil && left != "0" {
			err = fmt.Errorf("%s endpoints are not checked", left)
		}
		return err
	}); err != nil {
		return err
	}
	answer, err := t.web.withBase(t.sitesControl).get(ctx, "/log")
	if err != nil {
		return err
	}
	var log []struct{ Host string }
	if err := json.Unmarshal([]byte(answer.body), &log); err != nil {
		return err
	}
	requested := map[string]int{}
	for _, entry := range log {
		requested[entry.Host]++
	}
	t.addNotOnceRow("checks lost or duplicated, by the log of the sites", "endpoints", requested)
	const attempts = "SELECT substring(e.url from '//([^/]+)/') FROM attempts a JOIN endpoints e ON e.id = " +
		"a.endpoint_id WHERE e.url LIKE 'http://mark-%' AND a.outcome = 'ok'"
	recorded, err := query(ctx, attempts)
	if err != nil {
		return err
	}
	t.addNotOnceRow("attempts lost or duplicated, by the database", "endpoints", counts(recorded))
	return nil
}

// query returns the result of an SQL query in the database of the release, one row per line.
func query(ctx context.Context, sql string) (string, error) {
	result, err := kubectl(ctx, "exec", "statefulset/"+release+"-newssources-postgresql", "--",
		"psql", "--username=newssources", "--dbname=newssources", "--tuples-only", "--no-align", "--command="+sql)
	return strings.TrimSpace(result), err
}
