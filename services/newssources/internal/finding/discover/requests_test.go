package discover

import (
	"crypto/tls"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// maxMeanRequests is the number of requests of a discovery on average, with robots.txt and the
// logo: a homepage, robots.txt, one or two feeds and a logo.
const maxMeanRequests = 6

// TestRequestsOfDiscoveries counts the requests of the discovery of each expected answer. With
// REQUESTS_TABLE, it writes a table to that file.
func TestRequestsOfDiscoveries(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{Platforms: true})
	byClass := map[string][]int{}
	total, count := 0, 0
	for _, e := range w.Expectations() {
		n := w.countRequests(t, e.Address)
		byClass[e.Class] = append(byClass[e.Class], n)
		total, count = total+n, count+1
		if limit := max(e.MaxRequests, 0); limit > 0 && n > limit || n > maxRequests {
			t.Errorf("%s (%s): %d requests, want at most %d", withoutPort(e.Address), e.Class, n, limit)
		}
	}
	if mean := float64(total) / float64(count); mean > maxMeanRequests {
		t.Errorf("%.1f requests on average, want at most %d", mean, maxMeanRequests)
	}
	writeRequestTable(t, byClass)
}

// countRequests returns the number of requests of a discovery without cached robots.txt.
func (w world) countRequests(t *testing.T, address string) int {
	t.Helper()
	client, err := fetch.New(fetch.Config{
		Lab: w.DNS, Proxy: w.ProxyURL(), HostInterval: -1, Timeout: siteTimeout, TLS: &tls.Config{RootCAs: w.Roots()},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	w.finder = New(client, w.register)
	before := len(w.Requests(""))
	w.discover(t, address)
	return len(w.Requests("")) - before
}

func writeRequestTable(t *testing.T, byClass map[string][]int) {
	t.Helper()
	path := os.Getenv("REQUESTS_TABLE")
	if path == "" {
		return
	}
	var text string
	for class, counts := range byClass {
		sum := 0
		for _, n := range counts {
			sum += n
		}
		text += fmt.Sprintf("%s\t%d\t%.1f\t%d\n", class, len(counts), float64(sum)/float64(len(counts)), slices.Max(counts))
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
