package discover

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
)

// withSecret puts user name and password into an address, as people paste it.
func withSecret(address string) string {
	return strings.Replace(address, "//", "//"+simulator.Username+":"+simulator.Password+"@", 1)
}

func TestPastedPasswordOpensAndIsNeverTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for _, path := range []string{"/rss", "/"} {
		var told strings.Builder
		err := w.finder.Run(context.Background(), withSecret(w.URL("password.test", path)), func(e Event) {
			line, _ := json.Marshal(e)
			told.Write(line)
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{simulator.Username, simulator.Password, "@password.test"} {
			if strings.Contains(told.String(), secret) {
				t.Errorf("%s: %q is told", path, secret)
			}
		}
		f := w.discover(t, withSecret(w.URL("password.test", path)))
		if c := f.candidate(w.URL("password.test", "/rss")); c == nil || !c.Preselected || f.arrival.Outcome != string(fetch.OK) {
			t.Errorf("%s: arrived %+v, found %v", path, f.arrival, f.titles())
		}
	}
	if f := w.discover(t, w.URL("password.test", "/rss")); f.arrival.Outcome != string(fetch.Unauthorized) {
		t.Errorf("without it: %+v", f.arrival)
	}
}

func TestPastedPasswordStaysWithItsServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	w.discover(t, withSecret(w.URL("moved-301.test", "/feed"))) // which leads to another server, whose homepage is looked at too
	authorized := map[string]int{}
	for _, r := range w.Requests("") {
		if r.Authorized {
			authorized[r.Host]++
		}
	}
	if asked := len(w.Requests("elejemplo.test")); asked < 5 || authorized["moved-301.test"] == 0 || len(authorized) != 1 {
		t.Errorf("passwords went to %v; the other server had %d requests", authorized, asked)
	}
}

func TestLookupSaysThatThereIsAPassword(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	found, err := w.finder.LookUp(context.Background(), "https://reader:open-sesame@example.org/feed")
	if err != nil || !found.Valid || !found.Credentials || found.Canonical != "https://example.org/feed" || found.Outlet != "example.org" {
		t.Errorf("%+v %v", found, err)
	}
	if found, _ = w.finder.LookUp(context.Background(), "https://example.org/feed"); found.Credentials {
		t.Error("a password that isn't there")
	}
	for _, text := range []string{"https://reader:open-sesame@127.0.0.1/feed", "javascript:reader:open-sesame@x"} {
		found, _ = w.finder.LookUp(context.Background(), text)
		wrong := Check(text)
		if found.Valid || wrong == nil || strings.Contains(found.Detail+wrong.Error(), "sesame") {
			t.Errorf("%s: %+v %v", text, found, wrong)
		}
	}
}
