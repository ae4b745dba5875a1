package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// newRigWithSimulator returns an API that fetches from the simulator.
func newRigWithSimulator(t *testing.T) (*rig, *simulator.Simulator) {
	t.Helper()
	internet, err := simulator.Start(simulator.Options{})
	must(t, err)
	t.Cleanup(func() { _ = internet.Close() })
	client, err := fetch.New(fetch.Config{Lab: internet.DNS, HostInterval: -1})
	must(t, err)
	t.Cleanup(client.Close)
	return newRig(t, func(o *Options) { o.Finder = discover.New(client, o.Register) }), internet
}

// events parses the stream of a discovery and validates each line against the contract.
func (a *answer) events() (list []discover.Event) {
	a.t.Helper()
	schema := a.rig.contract.Spec.Components.Schemas["DiscoveryEvent"].Value
	for line := range bytes.Lines(a.body) {
		var value any
		must(a.t, json.Unmarshal(line, &value))
		if err := schema.VisitJSON(value); err != nil {
			a.t.Errorf("an event violates the contract: %v\n%s", err, line)
		}
		var event discover.Event
		must(a.t, json.Unmarshal(line, &event))
		list = append(list, event)
	}
	return list
}

func TestDiscoveryStreamsEvents(t *testing.T) {
	t.Parallel()
	rig, internet := newRigWithSimulator(t)
	body := `{"address":"` + internet.URL("elejemplo.test", "/") + `"}`
	answer := rig.editor().post("/newssources/discoveries", body).want(http.StatusOK)
	if got := answer.header.Get("Content-Type"); got != "application/x-ndjson" {
		t.Errorf("Content-Type %q", got)
	}
	counts, candidates := map[string]int{}, map[string]bool{}
	events := answer.events()
	for _, event := range events {
		counts[event.Type]++
		if event.Type == discover.Found {
			candidates[event.Candidate.URL] = true // a candidate whose rank changed is sent again
		}
	}
	if counts[discover.Reached] != 1 || len(candidates) != 5 || counts[discover.Proposed] == 0 {
		t.Errorf("events: %v", counts)
	}
	if last := events[len(events)-1]; last.Type != discover.Done || last.Done.Partial {
		t.Errorf("the last event: %+v", last)
	}
}

func TestPreviewFollowsTheContract(t *testing.T) {
	t.Parallel()
	rig, internet := newRigWithSimulator(t)
	editor := rig.editor()
	for path, outcome := range map[string]string{"/rss/portada.xml": "ok", "/nothing": "not_found",
		"/": "html_instead_of_feed"} {
		answer := editor.post("/newssources/previews", `{"url":"`+internet.URL("elejemplo.test", path)+`"}`).
			want(http.StatusOK)
		preview := into[api.Preview](answer)
		if string(preview.Outcome) != outcome || outcome == "ok" && len(preview.Preview) != 20 {
			t.Errorf("%s: %s with %d items, want %s", path, preview.Outcome, len(preview.Preview), outcome)
		}
	}
}

func TestPreviewOfAnEndpoint(t *testing.T) {
	t.Parallel()
	rig, internet := newRigWithSimulator(t)
	editor := rig.editor()
	source := editor.create("The List", `"homepage_url":"`+internet.URL("list-only.test", "/")+`"`)
	endpoint := into[api.Endpoint](editor.post(source.path+"/endpoints",
		`{"kind":"html_list","url":"`+internet.URL("list-only.test", "/")+`","recipe":{"list":"li, article"}}`).want(201))
	id := `{"endpoint_id":"` + endpoint.Id.String() + `"`
	for body, outcome := range map[string]string{
		id + `}`:                          "ok",
		id + `,"recipe":{"list":"li a"}}`: "ok",
		id + `,"kind":"rss"}`:             "html_instead_of_feed",
		id + `,"url":"` + internet.URL("status-404.test", "/feed") + `"}`: "not_found",
	} {
		if preview := into[api.Preview](editor.post("/newssources/previews",
			body).want(http.StatusOK)); string(preview.Outcome) != outcome {
			t.Errorf("%s: %s, want %s", body, preview.Outcome, outcome)
		}
	}
	editor.post("/newssources/previews", `{"endpoint_id":"0190a0a0-0000-7000-8000-000000000000"}`).
		problem(problem.NotFound)
	for _, body := range []string{`{}`, `{"kind":"rss"}`, id + `,"recipe":{"list":"[["}}`, id + `,"charset":"klingon"}`} {
		editor.post("/newssources/previews", body).problem(problem.Invalid)
	}
}

