package discover

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
)

// withCredentials returns an address with the user name and password of the simulator.
func withCredentials(address string) string {
	return strings.Replace(address, "//", "//"+simulator.Username+":"+simulator.Password+"@", 1)
}

func TestGivenCredentialsAreUsedAndNeverEmitted(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for _, path := range []string{"/rss", "/"} {
		var emitted strings.Builder
		err := w.finder.Run(context.Background(), withCredentials(w.URL("password.test", path)), func(e Event) {
			line, _ := json.Marshal(e)
			emitted.Write(line)
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{simulator.Username, simulator.Password, "@password.test"} {
			if strings.Contains(emitted.String(), secret) {
				t.Errorf("%s: %q is emitted", path, secret)
			}
		}
		f := w.discover(t, withCredentials(w.URL("password.test", path)))
		if c := f.candidate(w.URL("password.test", "/rss")); c == nil || !c.Preselected || f.arrival.Outcome != string(fetch.OK) {
			t.Errorf("%s: arrival %+v, candidates %v", path, f.arrival, f.titles())
		}
	}
	if f := w.discover(t, w.URL("password.test", "/rss")); f.arrival.Outcome != string(fetch.Unauthorized) {
		t.Errorf("without credentials: %+v", f.arrival)
	}
}

func TestGivenCredentialsAreSentToTheirServerOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	w.discover(t, withCredentials(w.URL("moved-301.test", "/feed"))) // redirects to another server, whose homepage is fetched too
	authorized := map[string]int{}
	for _, r := range w.Requests("") {
		if r.Authorized {
			authorized[r.Host]++
		}
	}
	if requests := len(w.Requests("elejemplo.test")); requests < 5 || authorized["moved-301.test"] == 0 || len(authorized) != 1 {
		t.Errorf("credentials were sent to %v; the other server had %d requests", authorized, requests)
	}
}

func TestLookupReportsCredentials(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	found, err := w.finder.LookUp(context.Background(), "https://reader:open-sesame@example.org/feed")
	if err != nil || !found.Valid || !found.Credentials || found.Canonical != "https://example.org/feed" || found.Outlet != "example.org" {
		t.Errorf("%+v %v", found, err)
	}
	if found, _ = w.finder.LookUp(context.Background(), "https://example.org/feed"); found.Credentials {
		t.Error("credentials reported for an address without")
	}
	for _, text := range []string{"https://reader:open-sesame@127.0.0.1/feed", "javascript:reader:open-sesame@x"} {
		found, _ = w.finder.LookUp(context.Background(), text)
		wrong := Check(text)
		if found.Valid || wrong == nil || strings.Contains(found.Detail+wrong.Error(), "sesame") {
			t.Errorf("%s: %+v %v", text, found, wrong)
		}
	}
}
