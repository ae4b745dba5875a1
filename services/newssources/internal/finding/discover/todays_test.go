package discover

import (
	"crypto/tls"
	"net/url"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// TestTodaysSites checks the main feed and the name that discovery proposes for sites that imitate
// current news sites, or that it proposes none.
func TestTodaysSites(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{Platforms: true})
	client, err := fetch.New(fetch.Config{
		Lab: w.DNS, Proxy: w.ProxyURL(), HostInterval: -1, Timeout: siteTimeout, TLS: &tls.Config{RootCAs: w.Roots()},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	w.finder = New(client, w.register)
	for _, e := range w.Expectations() {
		address := withoutPort(e.Address)
		t.Run(e.Class+" "+address, func(t *testing.T) {
			t.Parallel()
			w.checkExpectation(t, e)
		})
	}
}

func (w world) checkExpectation(t *testing.T, e simulator.Expectation) {
	t.Helper()
	f := w.discover(t, e.Address)
	selected := f.selected()
	switch {
	case e.Feed == "" && len(selected) > 0:
		t.Errorf("preselected %v, want none", selected)
	case e.Feed != "" && (len(selected) != 1 || selected[0] != e.Feed && selected[0] != e.OrFeed):
		t.Errorf("preselected %v, want %s", selected, e.Feed)
	}
	for _, address := range e.Listed {
		if f.candidate(address) == nil {
			t.Errorf("%s is not listed among %v", address, f.titles())
		}
	}
	if e.Attempt != "" && !f.hasOutcome(e.Attempt) {
		t.Errorf("no address has the outcome %s; attempts %+v", e.Attempt, f.attempts)
	}
	if e.Attempt != "" && f.done.Verdict != VerdictPrevented || e.Feed != "" && f.done.Verdict != VerdictFound {
		t.Errorf("verdict %s: %s", f.done.Verdict, f.done.Reason)
	}
	if e.Arrival != "" && f.arrival.Outcome != e.Arrival {
		t.Errorf("the outcome of the arrival is %s, want %s", f.arrival.Outcome, e.Arrival)
	}
	for _, a := range f.attempts {
		if a.From == FromWellKnown && strings.HasPrefix(a.Detail, "Not requested") {
			t.Errorf("%s, which no page names, is reported as tried: %s", a.URL, a.Detail)
		}
	}
	name := f.fields["name"].Value
	if e.Name != "" && name != e.Name || e.NotName != "" && name == e.NotName {
		t.Errorf("name %q, want %q and not %q", name, e.Name, e.NotName)
	}
}

// withoutPort returns the address without scheme and port.
func withoutPort(address string) string {
	if !strings.Contains(address, "://") {
		return address
	}
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.Hostname() + u.RequestURI()
}