func TestLookUpFindsExistingSource(t *testing.T) {
	t.Parallel()
	rig, _ := newRigWithSimulator(t)
	editor := rig.editor()
	existing := editor.create("Example", `"homepage_url":"https://example.org"`)
	for text, want := range map[string]bool{"https://www.example.org/sport": true, "example.com": false, "exam": false,
		"javascript:alert(1)": false} {
		found := into[api.Lookup](editor.get("/newssources/lookup?address=" + url.QueryEscape(text)).want(http.StatusOK))
		if got := found.Existing != nil; got != want || want && found.Existing.SourceId != existing.id {
			t.Errorf("%s: existing %+v, want %t", text, found.Existing, want)
		}
	}
}

func TestDiscoveryRequiresEditorAndPublicURL(t *testing.T) {
	t.Parallel()
	rig, _ := newRigWithSimulator(t)
	viewer := rig.member("Vera", identity.Viewer)
	viewer.post("/newssources/discoveries", `{"address":"https://example.org"}`).problem(problem.RoleTooLow)
	viewer.post("/newssources/previews", `{"url":"https://example.org"}`).problem(problem.RoleTooLow)
	editor := rig.editor()
	for _, address := range []string{"javascript:alert(1)", "http://127.0.0.1/", "http://user:pw@127.0.0.1/",
		"http://localhost:22/"} {
		editor.post("/newssources/discoveries", `{"address":"`+address+`"}`).problem(problem.Invalid)
	}
}

// startDiscovery starts a discovery that runs until end is called.
func (p *person) startDiscovery(body string) (end func()) {
	p.t.Helper()
	ctx, cancel := context.WithCancel(p.t.Context())
	p.t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url+"/newssources/discoveries", strings.NewReader(body))
	must(p.t, err)
	p.setHeaders(r)
	response, err := p.client.Do(r)
	must(p.t, err)
	if response.StatusCode != http.StatusOK {
		p.t.Fatalf("the discovery doesn't start: %s", response.Status)
	}
	return func() {
		cancel()
		_ = response.Body.Close()
	}
}

func TestConcurrentLookupsOfOneMemberAreLimited(t *testing.T) {
	t.Parallel()
	rig, internet := newRigWithSimulator(t)
	editor, other := rig.editor(), rig.member("Otto", identity.Editor)
	search := `{"address":"` + internet.URL("hang.test", "/") + `"}`
	preview := `{"url":"` + internet.URL("elejemplo.test", "/") + `"}`
	editor.create("Hangs", `"homepage_url":"`+internet.URL("hang.test", "/")+`"`) // makes the stream start at once

	// Cancelled lookups release their slots.
	for range 2 * maxLookups {
		editor.startDiscovery(search)()
	}
	endings := make([]func(), maxLookups)
	for i := range endings {
		endings[i] = editor.startDiscovery(search)
	}

	// A lookup above the limit is rejected with Retry-After; other members are not affected.
	answer := editor.post("/newssources/discoveries", search)
	answer.problem(problem.TooManySearches)
	if got := answer.header.Get("Retry-After"); got != "5" {
		t.Errorf("Retry-After %q", got)
	}
	editor.post("/newssources/previews", preview).problem(problem.TooManySearches)
	other.post("/newssources/previews", preview).want(http.StatusOK)

	endings[0]()
	editor.post("/newssources/previews", preview).want(http.StatusOK)
}
