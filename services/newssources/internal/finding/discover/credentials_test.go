package discover

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/secrettext"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
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
		if c := f.candidate(w.URL("password.test", "/rss")); c == nil || !c.Preselected ||
			f.arrival.Outcome != string(fetch.OK) {
			t.Errorf("%s: arrival %+v, candidates %v", path, f.arrival, f.titles())
		}
	}
	if f := w.discover(t, w.URL("password.test", "/rss")); f.arrival.Outcome != string(fetch.Unauthorized) {
		t.Errorf("without credentials: %+v", f.arrival)
	}
}

// TestEchoedCredentialsAreHidden reads a feed that repeats the password and an access key in its
// texts. The address keeps the key, which is needed to fetch it.
func TestEchoedCredentialsAreHidden(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	const key = "k3y%2Bvalue"
	address := w.URL("password.test", "/echo?api_key="+key+"&page=1")
	basic := base64.StdEncoding.EncodeToString([]byte(simulator.Username + ":" + simulator.Password))
	isHidden := func(t *testing.T, result any) {
		t.Helper()
		text, err := json.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		rest := strings.ReplaceAll(string(text), address, "") // the address itself
		rest = strings.ReplaceAll(rest, strings.ReplaceAll(address, "&", `\u0026`), "")
		for _, secret := range []string{simulator.Password, basic, key, "k3y+value"} {
			if strings.Contains(rest, secret) {
				t.Errorf("%q is in %s", secret, text)
			}
		}
	}
	p := w.preview(t, withCredentials(address))
	isHidden(t, p)
	if p.URL != address || len(p.Preview) != 1 || !strings.Contains(p.Title, secrettext.Hidden) ||
		!strings.Contains(p.Preview[0].URL, secrettext.Hidden) || !strings.Contains(p.Preview[0].URL, "page=1") {
		t.Errorf("got %+v", p.Candidate)
	}
	found := w.discover(t, withCredentials(address))
	isHidden(t, []any{found.arrival, found.candidates, found.attempts, found.fields, found.done})
	if c := found.candidate(address); c == nil || !strings.Contains(c.Title, secrettext.Hidden) {
		t.Errorf("got %v", found.titles())
	}
}

func TestGivenCredentialsAreSentToTheirServerOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	// Redirects to another server, whose homepage is fetched too.
	w.discover(t, withCredentials(w.URL("moved-301.test", "/feed")))
	authorized := map[string]int{}
	for _, r := range w.Requests("") {
		if r.Authorized {
			authorized[r.Host]++
		}
	}
	if requests := len(w.Requests("elejemplo.test")); requests < 3 || authorized["moved-301.test"] == 0 ||
		len(authorized) != 1 {
		t.Errorf("credentials were sent to %v; the other server had %d requests", authorized, requests)
	}
}

func TestLookupReportsCredentials(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	found, err := w.finder.LookUp(context.Background(), "https://reader:open-sesame@example.org/feed")
	if err != nil || !found.Valid || !found.Credentials || found.Canonical != "https://example.org/feed" ||
		found.Outlet != "example.org" {
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
